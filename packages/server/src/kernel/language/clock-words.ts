/** Time of day in both languages. Swahili counts hours from dawn: 08:00 is `saa mbili asubuhi`. */
import type { Language } from '@baraza/contract';
import { numberInWords } from './number-words.ts';

/** Minutes of the day as written: `saa mbili asubuhi`, `8:00 am`. */
export function clockText(minutes: number, language: Language): string {
  if (language === 'sw') return clockSpoken(minutes, 'sw');
  const { hour, minute } = parts(minutes);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}

/** Minutes of the day as spoken: `saa tatu kasorobo asubuhi`, `half past five in the afternoon`. */
export function clockSpoken(minutes: number, language: Language): string {
  const { hour, minute } = parts(minutes);
  if (language === 'en') {
    if (minute === 0 && hour === 12) return 'noon';
    if (minute === 0 && hour === 0) return 'midnight';
    return `${englishMinute(hour % 12 || 12, minute)} ${englishPeriod(hour)}`;
  }
  const toNext = minute === 45;
  const saa = (hour + (toNext ? 7 : 6)) % 12 || 12;
  return `saa ${numberInWords(saa, 'sw')}${swahiliMinute(minute)} ${swahiliPeriod(hour)}`;
}

/** `08:00`; a time after midnight wraps to the next day. */
export function clockDigits(minutes: number): string {
  const { hour, minute } = parts(minutes);
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Minutes of the day of `17:30`; undefined if it is not a time. */
export function minutesOf(clock: string): number | undefined {
  const found = /^(\d{1,2}):(\d{2})/.exec(clock);
  if (found === null) return undefined;
  const minutes = Number(found[1]) * 60 + Number(found[2]);
  return minutes <= 24 * 60 ? minutes : undefined;
}

/**
 * Minutes of the day of an hour that is counted from dawn: both that it can mean, or one if the part of the day is
 * named. `saa kumi alfajiri` is four in the morning, `saa kumi jioni` four in the afternoon.
 */
export function swahiliMinutes(
  hour: number,
  minute: number,
  part: string | undefined,
): readonly number[] {
  const day = ((hour % 12) + 6) * 60 + minute;
  const night = (day + 720) % 1440;
  const middle = part && middles[part];
  if (!middle) return [day, night];
  return [away(day, middle * 60) <= away(night, middle * 60) ? day : night];
}

const middles: { readonly [period: string]: number } = {
  ...{ alfajiri: 5, asubuhi: 9, mchana: 13, alasiri: 16, jioni: 17.5, usiku: 23.5 },
};

function away(minutes: number, middle: number): number {
  const apart = Math.abs(minutes - middle);
  return Math.min(apart, 1440 - apart);
}

function parts(minutes: number): { readonly hour: number; readonly minute: number } {
  const inDay = ((minutes % 1440) + 1440) % 1440;
  return { hour: Math.floor(inDay / 60), minute: inDay % 60 };
}

function englishMinute(hour: number, minute: number): string {
  const [at, next] = [numberInWords(hour, 'en'), numberInWords((hour % 12) + 1, 'en')];
  if (minute === 0) return at;
  if (minute === 15) return `quarter past ${at}`;
  if (minute === 30) return `half past ${at}`;
  if (minute === 45) return `quarter to ${next}`;
  return `${at} ${minute < 10 ? 'oh ' : ''}${numberInWords(minute, 'en')}`;
}

function englishPeriod(hour: number): string {
  if (hour < 12) return 'in the morning';
  if (hour < 17) return 'in the afternoon';
  return hour < 21 ? 'in the evening' : 'at night';
}

export function swahiliMinute(minute: number): string {
  if (minute === 0) return '';
  if (minute === 15) return ' na robo';
  if (minute === 30) return ' na nusu';
  if (minute === 45) return ' kasorobo';
  return ` na dakika ${numberInWords(minute, 'sw')}`;
}

function swahiliPeriod(hour: number): string {
  if (hour < 4 || hour >= 19) return 'usiku';
  if (hour < 6) return 'alfajiri';
  if (hour < 12) return 'asubuhi';
  return hour < 16 ? 'mchana' : 'jioni';
}
