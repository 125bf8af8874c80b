/**
 * Turns of meaning that a small reader overlooks: what was denied is so no longer, a value is now another thing's,
 * something is `only` so. Most of the words have to show it: one odd word decides nothing, unless it says what is
 * nowhere but denied.
 */
import type { Language } from '@baraza/contract';
import { type Item, itemsOf } from './clauses.ts';
import { type Value, valueKind } from './values.ts';

export type Turn = 'denial' | 'exchange' | 'narrowing';

/** Finds the turn of a sentence against texts in its own language. */
export function createTurns(
  texts: readonly string[],
  language: Language,
): (sentence: string) => Turn | undefined {
  const items = texts.flatMap((text) => itemsOf(text, language));
  const told = Map.groupBy(items, ({ word }) => word);
  const narrows = texts.some((text) => narrowing.test(text));
  return (sentence) => {
    const pairs = itemsOf(sentence, language).flatMap((item) => {
      const known = told.get(item.word);
      return known === undefined ? [] : [{ item, known }];
    });
    if (isDenialTurned(pairs)) return 'denial';
    if (isValueMoved(pairs)) return 'exchange';
    return narrowing.test(sentence) && !narrows ? 'narrowing' : undefined;
  };
}

const narrowing = /\b(?:only|solely|exclusively|tu|pekee)\b/i;

/** A word of a sentence with the same word in the texts. */
interface Pair {
  readonly item: Item;
  readonly known: readonly Item[];
}

function isDenialTurned(pairs: readonly Pair[]): boolean {
  const turned = pairs.filter(
    ({ item, known }) => !known.some((one) => one.denied.some((way) => item.denied.includes(way))),
  );
  if (turned.some(({ item }) => !item.denied.includes(true))) return true;
  const kept = pairs.filter(({ item, known }) =>
    [item, ...known].every(({ denied }) => denied.length === 1 && denied[0] === item.denied[0]),
  );
  return turned.length > kept.length;
}

function isValueMoved(pairs: readonly Pair[]): boolean {
  const fates = pairs.flatMap(({ item, known }) =>
    item.values.flatMap((said) => {
      const kind = valueKind(said);
      const own = item.values.filter((value) => valueKind(value) === kind);
      const rivals = known.flatMap(({ values }) => values).filter((one) => valueKind(one) === kind);
      // A range is one, whichever of its ends comes first.
      if (own[0] !== said || rivals.length === 0) return [];
      return [{ kind, stays: rivals.some((one) => own.some((value) => isSame(one, value))) }];
    }),
  );
  return [...Map.groupBy(fates, ({ kind }) => kind).values()].some(
    (all) => all.filter(({ stays }) => stays).length < all.length / 2,
  );
}

function isSame(one: Value, other: Value): boolean {
  if (one.kind === 'time') return one.minutes.some((minute) => other.minutes.includes(minute));
  return one.key === other.key;
}
