import { createHash } from 'node:crypto';
import {
  amountFromWords,
  type Bilingual,
  hasAtMost,
  languages,
  type Profile,
  type ProfileFact,
  type ProfileFaq,
  type ProfilePrice,
  siteLimits,
} from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import {
  bilingualText,
  fieldProblem,
  isAbsent,
  list,
  plainText,
  webAddress,
} from './field-values.ts';

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

function optionalFields(item: Input, place: string) {
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
  const cost = amount(item.price, `${place}.price`);
  if (cost === undefined && note === '') throw fieldProblem(`${place}.price`, priceRule);
  const price = {
    item: thing,
    ...(cost === undefined ? {} : { price: cost }),
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

/** Undefined if there is none. Any text is read, since it may be stored already; `admitted` asks for more. */
function amount(value: unknown, place: string): number | string | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  if (typeof value !== 'string') throw fieldProblem(place, priceRule);
  const text = plainText(value, place, 100);
  // An amount in words becomes a number: all prices then look alike, and visitors can ask for a total.
  return text === '' ? undefined : (amountFromWords(text) ?? text);
}

export const priceRule =
  'must be a number that is not negative and has at most 12 digits, or a text with an amount such as "from 500", ' +
  '"mia nne" or "bure"; without an amount, leave price out and write a note';

type MakeId = (prefix: string, given: unknown, place: string, content: string) => string;

/**
 * Ids of owners are kept and must be unique. The others are a hash of the entry's title or question, so that the same
 * profile gets the same ids when it is saved again.
 */
function createIds(items: readonly unknown[], taken: readonly string[]): MakeId {
  const given = new Set<string>();
  for (const item of items)
    if (isObject(item) && !isAbsent(item.id)) given.add(String(item.id).trim());
  const used = new Set<string>(taken);
  // Continues the suffix: thousands of entries may have the same title.
  const turns = new Map<string, number>();
  return (prefix, id, place, content) => {
    if (!isAbsent(id) && id !== '') {
      const own = Number.isSafeInteger(id) ? String(id) : typeof id === 'string' ? id.trim() : '';
      if (own === '' || !hasAtMost(own, 100) || /\p{Cc}/u.test(own))
        throw fieldProblem(`${place}.id`, 'must be text of at most 100 characters');
      if (used.has(own))
        throw fieldProblem(
          `${place}.id`,
          `must differ from the other ids and fields; ${own} does not`,
        );
      used.add(own);
      return own;
    }
    const stem = `${prefix}_${createHash('sha256').update(`${prefix}\n${content}`).digest('hex').slice(0, 16)}`;
    let turn = turns.get(stem) ?? 1;
    let made = turn === 1 ? stem : `${stem}-${turn}`;
    while (used.has(made) || given.has(made)) {
      turn += 1;
      made = `${stem}-${turn}`;
    }
    turns.set(stem, turn + 1);
    used.add(made);
    return made;
  };
}
