/** The whole week in one sentence: days with the same hours are told together. */
import type { Language } from '@baraza/contract';
import { hoursWords } from '../../hours-words.ts';
import type { Ask, Business } from '../../knowledge.ts';
import { weekdayNames, weekdays } from './calendar.ts';
import { clockSpoken, clockText } from './clock-words.ts';
import { isAllDay, type Span, spansDigits, usualSpans } from './opening.ts';

// 1970-01-05 was a Monday; any week shows the usual hours.
const monday = 4;

export function weekText(business: Business, language: Language, mode: Ask['mode']): string {
  const words = hoursWords[language];
  const open: string[] = [];
  const closed: string[] = [];
  const groups = groupsOf(business);
  if (groups.length === 1 && isAllDay(groups[0]?.spans ?? [])) return words.alwaysOpen;
  for (const { first, last, spans } of groups) {
    const name = rangeName(first, last, language);
    if (spans.length === 0) closed.push(name);
    else if (isAllDay(spans)) open.push(`${name} ${words.allDay}`);
    else open.push(`${name} ${spansText(spans, language, mode)}`);
  }
  return words.week(open, closed);
}

interface Group {
  readonly first: number;
  readonly last: number;
  readonly spans: readonly Span[];
}

function groupsOf(business: Business): readonly Group[] {
  const groups: Group[] = [];
  for (let index = 0; index < 7; index++) {
    const spans = usualSpans(business, monday + index);
    const last = groups.at(-1);
    if (last && spansDigits(last.spans) === spansDigits(spans))
      groups[groups.length - 1] = { ...last, last: index };
    else groups.push({ first: index, last: index, spans });
  }
  return groups;
}

function rangeName(first: number, last: number, language: Language): string {
  const name = (index: number) => weekdayNames[language][weekdays[index] ?? 'mon'];
  const words = hoursWords[language];
  if (first === 0 && last === 6) return words.everyDay;
  if (first === last) return name(first);
  return words.range(name(first), name(last), last - first === 1);
}

function spansText(spans: readonly Span[], language: Language, mode: Ask['mode']): string {
  const clock = mode === 'voice' ? clockSpoken : clockText;
  const words = hoursWords[language];
  const said = spans
    .map(({ from, to }) => words.span(clock(from, language), clock(to, language)))
    .join(words.and);
  return mode === 'voice' ? said : `${said} (${spansDigits(spans)})`;
}
