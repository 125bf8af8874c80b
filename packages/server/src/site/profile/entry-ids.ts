import { createHash } from 'node:crypto';
import { hasAtMost, type Profile, profileLists } from '@baraza/contract';
import { fieldProblem, isAbsent, isObject } from './field-values.ts';

export type Name = (prefix: string, given: unknown, place: string, content: string) => string;

/**
 * Ids that owners gave are kept and must differ. The others come from what the entry says first:
 * the same profile saved again has the same ids, without anybody having to remember them.
 */
export function createNames(items: readonly unknown[], taken: readonly string[]): Name {
  const given = new Set<string>();
  for (const item of items)
    if (isObject(item) && !isAbsent(item.id)) given.add(String(item.id).trim());
  const used = new Set<string>(taken);
  // Thousands may begin with the same words: none of them counts from the first again.
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

// Clients shorten `…/faqs/..` to `…/`, which is the whole profile, before they send anything.
const shortenedIds = new Set(['.', '..']);

/** Refuses new entries with an id that no address leads to; those that are stored already stay. */
export function assertAddressable(next: Profile, current?: Profile): void {
  for (const list of profileLists)
    for (const [index, { id }] of next[list].entries()) {
      if (!shortenedIds.has(id) || current?.[list].some((known) => known.id === id)) continue;
      throw fieldProblem(`${list}[${index}].id`, 'must not be "." or ".."');
    }
}
