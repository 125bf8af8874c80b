/** Formats numbers, sizes and times in the current language. */
import { language } from './language.ts';

const locales = { sw: 'sw-KE', en: 'en-KE' } as const;

// Creating a formatter takes longer than rendering a row.
const formats = new Map<string, unknown>();

function cachedFormat<Format>(name: string, make: (locale: string) => Format): Format {
  const locale = locales[language.value];
  const key = `${name} ${locale}`;
  if (!formats.has(key)) formats.set(key, make(locale));
  return formats.get(key) as Format;
}

export function count(value: number): string {
  return cachedFormat('count', (locale) => new Intl.NumberFormat(locale)).format(value);
}

/** "1 record", "2 records", in English only. The number is already formatted. */
export function plural(number: string, noun: string): string {
  return `${number} ${noun}${number === '1' ? '' : 's'}`;
}

export function share(value: number): string {
  const format = cachedFormat(
    'share',
    (locale) => new Intl.NumberFormat(locale, { style: 'percent' }),
  );
  return format.format(value);
}

export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const step = value < 1 ? 0 : Math.min(Math.floor(Math.log(value) / Math.log(1024)), 4);
  const scaled = value / 1024 ** step;
  const digits = step === 0 || scaled >= 100 ? 0 : 1;
  const format = cachedFormat(
    `bytes ${digits}`,
    (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits }),
  );
  return `${format.format(scaled)} ${units[step]}`;
}

/** The day of a point in time, or a date without a time. */
export function day(time: string | Date): string {
  const format = cachedFormat(
    'day',
    (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
  );
  // `new Date` reads a date without a time as midnight UTC, which is the day before in time zones west of Greenwich.
  const isDate = typeof time === 'string' && /^\d{4}-\d\d-\d\d$/.test(time);
  return unbroken(format.format(new Date(isDate ? `${time}T00:00` : time)));
}

/** Keeps a date on one line; only the time after a comma may move to the next line. */
function unbroken(date: string): string {
  return date.replaceAll(/(?<!,) /g, '\u00a0');
}

/** "17 Nov", of a date without a time. */
export function shortDay(date: string): string {
  const format = cachedFormat(
    'short day',
    (locale) =>
      new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  );
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** "November 2026". */
export function monthOf(time: Date): string {
  const format = cachedFormat(
    'month',
    (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }),
  );
  return format.format(time);
}

export function moment(time: string | Date): string {
  const format = cachedFormat(
    'moment',
    (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  );
  return unbroken(format.format(new Date(time)));
}

const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "5 minutes ago"; a date after a week. */
export function ago(time: string | Date, now: Date = new Date()): string {
  const seconds = (new Date(time).getTime() - now.getTime()) / 1_000;
  if (Math.abs(seconds) > 7 * 86_400) return day(time);
  const format = cachedFormat(
    'ago',
    (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  );
  for (const [unit, length] of spans)
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  return format.format(0, 'second');
}
