import {
  amountFromWords,
  type Bilingual,
  type Language,
  languages,
  type Profile,
  type ProfileFact,
  type ProfileFaq,
  type ProfilePrice,
  siteLimits,
} from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import { createIds, type MakeId } from './entry-ids.ts';
import { bilingualText, fieldProblem, list, plainText, webAddress } from './field-values.ts';

type Input = { readonly [field: string]: unknown };

/** The entries of a profile. Their ids are those of the sources of answers, and differ from `taken`. */
export function readEntries(input: Input, taken: readonly string[]) {
  const all = [input.facts, input.faqs, input.documents].filter(Array.isArray).flat();
  const makeId = createIds(all, ['profile', ...taken]);
  return {
    facts: entries(input.facts, 'facts', (item, place) => titledEntry('fact', item, place, makeId)),
    faqs: entries(input.faqs, 'faqs', (item, place) => faq(item, place, makeId)),
    documents: entries(input.documents, 'documents', (item, place) =>
      titledEntry('doc', item, place, makeId),
    ),
  };
}

function entries<Item>(
  value: unknown,
  field: string,
  read: (item: unknown, place: string) => Item,
): readonly Item[] {
  return list(value, field, siteLimits.entriesMax, read);
}

function titledEntry(prefix: string, value: unknown, place: string, makeId: MakeId): ProfileFact {
  const item: unknown = typeof value === 'string' ? { text: value } : value;
  if (!isObject(item)) throw fieldProblem(place, 'must be an object with title and text');
  const title = bilingualText(item.title, `${place}.title`, siteLimits.sentenceCharactersMax);
  const text = requiredText(item.text, `${place}.text`, siteLimits.textCharactersMax);
  const first = title === '' ? text : title;
  return {
    id: makeId(prefix, item.id, place, JSON.stringify(first)),
    title,
    text,
    ...optionalFields(item, place),
  };
}

function faq(item: unknown, place: string, makeId: MakeId): ProfileFaq {
  if (!isObject(item)) throw fieldProblem(place, 'must be an object with question and answer');
  const question = requiredText(
    item.question,
    `${place}.question`,
    siteLimits.sentenceCharactersMax,
  );
  const answer = requiredText(item.answer, `${place}.answer`, siteLimits.textCharactersMax);
  const alternatives = list(
    item.alternatives,
    `${place}.alternatives`,
    siteLimits.alternativesMax,
    (other, at) => bilingualText(other, at, siteLimits.sentenceCharactersMax),
  ).flatMap((other) => (typeof other === 'string' ? other : Object.values(other)));
  const others = [...new Set(alternatives)].filter((other) => other !== '');
  return {
    id: makeId('faq', item.id, place, JSON.stringify(question)),
    question,
    answer,
    ...optionalFields(item, place),
    ...(others.length === 0 ? {} : { alternatives: others }),
    ...(item.taught === true ? { taught: true } : {}),
  };
}

function requiredText(value: unknown, field: string, max: number): Bilingual {
  const text = bilingualText(value, field, max);
  if (text === '') throw fieldProblem(field, 'must not be empty');
  return text;
}

function optionalFields(
  item: Input,
  place: string,
): { readonly url?: string; readonly language?: Language } {
  const url = webAddress(item.url, `${place}.url`);
  const spoken = plainText(item.language, `${place}.language`, 10);
  const language = languages.find((known) => known === spoken);
  if (spoken !== '' && language === undefined)
    throw fieldProblem(`${place}.language`, 'must be sw or en');
  return { ...(url === '' ? {} : { url }), ...(language === undefined ? {} : { language }) };
}

/** Prices, each with a unique id. */
export function readPrices(value: unknown, field: string): readonly ProfilePrice[] {
  const makeId = createIds(Array.isArray(value) ? value : [], []);
  return list(value, field, siteLimits.pricesMax, (item, place) => readPrice(item, place, makeId));
}

/** Adds ids to prices that were saved without, the same as saving them again would. */
export function withPriceIds(profile: Profile): Profile {
  const { prices } = profile;
  if (prices.every(({ id }: Partial<ProfilePrice>) => id !== undefined)) return profile;
  const makeId = createIds(prices, []);
  const named = prices.map((price) => ({
    ...price,
    id: makeId('price', price.id, 'prices', contentOf(price)),
  }));
  return { ...profile, prices: named.map(({ id, ...price }) => ({ id, ...price })) };
}

function readPrice(item: unknown, place: string, makeId: MakeId): ProfilePrice {
  if (!isObject(item)) throw fieldProblem(place, 'must be an object with item, price and currency');
  const unit = bilingualText(item.unit, `${place}.unit`, siteLimits.shortCharactersMax);
  const note = bilingualText(item.note, `${place}.note`, siteLimits.sentenceCharactersMax);
  const thing = bilingualText(item.item, `${place}.item`, siteLimits.shortCharactersMax);
  if (thing === '') throw fieldProblem(`${place}.item`, 'must not be empty');
  const price = {
    item: thing,
    price: amount(item.price, `${place}.price`),
    currency: plainText(item.currency, `${place}.currency`, 12),
    ...(unit === '' ? {} : { unit }),
    ...(note === '' ? {} : { note }),
  };
  return { id: makeId('price', item.id, place, contentOf(price)), ...price };
}

// The item and its unit identify a price; the amount may change.
function contentOf({ item, unit }: Pick<ProfilePrice, 'item' | 'unit'>): string {
  return JSON.stringify(unit === undefined ? [item] : [item, unit]);
}

function amount(value: unknown, place: string): number | string {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  const text = typeof value === 'string' ? plainText(value, place, 100) : '';
  // Visitors then read one form of all prices, and can ask for a total.
  if (text !== '') return amountFromWords(text) ?? text;
  throw fieldProblem(place, 'must be a number that is not negative, or text');
}
