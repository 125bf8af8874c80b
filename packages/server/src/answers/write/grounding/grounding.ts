/**
 * Holds what a model writes against the approved passages it was given. A sentence passes that is one of theirs, or
 * that has no value and no name of its own and of which the reader says that the passages say it.
 */
import type { Language } from '@baraza/contract';
import type { Reading, ReadScore } from '../../read/reading.ts';
import { isInstruction } from '../../text/instructions.ts';
import { languageOf } from '../../text/language.ts';
import { lexicon } from '../../text/lexicon.ts';
import { isStopWord, wordsOf } from '../../text/text.ts';
import { type ApprovedText, createApprovedText } from './approved-text.ts';
import type { Basis } from './basis.ts';
import { createVeto, type Doubt, type Veto } from './claim-veto.ts';
import { tidySentence, verdictOpener } from './tidy-sentence.ts';

type Checked =
  /** May be said, as it stands here. */
  | { readonly kind: 'said'; readonly text: string }
  /** States nothing: manners, or an empty line. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'drift'; readonly why: Drift };

export type Drift =
  | 'characters'
  | 'markup'
  | 'length'
  | 'instruction'
  | 'question'
  | 'verdict'
  | 'language'
  | Veto
  | Doubt
  /** The reader does not find it in the passages. */
  | 'statement'
  /** There is no reader. */
  | 'unread';

/** Scores in the order of the passages. Rejects where they cannot be made in time, and with the signal's reason. */
export type Read = (reading: Reading, signal: AbortSignal) => Promise<readonly ReadScore[]>;

export interface Grounding {
  /** Rejects where the reader does. */
  readonly check: (sentence: string, signal: AbortSignal) => Promise<Checked>;
}

/** Without a reader only sentences of the passages pass. */
export function createGrounding(basis: Basis, read: Read | undefined): Grounding {
  const approved = createApprovedText(basis);
  const vetoOf = createVeto(basis, approved.texts);

  /** Why the statement may not be told; undefined where it may. */
  const driftOf = async (
    { text, statement }: Statement,
    signal: AbortSignal,
  ): Promise<Drift | undefined> => {
    if (approved.hasSentence(statement)) return undefined;
    if (text !== statement && approved.isAsked(statement)) return undefined;
    if (/\?["'”’)]*$/.test(statement)) return 'question';
    const veto = vetoOf(statement.replace(listMark, ''));
    if (veto === 'value' || veto === 'name') return veto;
    if (read === undefined) return 'unread';
    const score = await scoreOf(approved, read, text, signal);
    if (veto !== undefined) return score > doubtThreshold ? undefined : veto;
    return score > saidThreshold ? undefined : 'statement';
  };

  return {
    check: async (written, signal) => {
      const plain = plainStatement(basis, approved.characters, written);
      if ('kind' in plain) return plain;
      const why = await driftOf(plain, signal);
      return why === undefined ? { kind: 'said', text: plain.text } : drift(why);
    },
  };
}

/** What the reader says of a sentence, over the likeliest of the passages. */
export async function scoreOf(
  approved: ApprovedText,
  read: Read,
  sentence: string,
  signal: AbortSignal,
): Promise<number> {
  const candidates = approved.candidates(sentence);
  const scores = await read({ question: sentence, before: '', passages: candidates }, signal);
  const all = scores.map(({ said }) => said);
  const best = Math.max(...all);
  const passage = candidates[all.indexOf(best)];
  const before = approved.asked || (passage?.title ?? '');
  if (passage === undefined || before === '' || best < hopeless) return best;
  // Two looks err less than one: the second is after what was asked, or else the title.
  const again = { question: sentence, before, passages: [passage] };
  const [second] = await read(again, signal);
  return (best + (second?.said ?? -Infinity)) / 2;
}

/** Chosen by `node evals/written-answers.ts`; see `docs/decisions/2026-11-16-read-answers.md`. */
const saidThreshold = 2;
/** What words alone find odd, the reader has to be sure of. */
const doubtThreshold = 3;
/** The second look is at most 4, so that this cannot become enough. */
const hopeless = 2 * saidThreshold - 4;
const sentenceCharsMax = 400;
const listMark = /^\s*(?:[-*•·–]|\d{1,2}[.)])\s+/;
const sureConfidence = 0.8;

interface Statement {
  readonly text: string;
  /** Without the yes or no before it. */
  readonly statement: string;
}

/** What the sentence states, if it is plain text in the visitor's language and no command. */
function plainStatement(
  { builtIn, language, passages }: Basis,
  characters: ReadonlySet<string>,
  written: string,
): Statement | Checked {
  if (written.length > sentenceCharsMax) return drift('length');
  const tidy = tidySentence(written, characters);
  if (typeof tidy !== 'string') return drift(tidy.why);
  const verdict = withoutVerdict(tidy, builtIn);
  if (verdict === undefined) return drift('verdict');
  const words = wordsOf(verdict.statement);
  if (words.every((word) => isStopWord(word) || manners.has(word))) return { kind: 'empty' };
  if (isInstruction(verdict.statement)) return drift('instruction');
  if (isOtherLanguage(verdict.statement, words.length, language)) return drift('language');
  if (isForeign(words, passages)) return drift('language');
  return verdict;
}

function drift(why: Drift): Checked {
  return { kind: 'drift', why };
}

/** Words whose whole sentence may be left out. */
const manners = new Set(
  `great good question happy glad course yes no ndiyo ndio naam hapana jambo mambo hujambo shikamoo furaha vizuri
  swali zuri bila shaka hakika kabisa hello hi dear welcome thank thanks sorry please sure certainly okay ok habari
  asante shukrani samahani karibu karibuni sawa pole tafadhali`.split(/\s+/),
);

/**
 * A yes or no is the engine's to give: the same one stays, one that it did not give is left out,
 * its opposite is a drift.
 */
function withoutVerdict(text: string, builtIn: string): Statement | undefined {
  const opener = verdictOpener.exec(text);
  if (opener === null) return { text, statement: text };
  const statement = text.slice(opener[0].length);
  const given = verdictOpener.exec(builtIn);
  if (given === null) {
    const begun = statement.charAt(0).toUpperCase() + statement.slice(1);
    return { text: begun, statement: begun };
  }
  return isYes(given[0]) === isYes(opener[0]) ? { text, statement } : undefined;
}

function isYes(opener: string): boolean {
  return !/^(?:no|hapana|la)\b/i.test(opener);
}

// Two words tell no language, and what they state is held against the passages anyhow.
function isOtherLanguage(text: string, words: number, wanted: Language): boolean {
  if (words < 3) return false;
  const { language, confidence } = languageOf(text);
  return language !== wanted && confidence >= sureConfidence;
}

/** Neither Swahili nor English: few of its words are in a lexicon or in the passages. */
function isForeign(words: readonly string[], passages: Basis['passages']): boolean {
  const letters = words.filter((word) => /\p{L}/u.test(word));
  if (letters.length < 3) return false;
  const told = new Set(
    passages.flatMap(({ title, text }) => [...wordsOf(title), ...wordsOf(text)]),
  );
  const known = letters.filter(
    (word) =>
      told.has(word) ||
      isStopWord(word) ||
      (['sw', 'en'] as const).some((from) => lexicon().translations(word, from).length > 0),
  );
  return known.length < letters.length * knownShare;
}

// Sentences in either language have three in four at least, those in French, German or Spanish half at most.
const knownShare = 0.6;
