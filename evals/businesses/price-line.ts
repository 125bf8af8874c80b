/** Converts `KES 50 per page` to a price of a profile; a price in another form stays text. */
import type { Business } from '../../packages/server/src/answers/knowledge.ts';

export type Price = Business['prices'][number];

export function readPrice(item: string, text: string): Price {
  const [, currency, amount, ending = ''] = regular.exec(text) ?? [];
  if (currency === undefined || amount === undefined) return { item, price: text, currency: '' };
  const price = { item, price: Number(amount.replaceAll(',', '')), currency };
  if (ending === '') return price;
  return unit.test(ending) ? { ...price, unit: ending } : { ...price, note: ending };
}

const regular =
  /^([A-Z]{3}) (\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?: ((?![-–\d]|to\b|or\b|hadi\b|au\b).+))?$/;
const unit = /^(?:per|a|an|each|every|for|kwa|kila|ya)\b/i;
