import { type Profile, type ProfilePrice, siteLimits } from '@baraza/contract';
import { createNames, type Name } from './entry-ids.ts';
import {
  bilingualText,
  fieldProblem,
  isEmptyText,
  isObject,
  list,
  plainText,
} from './field-values.ts';

/** Prices, each with an id that differs from those of the others. */
export function readPrices(value: unknown, field: string): readonly ProfilePrice[] {
  const name = createNames(Array.isArray(value) ? value : [], []);
  return list(value, field, siteLimits.pricesMax, (item, place) => readPrice(item, place, name));
}

/** A profile that was saved before prices had ids: they get those that saving it again would give. */
export function withPriceIds(profile: Profile): Profile {
  const { prices } = profile;
  if (prices.every(({ id }: Partial<ProfilePrice>) => id !== undefined)) return profile;
  const name = createNames(prices, []);
  const named = prices.map((price) => ({
    ...price,
    id: name('price', price.id, 'prices', contentOf(price)),
  }));
  return { ...profile, prices: named.map(({ id, ...price }) => ({ id, ...price })) };
}

function readPrice(item: unknown, place: string, name: Name): ProfilePrice {
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
  return { id: name('price', item.id, place, contentOf(price)), ...price };
}

// One price a piece and another a dozen are two; a price that changes is the same one.
function contentOf({ item, unit }: Pick<ProfilePrice, 'item' | 'unit'>): string {
  return JSON.stringify(unit === undefined ? [item] : [item, unit]);
}

function amount(value: unknown, place: string): number | string {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  const text = typeof value === 'string' ? plainText(value, place, 100) : '';
  if (text !== '') return text;
  throw fieldProblem(place, 'must be a number that is not negative, or text');
}
