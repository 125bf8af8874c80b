import { type Profile, type ProfilePrice, siteLimits } from '@baraza/contract';
import { createIds, type MakeId } from './entry-ids.ts';
import {
  bilingualText,
  fieldProblem,
  isEmptyText,
  isObject,
  list,
  plainText,
} from './field-values.ts';

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
  if (isEmptyText(thing)) throw fieldProblem(`${place}.item`, 'must not be empty');
  const price = {
    item: thing,
    price: amount(item.price, `${place}.price`),
    currency: plainText(item.currency, `${place}.currency`, 12),
    ...(isEmptyText(unit) ? {} : { unit }),
    ...(isEmptyText(note) ? {} : { note }),
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
  if (text !== '') return text;
  throw fieldProblem(place, 'must be a number that is not negative, or text');
}
