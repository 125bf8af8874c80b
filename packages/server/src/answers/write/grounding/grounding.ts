/**
 * Checks the sentences of a model against the approved passages. A sentence passes if a passage contains it literally,
 * or if all its values and names are in the passages and the reader finds that they state it.
 */

import { isQuestion, listMark } from '../../../kernel/language/sentences.ts';
import type { ReadPassages } from '../../read/read-passages.ts';
import { isInstruction } from '../../text/instructions.ts';
import { languageOf } from '../../text/language.ts';
import { isInLexicon } from '../../text/lexicon.ts';
import { isStopWord, wordsOf } from '../../text/text.ts';
import { withoutVerdict } from '../verdict.ts';
import { type ApprovedText, type Basis, createApprovedText } from './approved-text.ts';
import { createVeto, type Doubt, type Veto } from './claim-veto.ts';
import { tidySentence } from './tidy-sentence.ts';

type Checked =
  /** `text` may be sent. */
  | { readonly kind: 'passed'; readonly text: string }
  /** States nothing: a courtesy phrase or an empty line. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'drift'; readonly why: Drift };

export type Drift =
  | 'characters'
  | 'markup'
  | 'length'
  | 'instruction'
  | 'question'
  | 'language'
  | Veto
  | Doubt
  /** According to the reader, the passages do not state it. */
  | 'statement'
  /** There is no reader. */
  | 'unread';

export type Grounding = ReturnType<typeof createGrounding>;

/** Without a reader only literal sentences of the passages pass. */
export function createGrounding(basis: Basis, read: ReadPassages | undefined) {
  const approved = createApprovedText(basis);
  const vetoOf = createVeto(basis, approved.texts);

  /** Why the statement does not pass; undefined if it does. */
  const driftOf = async (statement: string): Promise<Drift | undefined> => {
    if (approved.hasSentence(statement)) return undefined;
    if (isQuestion(statement)) return 'question';
    const veto = vetoOf(statement.replace(listMark, ''));
    if (veto === 'value' || veto === 'name') return veto;
    if (read === undefined) return 'unread';
    const score = await scoreOf(approved, read, statement);
    if (veto !== undefined) return score > doubtThreshold ? undefined : veto;
    return score > statedThreshold ? undefined : 'statement';
  };

  return {
    /** Rejects if the reader does. */
    check: async (written: string): Promise<Checked> => {
      if (written.length > sentenceCharsMax) return { kind: 'drift', why: 'length' };
      const tidy = tidySentence(written, approved.characters);
      if (typeof tidy !== 'string') return { kind: 'drift', why: tidy.why };
      // A model must not decide on yes or no.
      const statement = withoutVerdict(tidy);
      const words = wordsOf(statement);
      if (words.every((word) => isStopWord(word) || courtesies.has(word))) return { kind: 'empty' };
      const why = formDrift(basis, statement, words) ?? (await driftOf(statement));
      return why === undefined ? { kind: 'passed', text: statement } : { kind: 'drift', why };
    },
  };
}

/** The reader's score for a sentence: the best over the likeliest passages. */
export async function scoreOf(
  approved: ApprovedText,
  read: ReadPassages,
  sentence: string,
): Promise<number> {
  const candidates = approved.candidates(sentence);
  const scores = await read({ question: sentence, before: '', passages: candidates });
  const all = scores.map(({ said }) => said);
  const best = Math.max(...all);
  const passage = candidates[all.indexOf(best)];
  const before = approved.asked || (passage?.title ?? '');
  if (passage === undefined || before === '' || best < hopeless) return best;
  // The mean of two scores is more reliable: the second one follows the question, or else the title.
  const [second] = await read({ question: sentence, before, passages: [passage] });
  return (best + (second?.said ?? -Infinity)) / 2;
}

/** Chosen by `node evals/written-answers.ts`; see `docs/decisions/2026-11-16-read-answers.md`. */
const statedThreshold = 2;
/** For a sentence with a doubt. */
const doubtThreshold = 3;
/** Below this, a second score, at most 4, cannot lift the mean to the threshold. */
const hopeless = 2 * statedThreshold - 4;
const sentenceCharsMax = 400;
const sureConfidence = 0.8;

/** A sentence of only these words is dropped. */
const courtesies = new Set(
  `happy glad course naam jambo mambo hujambo shikamoo furaha vizuri swali zuri shaka hakika kabisa welcome
    certainly karibu karibuni pole`.split(/\s+/),
);

function formDrift(
  { language, passages }: Basis,
  statement: string,
  words: readonly string[],
): Drift | undefined {
  if (isInstruction(statement)) return 'instruction';
  // Two words are too few to detect a language, and they are checked against the passages anyway.
  if (words.length < 3) return undefined;
  const written = languageOf(statement);
  const isOther = written.language !== language && written.confidence >= sureConfidence;
  return isOther || isForeign(words, passages) ? 'language' : undefined;
}

/** Neither Swahili nor English: few of its words are in a lexicon or in the passages. */
function isForeign(words: readonly string[], passages: Basis['passages']): boolean {
  const letters = words.filter((word) => /\p{L}/u.test(word));
  if (letters.length < 3) return false;
  const approved = new Set(passages.flatMap(({ title, text }) => wordsOf(`${title}\n${text}`)));
  const known = letters.filter(
    (word) => approved.has(word) || isStopWord(word) || isInLexicon(word),
  );
  return known.length < letters.length * knownShare;
}

// Swahili and English sentences have at least three known words in four; French, German or Spanish at most half.
const knownShare = 0.6;
