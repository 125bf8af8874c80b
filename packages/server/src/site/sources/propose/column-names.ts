/** The meaning of table columns, by their names in English and Swahili. */
import { longPattern } from '../../../kernel/long-pattern.ts';
import { currencyIn, withoutCurrencies } from './price-text.ts';

type ColumnKind = 'item' | 'price' | 'currency' | 'unit' | 'note' | 'question' | 'answer';

export type Column = ReturnType<typeof readColumn>;

const kinds: readonly (readonly [ColumnKind, RegExp])[] = [
  ['question', /^(?:questions?|q|faqs?|swali|maswali|inquiry)$/],
  ['answer', /^(?:answers?|a|response|reply|jibu|majibu)$/],
  ['currency', /^(?:currency|sarafu|fedha ya)$/],
  ['unit', /^(?:units?|per|kipimo|uom|unit of measure|measure|pack size|size|kiasi kwa)$/],
  ['note', /^(?:notes?|remarks?|comments?|description|details|maelezo|maoni|dokezo)$/],
  [
    'price',
    longPattern()`
      ^(?:(?:unit |selling |retail |our |new |total )?prices?(?: per \w+)?|cost|costs|amount|fees?
      |rate|charges?|tariff|bei|bei ya \w+|gharama|ada|karo|kiasi|malipo|nauli|per (?:term|year
      |month|day|night|person|kg|hour|class|session))$`,
  ],
  [
    'item',
    longPattern()`
      ^(?:items?|products?|product name|item name|names?|services?|goods|dish|meals?|drinks?|food
      |menu|class|grade|level|course|room|room type|treatment|procedure|test|bidhaa|jina
      |jina la bidhaa|huduma|kitu|vitu|chakula|kinywaji|darasa|kozi|chumba|matibabu|article
      |description of goods|particulars|programme)$`,
  ],
];

const swahiliNames = /^(?:swali|maswali|jibu|majibu)/;

/** For questions and answers, `language` is the one that the column name is in, or that it names. */
export function readColumn(header: string) {
  const name = header.replaceAll(/\s+/g, ' ').trim();
  const lower = name.toLowerCase().replaceAll('_', ' ');
  const currency = currencyIn(name);
  const language = /\b(?:sw|kiswahili|swahili)\b|\bsw$/.test(lower)
    ? 'sw'
    : /\b(?:en|english|kiingereza|eng)\b/.test(lower)
      ? 'en'
      : undefined;
  const bare = withoutCurrencies(lower)
    .replaceAll(/\([^()]{0,100}\)|\[[^[\]]{0,100}\]/g, ' ')
    .replaceAll(/\b(?:sw|en|kiswahili|swahili|english|kiingereza|eng)\b/g, ' ')
    .replaceAll(/[^\p{L}\d ]/gu, ' ')
    .replaceAll(/\b(?:in|kwa)\b/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const kind =
    kinds.find(([, pattern]) => pattern.test(bare))?.[0] ??
    (bare === '' && currency !== '' ? 'price' : undefined);
  const isFaq = kind === 'question' || kind === 'answer';
  const own = swahiliNames.test(bare) ? 'sw' : 'en';
  return { kind, name, currency, language: language ?? (isFaq ? own : undefined) };
}

/** Whether a heading says that prices follow. */
export function namesPrices(text: string): boolean {
  return longPattern('i')`
    \b(?:price|prices|pricing|price list|fees?|tariff|rates?|charges|menu|costs?|bei|ada|karo
    |gharama|nauli|orodha ya bei|menyu)\b`.test(text);
}
