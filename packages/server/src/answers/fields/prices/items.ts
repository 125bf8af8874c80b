/** Which priced items a visitor means, by their words in either language, their sizes and their ranges. */

import type { Inquiry } from '../../knowledge.ts';
import { wordings } from '../../text/bilingual.ts';
import { catalogueOf, type Explanation, type Item } from './catalogue.ts';
import { isAmount, isMeasure } from './item-words.ts';
import type { Price } from './money.ts';

/**
 * The items that explain every word; an item whose whole name was said stands before one of which it is a part.
 * `head`: only items of which the thing itself was said, as `tank` is of `water tank`.
 */
export function matching(
  { business, ask }: Inquiry,
  asked: readonly string[],
  named: 'head' | 'part' = 'part',
): readonly Price[] {
  if (asked.length === 0 || asked.every(isAmount)) return [];
  const catalogue = catalogueOf(business);
  const wanted = asked.map((word, index) => ({
    ...catalogue.explain(word),
    measured: isMeasure(asked[index - 1]) || isMeasure(asked[index + 1]),
  }));
  const things = wordsMeant(wanted.filter(({ wanted: { amount } }) => amount === undefined));
  const meant = wordsMeant(wanted);
  const scored = catalogue.items.flatMap((item) => {
    if (!wanted.every((word) => explains(item, word))) return [];
    const heads = named === 'head' ? item.heads : item.named;
    // A size alone is no item: `five kilos` may be of anything that is sold by the kilo.
    if (heads.isDisjointFrom(things)) return [];
    const extras = item.names.map((name) => name.filter((word) => !meant.has(word)).length);
    return [{ price: item.price, extra: Math.min(...extras) }];
  });
  const least = Math.min(...scored.map(({ extra }) => extra));
  const kept = scored.filter(({ extra }) => (least === 0 ? extra === 0 : extra <= least + 2));
  return ofCode(
    kept.map(({ price }) => price),
    ask.question,
  );
}

function wordsMeant(wanted: readonly Explanation[]): ReadonlySet<string> {
  return new Set(wanted.flatMap(({ words }) => [...words]));
}

function explains(
  item: Item,
  { items, wanted: { amount }, measured }: Explanation & { readonly measured: boolean },
): boolean {
  if (items.has(item)) return true;
  if (amount === undefined) return false;
  if (item.ranges.some(([from, to]) => amount >= from && amount <= to)) return true;
  // `2 panels` counts what is told by its watts; `a 500 W panel` is another panel.
  if (!measured && item.isMeasured) return true;
  // `2 kilos of sugar` counts what is sold by the kilo; `gauge 26` names another thing than `gauge 30`.
  return !item.hasNumber;
}

// A letter alone is an article or a code: as a code it picks among the items that carry one.
function ofCode(prices: readonly Price[], question: string): readonly Price[] {
  const code = /\s([A-Z])(?=[\s?.!]|$)/.exec(question)?.[1];
  if (code === undefined || prices.length < 2) return prices;
  const coded = prices.filter(({ item }) =>
    wordings(item).some((name) => name.split(/[\s(),]+/).includes(code)),
  );
  return coded.length > 0 ? coded : prices;
}
