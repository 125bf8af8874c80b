/** Opening times by calendar day: the spans of a day, whether it is open now, and the next opening. */

import type { Language } from '@baraza/contract';
import {
  type Day,
  isoDate,
  type LocalNow,
  weekdayNames,
  weekdayOf,
} from '../../../kernel/language/calendar.ts';
import {
  clockDigits,
  clockSpoken,
  clockText,
  minutesOf,
} from '../../../kernel/language/clock-words.ts';
import { hoursWords } from '../../hours-words.ts';
import type { Ask, Business } from '../../knowledge.ts';

/** What says when a business is open. */
type Opening = Pick<Business, 'hours' | 'closed'>;

/** Minutes since the day began; `to` is above 1440 if closing is after midnight. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The spans that begin on a day, sorted; none on a day without hours or on a closed date. */
export function spansOn(business: Opening, day: Day): readonly Span[] {
  const usual = usualSpans(business, day);
  const end = minutesOf(listedOn(business, day)?.from ?? '');
  if (end === undefined) return closureOn(business, day) ? [] : usual;
  return usual
    .map(({ from, to }) => ({ from, to: Math.min(to, end) }))
    .filter(({ from, to }) => from < to);
}

/** Any week without closures, from Monday on: 1970-01-05 was a Monday. */
const usualWeek: readonly Day[] = [4, 5, 6, 7, 8, 9, 10];

/** The spans of this weekday, ignoring closures. */
function usualSpans(business: Opening, day: Day): readonly Span[] {
  const weekday = weekdayOf(day);
  const spans = business.hours
    .filter((row) => row.days.includes(weekday))
    .flatMap(({ open, close }) => spanOf(open, close))
    .sort((a, b) => a.from - b.from);
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last !== undefined && span.from <= last.to)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else joined.push(span);
  }
  return joined;
}

/** What is listed for a date, of which all or only the rest of the day may be closed. */
export function listedOn(business: Opening, day: Day): Opening['closed'][number] | undefined {
  const date = isoDate(day);
  return business.closed.find((closure) => closure.date === date);
}

/** Undefined if the business is open on a part of the day. */
export function closureOn(business: Opening, day: Day): Opening['closed'][number] | undefined {
  const listed = listedOn(business, day);
  return listed?.from === undefined ? listed : undefined;
}

/** The span that contains a moment, in minutes of that day; it may have begun the day before. */
export function spanAt(business: Opening, { day, minutes }: LocalNow): Span | undefined {
  const here = spansOn(business, day).find(({ from, to }) => minutes >= from && minutes < to);
  if (here) return here;
  const late = spansOn(business, day - 1).find(({ to }) => minutes < to - dayMinutes);
  return late && { from: late.from - dayMinutes, to: late.to - dayMinutes };
}

/** The first opening after a moment; undefined if there is none within two months. */
export function nextOpening(
  business: Opening,
  { day, minutes }: LocalNow,
): { readonly day: Day; readonly span: Span } | undefined {
  for (let ahead = 0; ahead <= daysAhead; ahead++) {
    const span = spansOn(business, day + ahead).find(({ from }) => ahead > 0 || from > minutes);
    if (span) return { day: day + ahead, span };
  }
  return undefined;
}

/** Whether it is open from midnight to midnight. */
export function isAllDay([span, ...others]: readonly Span[]): boolean {
  return span?.from === 0 && span.to >= dayMinutes && others.length === 0;
}

/** Whether a time, in minutes of a day, is in the morning after it or later: `6:00 am` alone could be either. */
export function isNextMorning(minutes: number): boolean {
  return minutes >= dayMinutes + morningMinutes;
}

/** `08:00–12:00, 14:00–17:30`. */
function spansDigits(spans: readonly Span[]): string {
  return spans.map(({ from, to }) => `${clockDigits(from)}–${clockDigits(to)}`).join(', ');
}

const dayMinutes = 1440;
// Before that it is still the night of the same day.
const morningMinutes = 240;
const daysAhead = 60;

// Closing at or before the opening time means the next day; the same time twice means 24 hours.
function spanOf(open: string, close: string): readonly Span[] {
  const from = minutesOf(open);
  const to = minutesOf(close);
  if (from === undefined || to === undefined) return [];
  return [{ from, to: to > from ? to : to + dayMinutes }];
}

/** The usual spans of each weekday that has any. */
function openDays(business: Business): readonly (readonly Span[])[] {
  return usualWeek.map((day) => usualSpans(business, day)).filter((spans) => spans.length > 0);
}

/** Whether it is open at that minute on every day that has hours; undefined if the days differ. */
export function usuallyOpen(business: Business, minutes: number): boolean | undefined {
  const states = openDays(business).map((spans) =>
    spans.some(({ from, to }) =>
      [minutes, minutes + 1440].some((moment) => moment >= from && moment < to),
    ),
  );
  const [first] = states;
  return states.every((state) => state === first) ? first : undefined;
}

/** The lunch break that all open days share; `none` if no day has one; undefined if they differ. */
export function lunchBreak(business: Business): Span | 'none' | undefined {
  const breaks = openDays(business).flatMap((spans) =>
    spans
      .slice(1)
      .map((span, index) => ({ from: spans[index]?.to ?? 0, to: span.from }))
      .filter(({ from, to }) => from >= 11 * 60 && to <= 16 * 60),
  );
  const [first] = breaks;
  if (first === undefined) return openDays(business).every(coversNoon) ? 'none' : undefined;
  return breaks.every(({ from, to }) => from === first.from && to === first.to) ? first : undefined;
}

function coversNoon(spans: readonly Span[]): boolean {
  return spans.some(({ from, to }) => from <= 12 * 60 && to > 12 * 60);
}

export function isAlwaysOpen(business: Business): boolean {
  const days = openDays(business);
  const isWhole = ({ from, to }: Span) => to - from >= dayMinutes;
  return days.length === usualWeek.length && days.every((spans) => spans.some(isWhole));
}

export function weekText(business: Business, language: Language, mode: Ask['mode']): string {
  const words = hoursWords[language];
  const open: string[] = [];
  const closed: string[] = [];
  const groups = dayGroups(usualWeek, (day) => usualSpans(business, day), language);
  if (isAlwaysOpen(business)) return words.alwaysOpen;
  for (const { name, spans } of groups) {
    const days = groups.length === 1 ? words.everyDay : name;
    if (spans.length === 0) closed.push(days);
    else if (isAllDay(spans)) open.push(`${days} ${words.allDay}`);
    else open.push(`${days} ${spansText(spans, language, mode)}`);
  }
  return words.week(open, closed);
}

/** Days with the same hours, under a name such as `Monday to Friday`. */
export function dayGroups(
  days: readonly Day[],
  spansOf: (day: Day) => readonly Span[],
  language: Language,
) {
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
  const text = spans
    .map(({ from, to }) => {
      const end = isNextMorning(to) ? words.nextDay(clock(to, language)) : clock(to, language);
      return words.span(clock(from, language), end);
    })
    .join(words.and);
  return mode === 'voice' ? text : `${text} (${spansDigits(spans)})`;
}
