/** Days and their hours in words: days that follow each other with the same hours are told together. */
import type { Language } from '@baraza/contract';
import { hoursWords } from '../../hours-words.ts';
import type { Ask, Business } from '../../knowledge.ts';
import { type Day, weekdayNames, weekdayOf } from './calendar.ts';
import { clockSpoken, clockText } from './clock-words.ts';
import { isAllDay, type Span, spansDigits, usualSpans, usualWeek } from './opening.ts';

export function weekText(business: Business, language: Language, mode: Ask['mode']): string {
  const words = hoursWords[language];
  const open: string[] = [];
  const closed: string[] = [];
  const groups = dayGroups(usualWeek, (day) => usualSpans(business, day), language);
  if (groups.length === 1 && isAllDay(groups[0]?.spans ?? [])) return words.alwaysOpen;
  for (const { name, spans } of groups) {
    const days = groups.length === 1 ? words.everyDay : name;
    if (spans.length === 0) closed.push(days);
    else if (isAllDay(spans)) open.push(`${days} ${words.allDay}`);
    else open.push(`${days} ${spansText(spans, language, mode)}`);
  }
  return words.week(open, closed);
}

interface DayGroup {
  /** `Monday to Friday`. */
  readonly name: string;
  readonly spans: readonly Span[];
}

export function dayGroups(
  days: readonly Day[],
  spansOf: (day: Day) => readonly Span[],
  language: Language,
): readonly DayGroup[] {
  const groups: { first: Day; last: Day; spans: readonly Span[] }[] = [];
  for (const day of days) {
    const spans = spansOf(day);
    const group = groups.at(-1);
    if (group && spansDigits(group.spans) === spansDigits(spans)) group.last = day;
    else groups.push({ first: day, last: day, spans });
  }
  return groups.map(({ first, last, spans }) => {
    const [one, other] = [weekdayName(first, language), weekdayName(last, language)];
    const range = hoursWords[language].range(one, other, last - first === 1);
    return { name: first === last ? one : range, spans };
  });
}

export function weekdayName(day: Day, language: Language): string {
  return weekdayNames[language][weekdayOf(day)];
}

export function spansText(spans: readonly Span[], language: Language, mode: Ask['mode']): string {
  const clock = mode === 'voice' ? clockSpoken : clockText;
  const words = hoursWords[language];
  const said = spans
    .map(({ from, to }) => words.span(clock(from, language), clock(to, language)))
    .join(words.and);
  return mode === 'voice' ? said : `${said} (${spansDigits(spans)})`;
}
