/** Finds the time in a question. Swahili counts hours from dawn: `saa mbili` is eight o'clock. */
import { swahiliMinutes } from '../../../kernel/language/clock-words.ts';
import { englishHours, numberFromWords } from '../../../kernel/language/number-words.ts';

/** A time in a visitor's question. */
interface NamedTime {
  /** Minutes since midnight; two values if the question does not tell whether it means am or pm. */
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
  return { minutes: swahiliMinutes(hour, minute, period?.[1]), rest };
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
  const found = timeWithDayHalf.exec(folded);
  if (found !== null) {
    const minutes = fromTwelve(value(found[1]), Number(found[2] ?? 0), amOrPm(found[3], found[4]));
    return minutes < 1440 ? { minutes: [minutes], rest: cut(folded, found) } : undefined;
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

const hourWord = `(\\d{1,2}|${englishHours.join('|')})`;
const before = '(?:at|by|past|after|before|until|till)';
// Such as 8 pm or 8 in the morning.
const timeWithDayHalf = new RegExp(
  `\\b(?:${before} )?${hourWord}(?:[:.](\\d{2}))?(?:\\s*(a\\.?m\\b\\.?|p\\.?m\\b\\.?)|\\s+(?:in the |at ` +
    ')?(morning|afternoon|evening|night))',
);
// Such as at 8 or 8:30.
const hourAlone = new RegExp(
  `\\b${before}\\s+${hourWord}(?:[:.](\\d{2}))?\\b(?! ?(?:people|persons|days|hours))|\\b(\\d{1,2}):(\\d{2})\\b`,
);

function amOrPm(letters: string | undefined, words: string | undefined): string {
  if (letters !== undefined) return letters.startsWith('a') ? 'am' : 'pm';
  return words === 'morning' ? 'am' : 'pm';
}

function fromTwelve(hour: number, minute: number, amPm: string | undefined): number {
  if (hour > 12) return hour * 60 + minute;
  return ((hour % 12) + (amPm === 'pm' ? 12 : 0)) * 60 + minute;
}

function value(word: string | undefined): number {
  return numberFromWords([word ?? ''])?.value ?? 99;
}

/** The text without the match. */
export function cut(text: string, found: RegExpExecArray): string {
  return `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
}
