/** What an encoder has to read of a site and of a question, and how the vectors join what is prepared. */

import type { Ask, VectorSource } from '../knowledge.ts';
import { withoutGreeting } from '../talk/small-talk.ts';
import { withoutCommands } from '../text/instructions.ts';
import { encodedText, packVectors } from './passage-vectors.ts';
import type { Prepared } from './prepared.ts';
import { leans } from './query.ts';

/** Every text of a site that has to have a vector, once. */
export function encodedTexts(prepared: Pick<Prepared, 'index' | 'fields'>): readonly string[] {
  const passages = languagesOf(prepared).flatMap((index) => index.passages);
  return [...new Set(passages.map(encodedText))];
}

/**
 * What an encoder is given for a question: itself, and for one that leans on the visitor's turn
 * before it both together; nothing where there is nothing to find.
 */
export function encodedQuestions({
  question,
  history,
}: Pick<Ask, 'question' | 'history'>): readonly string[] {
  const asked = withoutGreeting(withoutCommands(question).trim());
  if (asked === '') return [];
  const before = history.findLast(({ role }) => role === 'user')?.content ?? '';
  // Alone, "how much is it?" is near to every price.
  return before !== '' && leans(asked)
    ? [asked, `${before.slice(0, turnCharsMax)}\n${asked}`]
    : [asked];
}

const turnCharsMax = 400;

/** The same site, found by meaning too. */
export async function withVectors(
  prepared: Prepared,
  source: VectorSource,
  breathe?: () => Promise<void> | undefined,
): Promise<Prepared> {
  const vectors = await packVectors(languagesOf(prepared), source, breathe);
  const bytes = prepared.index.bytes + prepared.fields.bytes + (vectors?.bytes ?? 0);
  return { ...prepared, vectors, bytes };
}

function languagesOf({ index, fields }: Pick<Prepared, 'index' | 'fields'>) {
  return [...index.languages, ...fields.languages];
}
