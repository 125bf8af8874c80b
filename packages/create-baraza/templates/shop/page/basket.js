/** Amounts and lines of an order; only ids and counts are stored, so that nobody can send a price. */

import { goods } from '/goods.js';
import { locale, make } from '/page.js';

export const money = (amount) => `KES ${amount.toLocaleString(locale())}`;
export const nameOf = (good) => good[locale().slice(0, 2)];

const goodOf = (id) => goods.find((good) => good.id === id);

export function totalOf(items) {
  return items.reduce((sum, { id, count }) => sum + count * (goodOf(id)?.price ?? 0), 0);
}

export function linesOf(items, total) {
  const line = (text, amount, className = '') =>
    make(
      'li',
      { className },
      make('span', { textContent: text }),
      make('span', { textContent: money(amount) }),
    );
  const lines = items.map((item) => {
    const good = goodOf(item.id);
    return line(`${item.count} × ${good ? nameOf(good) : item.id}`, totalOf([item]));
  });
  return [...lines, line(total, totalOf(items), 'sum')];
}
