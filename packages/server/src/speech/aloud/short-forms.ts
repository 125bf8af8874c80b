/** Abbreviations and signs in full: `Dkt.` is `Daktari`, `e.g.` is `for example`, `*334#` is `star 3 3 4 hash`. */
import type { Language } from '@baraza/contract';
import { digitsInWords } from '../../kernel/language/number-words.ts';
import { applyRules, type Rule } from './rule.ts';

/** Runs before the text is split into sentences: none of these dots ends one, unless it ends the text. */
export function shortFormsSpoken(text: string, language: Language): string {
  return applyRules(text, rules, language);
}

/** Codes such as `*150*00#`; runs before marks of lists and emphasis are removed. */
export function dialCodesSpoken(text: string, language: Language): string {
  return text.replace(/(?<![\p{L}\d*])((?:\*\d{1,12}){1,6})#/gu, (_, code: string) => {
    const { star, hash } =
      language === 'sw' ? { star: 'nyota', hash: 'reli' } : { star: 'star', hash: 'hash' };
    const groups = code.slice(1).split('*');
    return `${groups.map((group) => `${star} ${digitsInWords(group, language)}`).join(' ')} ${hash}`;
  });
}

// As written, without the last dot; in Swahili; in English. A capitalised form stays capitalised.
const forms: ReadonlyMap<string, Readonly<Record<Language, string>>> = new Map(
  `dr|daktari|doctor
  dkt|daktari|doctor
  prof|profesa|professor
  bw|bwana|mister
  bi|bi|miss
  mh|mheshimiwa|honourable
  mhe|mheshimiwa|honourable
  dept|idara|department
  tel|simu|telephone
  e.g|kwa mfano|for example
  i.e|yaani|that is
  k.m|kwa mfano|for example
  k.v|kama vile|such as
  approx|takriban|approximately
  tar|tarehe|date
  s.l.p|sanduku la posta|PO Box`
    .split('\n')
    .map((line) => {
      const [written = '', sw = '', en = ''] = line.trim().split('|');
      return [written, { sw, en }] as const;
    }),
);
const formPattern = [...forms.keys()].map((form) => form.replaceAll('.', '\\.')).join('|');

const rules: readonly Rule[] = [
  [/\bP\.?\s?O\.?\s?Box\b/gi, (_, language) => (language === 'sw' ? 'sanduku la posta' : 'PO Box')],
  [/\bSLP\b/g, ([found = ''], language) => forms.get('s.l.p')?.[language] ?? found],
  [
    new RegExp(`(?<![\\p{L}\\d.])(${formPattern})\\.(?=[\\s,:]|$)(\\s*$)?`, 'giu'),
    ([, form = '', atEnd], language) =>
      withCaseOf(form, forms.get(form.toLowerCase())?.[language] ?? form) +
      (atEnd === undefined ? '' : '.'),
  ],
  // These are the last words of a list, so a capital letter after them begins a sentence.
  [
    /(?<![\p{L}\d.])(?:etc|n\.k)\.?(?=(\s*$|\s+\p{Lu})|[\s,;)])/giu,
    ([, ends], language) =>
      (language === 'sw' ? 'na kadhalika' : 'et cetera') + (ends === undefined ? '' : '.'),
  ],
  // Only after the name of a street. A capital letter after it begins a town or a sentence: both need a pause.
  [
    /(?<=\p{Lu}\p{L}*\s)(St|Ave|Rd|Blvd|Bldg)\b\.?(?=(\s*$)|(\s+\p{Lu})|[\s,;)])/gu,
    ([, place = '', ends, continues]) =>
      `${places.get(place) ?? place}${ends === undefined ? (continues && ',') || '' : '.'}`,
  ],
  [/(?<!\p{L})St\.?\s(?=\p{Lu})/gu, (_, language) => (language === 'sw' ? 'Mtakatifu ' : 'Saint ')],
  [/(?<!\p{L})Mt\.?\s(?=(Kenya|Kilimanjaro|Meru|Elgon)?\p{Lu}?)/gu, mountain],
  [
    /(?<!\p{L})(?:No|Na|Nos)\.\s?(?=\d)/giu,
    (_, language) => (language === 'sw' ? 'namba ' : 'number '),
  ],
  [/(?<![\p{L}\d&])#\s?(?=\d)/gu, (_, language) => (language === 'sw' ? 'namba ' : 'number ')],
  [/(?<!\p{L})([KTU]?Shs?)\.\s?(?=\d)/giu, ([, mark = '']) => `${mark} `],
  [
    /(?<!\d)24\s?\/\s?7(?!\d)/g,
    (_, language) =>
      language === 'sw' ? 'saa ishirini na nne siku saba za wiki' : 'twenty-four seven',
  ],
  [/(?<=\d)\+(?![\d\p{L}])/gu, (_, language) => (language === 'sw' ? ' na zaidi' : ' plus')],
  [/\s&\s|&(?=\s)/g, (_, language) => (language === 'sw' ? ' na ' : ' and ')],
  [/\s@\s?(?=\p{L}{0,4}\s?\$?\d)/gu, (_, language) => (language === 'sw' ? ' kwa ' : ' at ')],
  [/\s=\s/g, (_, language) => (language === 'sw' ? ' sawa na ' : ' equals ')],
  [/\s\+\s/g, (_, language) => (language === 'sw' ? ' na ' : ' plus ')],
  [/(?<![\p{L}\d])[~≈]\s?(?=\d)/gu, (_, language) => (language === 'sw' ? 'kama ' : 'about ')],
  [/\b(and|na)\/(or|au)\b/gi, ([, and = '', or = '']) => `${and} ${or}`],
  [
    /(?<![\p{L}\d/.:])(\p{L}{3,})\/(?=\p{L}{3,}(?![\p{L}/]))/gu,
    ([, word = ''], language) => `${word} ${language === 'sw' ? 'au' : 'or'} `,
  ],
];

const places: ReadonlyMap<string, string> = new Map(
  Object.entries({ St: 'Street', Ave: 'Avenue', Rd: 'Road', Blvd: 'Boulevard', Bldg: 'Building' }),
);

function mountain([, name]: readonly string[], language: Language): string {
  if (language === 'en') return 'Mount ';
  return name === undefined ? 'Mtakatifu ' : 'Mlima ';
}

function withCaseOf(form: string, said: string): string {
  return /^\p{Lu}/u.test(form) ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}
