/**
 * Approved information without the sentences in it that command an assistant: what is not kept is
 * never found and never said.
 */

import type { Bilingual, Business, Entry } from '../knowledge.ts';
import { removingInstructions } from '../text/instructions.ts';

export function* safeEntry(entry: Entry): Generator<undefined, Entry> {
  const text = yield* removingInstructions(entry.text);
  const title = yield* removingInstructions(entry.title);
  const alternatives: string[] = [];
  for (const wording of entry.alternatives) {
    yield;
    if ((yield* removingInstructions(wording)) !== '') alternatives.push(wording);
  }
  if (
    text === entry.text &&
    title === entry.title &&
    alternatives.length === entry.alternatives.length
  )
    return entry;
  return { ...entry, text, title, alternatives };
}

export function* safeBusiness(business: Business): Generator<undefined, Business> {
  const closed: Business['closed'][number][] = [];
  for (const { date, note } of business.closed)
    closed.push(note === undefined ? { date } : { date, note: yield* safeField(note) });
  const prices: Business['prices'][number][] = [];
  for (const price of business.prices) {
    const { unit, note } = price;
    const item = yield* safeField(price.item);
    if (item === '') continue;
    prices.push({
      ...price,
      item,
      ...(unit === undefined ? {} : { unit: yield* safeField(unit) }),
      ...(note === undefined ? {} : { note: yield* safeField(note) }),
    });
  }
  return {
    ...business,
    name: yield* safeField(business.name),
    business: yield* safeField(business.business),
    greeting: yield* safeField(business.greeting),
    about: yield* safeField(business.about),
    address: yield* safeField(business.address),
    closed,
    prices,
  };
}

function* safeField(field: Bilingual): Generator<undefined, Bilingual> {
  yield;
  if (typeof field === 'string') return yield* removingInstructions(field);
  return {
    ...(field.sw === undefined ? {} : { sw: yield* removingInstructions(field.sw) }),
    ...(field.en === undefined ? {} : { en: yield* removingInstructions(field.en) }),
  };
}
