import type { Item } from '../store/outbox.ts';

/**
 * Twice the process that sent it was killed before it knew the outcome: a person may have got it twice, and must not get
 * it a third time. A webhook recognises a repeat by its id.
 */
export function isDoubtful({ unknown }: Pick<Item, 'unknown'>): boolean {
  return unknown > 1;
}
