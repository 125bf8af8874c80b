import { dayMs } from '@baraza/contract/plain';

/** Milliseconds since 1970. Passed in, so that tests control the time. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

let day = { number: Number.NaN, text: '' };

/**
 * `2026-11-15T04:48:45.242Z`. A list of records asks for thousands of these, most of one day, so
 * the date text is cached and only the time of day is formatted.
 */
export function isoTime(atMs: number): string {
  const number = Math.floor(atMs / dayMs);
  if (number !== day.number) day = { number, text: new Date(atMs).toISOString().slice(0, 11) };
  const ms = atMs - number * dayMs;
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hour = twoDigits[Math.floor(minutes / 60)];
  const minute = twoDigits[minutes % 60];
  return `${day.text}${hour}:${minute}:${twoDigits[seconds % 60]}.${padded3(ms % 1000)}Z`;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

function padded3(number: number): string {
  return number > 99 ? String(number) : number > 9 ? `0${number}` : `00${number}`;
}
