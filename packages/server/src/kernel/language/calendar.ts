/** Calendar days in the site's time zone. Only `localNow` deals with the zone. */

import { dayMs, type Language, type Weekday, weekdays } from '@baraza/contract/plain';
import { LRUCache } from 'lru-cache';

/** Days since 1970-01-01. */
export type Day = number;

export interface LocalNow {
  readonly day: Day;
  /** Minutes since the day began. */
  readonly minutes: number;
}

/** The current day and time in the site's time zone. */
export function localNow(nowMs: number, timezone: string): LocalNow {
  const fields: { [type: string]: number } = {};
  for (const { type, value } of formatters.memo(timezone).formatToParts(nowMs))
    fields[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = fields;
  return { day: dayOf(year, month, day), minutes: hour * 60 + minute };
}

export function dayOf(year: number, month: number, day: number): Day {
  return Math.floor(Date.UTC(year, month - 1, day) / dayMs);
}

/** The day of a date such as `2026-12-25`. */
export function dayOfDate(date: string): Day {
  return Math.floor(Date.parse(date) / dayMs);
}

export function weekdayOf(day: Day): Weekday {
  // 1970-01-01 was a Thursday.
  return weekdays[(((day + 3) % 7) + 7) % 7] ?? 'mon';
}

/** `2026-12-25`, as the owner writes it. */
export function isoDate(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

export function dateParts(day: Day) {
  const [year = 0, month = 0, date = 0] = isoDate(day).split('-').map(Number);
  return { year, month, date };
}

/** Whether the three numbers are a valid date: 31 June is not. */
export function isDate(year: number, month: number, date: number): boolean {
  if (!(month >= 1 && month <= 12 && date >= 1 && date <= 31)) return false;
  return dateParts(dayOf(year, month, date)).date === date;
}

/** Easter Sunday by the Gregorian rule (Butcher's). */
export function easterOf(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1);
}

export const weekdayNames: {
  readonly [language in Language]: { readonly [day in Weekday]: string };
} = {
  sw: daysNamed('Jumatatu Jumanne Jumatano Alhamisi Ijumaa Jumamosi Jumapili'),
  en: daysNamed('Monday Tuesday Wednesday Thursday Friday Saturday Sunday'),
};

function daysNamed(list: string): { readonly [day in Weekday]: string } {
  const [mon = '', tue = '', wed = '', thu = '', fri = '', sat = '', sun = ''] = list.split(' ');
  return { mon, tue, wed, thu, fri, sat, sun };
}

export const monthNames: { readonly [language in Language]: readonly string[] } = {
  sw: `Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba
    Desemba`.split(/\s+/),
  en: `January February March April May June July August September October November
    December`.split(/\s+/),
};

/** Months by their names and short names, in lower case; January is 1. */
export const monthsByName: ReadonlyMap<string, number> = new Map([
  ['sept', 9],
  ...[...monthNames.sw, ...monthNames.en].flatMap((name, at) =>
    [name, name.slice(0, 3)].map((form) => [form.toLowerCase(), (at % 12) + 1] as const),
  ),
]);

/** Weekdays by their short names. */
export const shortWeekdays: ReadonlyMap<string, Weekday> = new Map(
  [
    'Mon Jtt Jtatu J3',
    'Tue Tues Jnn Jnne J4',
    'Wed Weds Jtn Jtano J5',
    'Thu Thur Thurs Alh',
    'Fri Ijm Iju',
    'Sat Jmosi Jmos Jms J1',
    'Sun Jpili Jpl J2',
  ].flatMap((names, at) => names.split(' ').map((name) => [name, weekdays[at] ?? 'mon'] as const)),
);

/** Weekdays by their names and short names, in lower case. */
export const weekdaysByName: ReadonlyMap<string, Weekday> = new Map(
  [
    ...weekdays.flatMap((day) =>
      [weekdayNames.en, weekdayNames.sw].map((names) => [names[day], day] as const),
    ),
    ...shortWeekdays,
  ].map(([name, day]) => [name.toLowerCase(), day]),
);

/** `25 Desemba`, `25 December`. */
export function dateText(day: Day, language: Language): string {
  const { month, date } = dateParts(day);
  return `${date} ${monthNames[language][month - 1]}`;
}

// Creating a formatter takes as long as answering a hundred questions.
const formatters = new LRUCache<string, Intl.DateTimeFormat>({
  max: 64,
  memoMethod: (timezone) => {
    const numeric = 'numeric';
    const date = { year: numeric, month: numeric, day: numeric } as const;
    const options = { ...date, hour: numeric, minute: numeric, hourCycle: 'h23' } as const;
    try {
      return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timezone });
    } catch {
      return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Africa/Nairobi' });
    }
  },
});
