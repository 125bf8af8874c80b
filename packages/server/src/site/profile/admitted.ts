/**
 * What a call adds or changes must say more than what is stored already: a price names an amount, and hours say whether
 * they end on the next day.
 */
import {
  closesNextDay,
  isPrice,
  type Profile,
  type ProfileHours,
  type ProfilePrice,
  profileLists,
} from '@baraza/contract';
import { priceRule } from './entry-reader.ts';
import { fieldProblem } from './field-values.ts';

/**
 * The profile as it may be saved over `current`. Prices and hours that are `stored` already, here or where an export
 * comes from, are never refused.
 */
export function admitted(next: Profile, current?: Profile, stored = current): Profile {
  assertAddressable(next, current);
  const known = new Map(stored?.prices.map((price) => [price.id, JSON.stringify(price)]));
  for (const [index, price] of next.prices.entries())
    if (!saysPrice(price) && known.get(price.id) !== JSON.stringify(price))
      throw fieldProblem(`prices[${index}].price`, priceRule);
  if (next.hours.every(isSettled)) return next;
  const knownHours = new Set(stored?.hours.map(keyOf));
  const hours = next.hours.map((row, index): ProfileHours => {
    if (isSettled(row)) return row;
    if (knownHours.has(keyOf(row))) return { ...row, nextDay: true };
    throw fieldProblem(
      `hours[${index}].close`,
      `must be after ${row.open}, or with "nextDay":true is a time of the next day`,
    );
  });
  return { ...next, hours };
}

/** Whether an entry says what the item costs; one without a price has a note. */
export function saysPrice({ price }: Pick<ProfilePrice, 'price'>): boolean {
  return price === undefined || isPrice(price);
}

/** Hours that were saved before they could say so: whatever closes before it opens closes on the next day. */
export function settledHours(hours: readonly ProfileHours[]): readonly ProfileHours[] {
  return hours.every(isSettled)
    ? hours
    : hours.map((row) => (isSettled(row) ? row : { ...row, nextDay: true }));
}

export function isSettled(row: ProfileHours): boolean {
  return row.nextDay === true || !closesNextDay(row);
}

function keyOf({ days, open, close }: ProfileHours): string {
  return `${days.join(' ')} ${open} ${close}`;
}

// Clients resolve `…/faqs/..` to `…/`, the whole profile, before they send it.
const shortenedIds = new Set(['.', '..']);

/** Refuses new entries whose id cannot be used in a path; stored ones stay. */
function assertAddressable(next: Profile, current?: Profile): void {
  for (const list of profileLists)
    for (const [index, { id }] of next[list].entries()) {
      if (!shortenedIds.has(id) || current?.[list].some((known) => known.id === id)) continue;
      throw fieldProblem(`${list}[${index}].id`, 'must not be "." or ".."');
    }
}
