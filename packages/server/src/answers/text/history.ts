import type { Ask } from '../knowledge.ts';

/** The visitor's previous turn; '' if there is none. */
export function turnBefore(history: Ask['history']): string {
  return history.findLast(({ role }) => role === 'user')?.content ?? '';
}

/** How much of an earlier turn is considered. */
export const turnCharsMax = 400;
