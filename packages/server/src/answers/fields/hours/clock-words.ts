/** Time of day in both languages. Swahili counts hours from dawn: 08:00 is `saa mbili asubuhi`. */
import type { Language } from '@baraza/contract';
import { numberFromWords, numberInWords } from '../number-words.ts';

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

/** A time in a visitor's question. */
interface NamedTime {
  /** Minutes of the day: two if morning or afternoon was not specified. */
  readonly minutes: readonly number[];
  /** The question without the time. */
  readonly rest: string;
}

/** Finds the time in a normalised question. `saa mbili` counts from dawn, `8 pm` and `20:00` from midnight. */
export function namedTime(folded: string): NamedTime | undefined {
  return swahiliTime(folded) ?? englishTime(folded);
}

function swahiliTime(folded: string): NamedTime | undefined {
  const found = /\bsaa\s+(\d{1,2})(?:[:.](\d{2}))?\b|\bsaa\s+(?=[a-z])/.exec(folded);
  if (found === null) return undefined;
  const before = folded.slice(0, found.index);
  let after = folded.slice(found.index + found[0].length);
  let hour = found[1] === undefined ? undefined : Number(found[1]);
  let minute = Number(found[2] ?? 0);
  if (hour === undefined) {
    const words = after.split(/\s+/);
    const number = numberFromWords(words);
    if (number === undefined || number.value < 1 || number.value > 12) return undefined;
    hour = number.value;
    after = words.slice(number.used).join(' ');
  }
  const past = /^\s*(na nusu|nusu|na robo|kaso(?:ro )?robo|na dakika (\w+))\b/.exec(after);
  if (past !== null) {
    minute = minutesPast(past[1] ?? '', past[2]);
    after = after.slice(past[0].length);
  }
  const english = /^\s*(am|pm)\b/.exec(after);
  if (english !== null || hour > 12) {
    const minutes = hour > 12 ? hour * 60 + minute : fromTwelve(hour, minute, english?.[1]);
    return minutes < 1440
      ? { minutes: [minutes], rest: `${before} ${after.slice(english?.[0].length ?? 0)}` }
      : undefined;
  }
  const period = /^\s*(?:ya |za )?(alfajiri|asubuhi|mchana|alasiri|jioni|usiku)\b/.exec(after);
  const rest = `${before} ${period === null ? after : after.slice(period[0].length)}`;
  const day = ((hour % 12) + 6) * 60 + minute;
  const night = (day + 720) % 1440;
  if (period === null) return { minutes: [day, night], rest };
  return { minutes: [fitting(period[1] ?? '', day, night)], rest };
}

// `saa kumi alfajiri` is four in the morning, `saa kumi jioni` four in the afternoon: the part of the day decides
// between the two.
function fitting(period: string, day: number, night: number): number {
  const middle = (middles[period] ?? 12) * 60;
  return away(day, middle) <= away(night, middle) ? day : night;
}

const middles: { readonly [period: string]: number } = {
  ...{ alfajiri: 5, asubuhi: 9, mchana: 13, alasiri: 16, jioni: 17.5, usiku: 23.5 },
};

function away(minutes: number, middle: number): number {
  const apart = Math.abs(minutes - middle);
  return Math.min(apart, 1440 - apart);
}

function minutesPast(words: string, count: string | undefined): number {
  if (words.endsWith('nusu')) return 30;
  if (words.startsWith('kaso')) return -15;
  if (words === 'na robo') return 15;
  return numberFromWords([count ?? ''])?.value ?? 0;
}

function englishTime(folded: string): NamedTime | undefined {
  const spoken = /\b(noon|midday|midnight)\b/.exec(folded);
  if (spoken !== null)
    return { minutes: [spoken[1] === 'midnight' ? 0 : 720], rest: cut(folded, spoken) };
  const whole = halfNamed.exec(folded);
  if (whole !== null) {
    const minutes = fromTwelve(value(whole[1]), Number(whole[2] ?? 0), halfOf(whole[3], whole[4]));
    return minutes < 1440 ? { minutes: [minutes], rest: cut(folded, whole) } : undefined;
  }
  const alone = hourAlone.exec(folded);
  if (alone === null) return undefined;
  const [named, minute] = [value(alone[1] ?? alone[3]), Number(alone[2] ?? alone[4] ?? 0)];
  if (named > 23 || minute > 59) return undefined;
  const exact = named > 12 || named === 0 || /^0/.test(alone[1] ?? alone[3] ?? '');
  const morning = (named % 12) * 60 + minute;
  return {
    minutes: exact ? [named * 60 + minute] : [morning, morning + 720],
    rest: cut(folded, alone),
  };
}

const hourWord = '(\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const before = '(?:at|by|past|after|before|until|till)';
const halfNamed = new RegExp(
  `\\b(?:${before} )?${hourWord}(?:[:.](\\d{2}))?(?:\\s*(a\\.?m\\b\\.?|p\\.?m\\b\\.?)|\\s+(?:in the |at ` +
    ')?(morning|afternoon|evening|night))',
);
const hourAlone = new RegExp(
  `\\b${before}\\s+${hourWord}(?:[:.](\\d{2}))?\\b(?! ?(?:people|persons|days|hours))|\\b(\\d{1,2}):(\\d{2})\\b`,
);

function halfOf(letters: string | undefined, words: string | undefined): string {
  if (letters !== undefined) return letters.startsWith('a') ? 'am' : 'pm';
  return words === 'morning' ? 'am' : 'pm';
}

function fromTwelve(hour: number, minute: number, half: string | undefined): number {
  if (hour > 12) return hour * 60 + minute;
  return ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute;
}

function value(word: string | undefined): number {
  return numberFromWords([word ?? ''])?.value ?? 99;
}

/** The text without the match. */
export function cut(text: string, found: RegExpExecArray): string {
  return `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
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
