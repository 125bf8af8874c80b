import type { Language } from '@baraza/contract';

/** A number in words: 1,500 is `elfu moja mia tano` and `one thousand five hundred`. */
export function numberInWords(value: number, language: Language): string {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e12)
    return digitsInWords(String(value), language);
  const [whole = '0', decimals] = String(Math.abs(value)).split('.');
  const inWords = language === 'sw' ? swahili(Number(whole)) : english(Number(whole));
  const sign = value < 0 ? (language === 'sw' ? 'hasi ' : 'minus ') : '';
  if (decimals === undefined) return sign + inWords;
  const point = language === 'sw' ? 'nukta' : 'point';
  return `${sign}${inWords} ${point} ${digitsInWords(decimals, language)}`;
}

/** Digits one by one, for telephone numbers and codes; groups are separated by a comma. */
export function digitsInWords(digits: string, language: Language): string {
  const names = language === 'sw' ? swahiliUnits : englishUnits;
  return digits
    .split(/\D+/)
    .filter((group) => group !== '')
    .map((group) => [...group].map((digit) => names[Number(digit)]).join(' '))
    .join(', ');
}

/** A year in words: English reads 1995 and 2026 in two halves, but not 2005. */
export function yearInWords(year: number, language: Language): string {
  const [century, rest] = [Math.floor(year / 100), year % 100];
  if (language === 'sw' || (century % 10 === 0 && rest < 10)) return numberInWords(year, language);
  if (rest === 0) return `${english(century)} hundred`;
  return `${english(century)} ${rest < 10 ? `oh ${english(rest)}` : english(rest)}`;
}

/** `twenty-second`, in English only: Swahili puts a word before the number instead. */
export function ordinalInWords(value: number): string {
  const cardinal = english(value);
  const ending = Object.keys(ordinalEndings).find((each) => cardinal.endsWith(each)) ?? '';
  return `${cardinal.slice(0, cardinal.length - ending.length)}${ordinalEndings[ending] ?? 'th'}`;
}

const ordinalEndings: { readonly [ending: string]: string } = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth' },
  ...{ nine: 'ninth', twelve: 'twelfth', y: 'ieth' },
};

interface Counted {
  readonly value: number;
  /** The number of words that were read. */
  readonly used: number;
}

/** The value of number words: `mbili` is 2, `kumi na moja` 11, `twenty-five` 25. Starts at the first word. */
export function numberFromWords([first, ...rest]: readonly string[]): Counted | undefined {
  if (first === undefined) return undefined;
  if (/^\d{1,4}$/.test(first)) return { value: Number(first), used: 1 };
  const tens = tensOf(first);
  if (tens === undefined) {
    const unit = unitOf(first);
    return unit === undefined ? undefined : { value: unit, used: 1 };
  }
  const link = rest[0] === 'na' ? 2 : 1;
  const unit = unitOf(rest[link - 1] ?? '');
  // Only a number below ten is added to the tens: `kumi na nusu` is half past four, not a number.
  const joins = unit !== undefined && unit > 0 && unit < 10 && (link === 2 || tens > 10);
  return joins ? { value: tens + unit, used: link + 1 } : { value: tens, used: 1 };
}

/** Replaces number words by digits: `lita mia tano` becomes `lita 500`. Numbers below a hundred stay words. */
export function digitsForWords(plain: string): string {
  const words = plain.split(' ');
  const converted: string[] = [];
  for (let index = 0; index < words.length; ) {
    const number = largeNumber(words.slice(index, index + 12));
    converted.push(number ? String(number.value) : (words[index] ?? ''));
    index += number?.used ?? 1;
  }
  return converted.join(' ');
}

/** Any number in words, from the first word on. Ordinals (`second`) and digits do not count. */
export function spelledNumber(words: readonly string[]): Counted | undefined {
  const [first = ''] = words;
  if (/^(?:\d|na$|and$)/.test(first) || ordinals.has(first)) return undefined;
  return largeNumber(words) ?? numberFromWords(words);
}

/** Hundreds and more: `elfu moja mia tano`, `two thousand three hundred`. */
function largeNumber(words: readonly string[]): Counted | undefined {
  let value = 0;
  let used = 0;
  for (;;) {
    const from = words[used] === 'na' || words[used] === 'and' ? used + 1 : used;
    // Swahili puts the thousand before its count, English after it.
    const before = scaleOf(words[from], swahiliScales);
    const count = numberFromWords(words.slice(before === undefined ? from : from + 1));
    const after = count && scaleOf(words[from + count.used], englishScales);
    if (before !== undefined) value += before * (count?.value ?? 1);
    else if (count && after !== undefined) value += count.value * after;
    else if (used > 0 && count && count.value < 100)
      return { value: value + count.value, used: from + count.used };
    else return used > 0 ? { value, used } : undefined;
    used = from + 1 + (count?.used ?? 0);
  }
}

type Scales = readonly (readonly [number, string])[];

function scaleOf(word: string | undefined, scales: Scales): number | undefined {
  return scales.find(([size, name]) => name === word && size < 1e9)?.[0];
}

const swahiliScales = scalesIn('1e9 bilioni, 1e6 milioni, 1e5 laki, 1e3 elfu, 100 mia');
const englishScales = scalesIn('1e9 billion, 1e6 million, 1e3 thousand, 100 hundred');

function scalesIn(table: string): Scales {
  return table.split(', ').map((row) => {
    const [size, name = ''] = row.split(' ');
    return [Number(size), name];
  });
}

const swahiliUnits = 'sifuri moja mbili tatu nne tano sita saba nane tisa kumi'.split(' ');
const swahiliTens =
  ' kumi ishirini thelathini arobaini hamsini sitini sabini themanini tisini'.split(' ');
const englishUnits =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen`.split(/\s+/);
/** The names of the hours: `one` to `twelve`. */
export const englishHours = englishUnits.slice(1, 13);
const englishTens = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

// Larger units come first, each name before its count; `na` precedes the last part below a hundred.
function swahili(value: number): string {
  const parts: string[] = [];
  let rest = value;
  for (const [size, name] of swahiliScales) {
    if (rest < size) continue;
    parts.push(`${name} ${swahili(Math.floor(rest / size))}`);
    rest %= size;
  }
  const isRound = rest === 0 && parts.length > 0;
  const last = isRound ? (parts.pop() ?? '') : swahiliBelowHundred(rest);
  if (parts.length === 0) return last;
  const isJoined = isRound ? last.startsWith('elfu') : !last.includes(' na ');
  return `${parts.join(' ')} ${isJoined ? 'na ' : ''}${last}`;
}

function swahiliBelowHundred(value: number): string {
  if (value <= 10) return swahiliUnits[value] ?? '';
  const tens = swahiliTens[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? tens : `${tens} na ${swahiliUnits[value % 10]}`;
}

function english(value: number): string {
  if (value < 20) return englishUnits[value] ?? '';
  if (value < 100) {
    const tens = englishTens[Math.floor(value / 10)] ?? '';
    return value % 10 === 0 ? tens : `${tens}-${englishUnits[value % 10]}`;
  }
  const [size, name] = englishScales.find(([least]) => value >= least) ?? [100, 'hundred'];
  const rest = value % size;
  const head = `${english(Math.floor(value / size))} ${name}`;
  if (rest === 0) return head;
  return `${head} ${rest < 100 ? 'and ' : ''}${english(rest)}`;
}

function tensOf(word: string): number | undefined {
  const [tens = '', unit] = word.split('-');
  if (unit !== undefined && unit !== '') return undefined;
  const index = Math.max(swahiliTens.indexOf(tens), englishTens.indexOf(tens));
  return index > 0 ? index * 10 : undefined;
}

function unitOf(word: string): number | undefined {
  const index = Math.max(swahiliUnits.indexOf(word), englishUnits.indexOf(word));
  if (index >= 0) return index;
  // Numbers agree with what is counted: watu wawili, vitu vitatu.
  const counted = /^(?:wa|mi|vi|ma|m|ki)(moja|wili|tatu|nne|tano|nane)$/.exec(word)?.[1];
  if (counted !== undefined) return counted === 'wili' ? 2 : swahiliUnits.indexOf(counted);
  return ordinals.get(word);
}

const ordinals: ReadonlyMap<string, number> = new Map(
  [
    'mosi first',
    'pili second',
    ...'third fourth fifth sixth seventh eighth ninth tenth'.split(' '),
  ].flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
);
