import { createHash } from 'node:crypto';
import { hasAtMost, type Profile, profileLists } from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import { fieldProblem, isAbsent } from './field-values.ts';

export type MakeId = (prefix: string, given: unknown, place: string, content: string) => string;

/**
 * Ids of owners are kept and must be unique. The others are a hash of the entry's title or question, so that the same
 * profile gets the same ids when it is saved again.
 */
export function createIds(items: readonly unknown[], taken: readonly string[]): MakeId {
  const given = new Set<string>();
  for (const item of items)
    if (isObject(item) && !isAbsent(item.id)) given.add(String(item.id).trim());
  const used = new Set<string>(taken);
  // Continues the suffix: thousands of entries may have the same title.
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

// Clients resolve `…/faqs/..` to `…/`, the whole profile, before they send it.
const shortenedIds = new Set(['.', '..']);

/** Refuses new entries whose id cannot be used in a path; stored ones stay. */
export function assertAddressable(next: Profile, current?: Profile): void {
  for (const list of profileLists)
    for (const [index, { id }] of next[list].entries()) {
      if (!shortenedIds.has(id) || current?.[list].some((known) => known.id === id)) continue;
      throw fieldProblem(`${list}[${index}].id`, 'must not be "." or ".."');
    }
}
