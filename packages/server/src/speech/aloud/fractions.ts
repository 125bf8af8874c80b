/** Fractions and decimals: `2½` is `mbili na nusu` and `two and a half`, `1/2 cup` is `half a cup`. */
import type { Language } from '@baraza/contract';
import { digitsInWords, numberInWords } from '../../kernel/language/number-words.ts';
import type { Rule } from './rule.ts';

/** One of these signs may follow a number or stand alone. */
export const fractionSigns = '½¼¾⅓⅔';

const signs: {
  readonly [sign: string]: { readonly slash: string } & Readonly<Record<Language, string>>;
} = {
  '½': { slash: '1/2', sw: 'nusu', en: 'a half' },
  '¼': { slash: '1/4', sw: 'robo', en: 'a quarter' },
  '¾': { slash: '3/4', sw: 'robo tatu', en: 'three quarters' },
  '⅓': { slash: '1/3', sw: 'theluthi moja', en: 'a third' },
  '⅔': { slash: '2/3', sw: 'theluthi mbili', en: 'two thirds' },
};

/** `2½`, `2.0`, `1,500`: decimals as they are written. */
export function quantityInWords(written: string, language: Language): string {
  const sign = signs[written.slice(-1)];
  const digits = sign === undefined ? written : written.slice(0, -1);
  if (sign !== undefined && digits === '') return sign[language];
  const [whole = '', decimals = ''] = digits.replaceAll(',', '').split('.');
  const point = /^0{2,}$|^$/.test(decimals)
    ? ''
    : ` ${language === 'sw' ? 'nukta' : 'point'} ${digitsInWords(decimals, language)}`;
  const said = `${numberInWords(Number(whole), language)}${point}`;
  if (sign === undefined) return said;
  return `${said} ${language === 'sw' ? 'na' : 'and'} ${sign[language]}`;
}

/** A part of one thing: `nusu kilo`, `half a kilo`. */
export function partInWords(sign: string, thing: string, language: Language): string {
  const part = signs[sign]?.[language] ?? sign;
  if (language === 'sw') return `${part} ${thing}`;
  const one = `${/^[aeiou]/i.test(thing) ? 'an' : 'a'} ${thing}`;
  if (sign === '½') return `half ${one}`;
  return sign === '¼' ? `${part} ${thing}` : `${part} of ${one}`;
}

export const fractionRules: readonly Rule[] = [
  [
    /(?<![\d/.,])(?:(\d{1,3})\s)?([1-3])[/⁄]([2-4])(?![\d/.]*\d)/g,
    ([found = '', whole = '', over, under]) => {
      const sign = Object.entries(signs).find(([, { slash }]) => slash === `${over}/${under}`)?.[0];
      return sign === undefined ? found : `${whole}${sign}`;
    },
  ],
  // `1/2 cup`, but not `1/2 price`. A unit of measure has its own rule.
  [
    new RegExp(
      `(?<![\\p{L}\\d])([${fractionSigns}])\\s(?!(?:of|the|off|price|board|ya|wa|za|la|cha|kwa)(?!\\p{L}))` +
        '(\\p{Ll}{3,20})(?!\\p{L})',
      'gu',
    ),
    ([, sign = '', thing = ''], language) => partInWords(sign, thing, language),
  ],
  [
    /(?<![\d/.,])(\d{1,3})\/(\d{1,3})(?![\d/])/g,
    ([, over = '', under = ''], language) =>
      [over, language === 'sw' ? 'kati ya' : 'out of', under].join(' '),
  ],
  [/(?<=\d)\/(?=\d)/g, () => ', '],
  // What no other rule takes.
  [
    new RegExp(
      `(\\d{0,6})([${fractionSigns}])(?!\\s?(?:kg|g|gm|ml|l|L|ltrs?|m|km|cm|ft|hrs?)(?!\\p{L}))`,
      'gu',
    ),
    ([, whole = '', sign = ''], language) => quantityInWords(`${whole}${sign}`, language),
  ],
];
