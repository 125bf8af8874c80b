/** Opening hours as spans in minutes since midnight. A span that ends on the next day closes after minute 1440. */
import type { ProfileHours } from '@baraza/contract';
import { type Weekday, weekdays } from '@baraza/contract/plain';

export interface Span {
  readonly open: number;
  readonly close: number;
  /** Whether the owner has said that it closes on the next day. */
  readonly isNextDay?: boolean;
}

export type Week = Readonly<Record<Weekday, readonly Span[]>>;

/** Hours counted since midnight, or since sunrise as in Swahili. */
export type Clock = 'day' | 'swahili';

export const dayMinutes = 1_440;

export const usualHours: readonly ProfileHours[] = [
  { days: weekdays.slice(0, 6), open: '08:00', close: '18:00' },
];

export function weekOf(hours: readonly ProfileHours[]): Week {
  const spansOn = (day: Weekday) =>
    hours
      .filter(({ days }) => days.includes(day))
      .map(({ open, close, nextDay = false }) => {
        const [from, to] = [minutesOf(open), minutesOf(close)];
        return to > from
          ? { open: from, close: to }
          : { open: from, close: to + dayMinutes, isNextDay: nextDay };
      });
  return Object.fromEntries(
    weekdays.map((day) => [day, mergedSpans(spansOn(day))]),
  ) as unknown as Week;
}

/** Joins days with the same times into one item, in the order of the week. */
export function hoursOf(week: Week): readonly ProfileHours[] {
  const groups = new Map<string, ProfileHours & { days: Weekday[] }>();
  for (const day of weekdays)
    for (const { open, close, isNextDay } of week[day]) {
      const key = `${open} ${close} ${isNextDay}`;
      const group = groups.get(key) ?? {
        days: [],
        open: timeOf(open),
        close: timeOf(close),
        ...(isNextDay && close > dayMinutes ? { nextDay: true } : {}),
      };
      group.days.push(day);
      groups.set(key, group);
    }
  return [...groups.values()];
}

/** The spans of a day after a part of it was opened or closed. */
export function painted(
  spans: readonly Span[],
  from: number,
  to: number,
  isOpen: boolean,
): readonly Span[] {
  if (isOpen) return mergedSpans([...spans, { open: from, close: to }]);
  return mergedSpans(
    spans.flatMap((span) => [
      { ...span, close: Math.min(span.close, from) },
      { ...span, open: Math.max(span.open, to) },
    ]),
  ).filter(({ open }) => open < dayMinutes);
}

/** The part of an hour that is open, from 0 to 1; undefined if none is. */
export function openPart(
  spans: readonly Span[],
  hour: number,
): { readonly from: number; readonly to: number } | undefined {
  const start = hour * 60;
  const found = spans.find(({ open, close }) => open < start + 60 && close > start);
  if (found === undefined) return undefined;
  return {
    from: Math.max(0, found.open - start) / 60,
    to: Math.min(60, found.close - start) / 60,
  };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

export function timeOf(minutes: number): string {
  const inDay = minutes > dayMinutes ? minutes - dayMinutes : minutes;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}

/** `8`, `830`, `0830`, `8:30` and `8.30`; undefined for anything else. */
export function minutesIn(text: string): number | undefined {
  const [, hours, minutes = '0'] = /^(\d{1,2}?)(?:[:.]?(\d\d))?$/.exec(text.trim()) ?? [];
  const all = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && all <= dayMinutes ? all : undefined;
}

/** The hour as it is counted since sunrise: 08:00 is the second hour of the morning. */
export function swahiliTime(time: string): string {
  const minutes = minutesOf(time) % dayMinutes;
  const hour = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const count = (hour + 6) % 12 || 12;
  return `saa ${count}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`} ${partOfDay(hour)}`;
}

function partOfDay(hour: number): string {
  if (hour < 4 || hour >= 19) return 'usiku';
  if (hour < 6) return 'alfajiri';
  if (hour < 12) return 'asubuhi';
  return hour < 16 ? 'mchana' : 'jioni';
}

function mergedSpans(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.open - other.open)) {
    const last = all.at(-1);
    if (span.close <= span.open) continue;
    if (last !== undefined && span.open <= last.close)
      all[all.length - 1] = {
        ...last,
        ...span,
        open: last.open,
        close: Math.max(last.close, span.close),
      };
    else all.push(span);
  }
  return all;
}
