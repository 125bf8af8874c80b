/** The texts of a site and of a question that need vectors, and how vectors are added to a prepared site. */

import type { Breathe } from '../../kernel/breathe.ts';
import type { Ask, VectorSource } from '../knowledge.ts';
import { withoutGreeting } from '../talk/small-talk.ts';
import { turnBefore, turnCharsMax } from '../text/history.ts';
import { withoutCommands } from '../text/instructions.ts';
import { encodedText, packVectors } from './passage-vectors.ts';
import type { Prepared } from './prepared.ts';
import { dependsOnHistory } from './query.ts';

/** Every text of a site that needs a vector. */
export async function encodedTexts(
  prepared: Pick<Prepared, 'index' | 'fields'>,
  breathe?: Breathe,
): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  for (const { passages } of languagesOf(prepared))
    for (const [number, passage] of passages.entries()) {
      if (number % passagesInSlice === 0) await breathe?.();
      texts.add(encodedText(passage));
    }
  return texts;
}

const passagesInSlice = 64;

/**
 * The texts to encode for a question: the question, and, if it depends on the visitor's previous turn, also both
 * together. Empty if nothing is asked.
 */
export function encodedQuestions({
  question,
  history,
}: Pick<Ask, 'question' | 'history'>): readonly string[] {
  const asked = withoutGreeting(withoutCommands(question).trim());
  if (asked === '') return [];
  const before = turnBefore(history);
  // Alone, "how much is it?" is near every price.
  return before !== '' && dependsOnHistory(asked)
    ? [asked, `${before.slice(0, turnCharsMax)}\n${asked}`]
    : [asked];
}

/** The prepared site, also searchable by vectors. */
export async function withVectors(
  prepared: Prepared,
  source: VectorSource,
  breathe?: Breathe,
): Promise<Prepared> {
  const vectors = await packVectors(languagesOf(prepared), source, breathe);
  const bytes = prepared.index.bytes + prepared.fields.bytes + (vectors?.bytes ?? 0);
  return { ...prepared, vectors, bytes };
}

function languagesOf({ index, fields }: Pick<Prepared, 'index' | 'fields'>) {
  return [...index.languages, ...fields.languages];
}
