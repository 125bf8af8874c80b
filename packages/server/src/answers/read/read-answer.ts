/** Decides by reading: the passages near a question are read with it, and the best one answers or nothing does. */
import type { Language } from '@baraza/contract';
import { leans } from '../find/follow-up.ts';
import type { Prepared } from '../find/prepared.ts';
import type { Ask, Passage, Reply } from '../knowledge.ts';
import { words } from '../words.ts';
import { partsOf } from './parts.ts';
import { type Read, readPassages } from './read-passages.ts';
import type { ReadPassages } from './reading.ts';
import { certain, joinReplies, sayAll, sayBest } from './say-read.ts';
import { suggestionsAmong } from './suggestions.ts';

type ReadOutcome = Answered | Refused;

interface Answered {
  readonly reply: Reply;
  /** What was read, best first. */
  readonly considered: readonly Read[];
}

interface Refused {
  readonly reply: undefined;
  readonly considered: readonly Read[];
  /** Of the best passage, 0 to 1. */
  readonly confidence: number;
  /** Whether the reader is sure that no price it read is meant. */
  readonly deniesPrices: boolean;
  /** Approved questions that are close to this one. */
  readonly suggestions: readonly string[];
}

/** What the best passage must reach (a logit); measured by `node evals/businesses.ts`. */
export const thresholds = { low: -1, normal: 0, high: 1.25 } as const;

/** `found` are the passages near the question, best first, at least one. Rejects where `read` does. */
export async function readAnswer(
  prepared: Prepared,
  ask: Ask,
  language: Language,
  found: readonly Passage[],
  read: ReadPassages,
): Promise<ReadOutcome> {
  const near = found.slice(0, prepared.vectors === undefined ? passagesMaxByWords : passagesMax);
  const least = thresholds[prepared.business.strictness];
  const considered = await readAfterTurn(ask, near, least, read);
  const surest = surestOf(considered);
  const confidence = probability(surest);
  const parts = await readParts(prepared, ask, language, near, read);
  // What answers the whole is not given up for an answer to a half of it.
  const isWhole = surest >= least && !parts?.isComplete;
  const whole = isWhole ? sayWhole(prepared, ask, language, considered) : undefined;
  const reply = isWhole ? whole && { ...whole, confidence } : parts?.reply;
  if (reply !== undefined) return { reply, considered };
  const price = considered.find(({ passage: { entry } }) => entry.field?.kind === 'price');
  const deniesPrices = price !== undefined && price.score.answer < denied;
  const suggestions = suggestionsAmong(prepared, ask, language, considered);
  return { reply, considered, confidence, deniesPrices, suggestions };
}

// Of those that a finder ranks, the one that answers is almost always among the first; more of them cost time only.
const passagesMax = 5;
// Words rank worse.
const passagesMaxByWords = 8;
// A question in the owner's own words often scores low; this low, it asks for something else.
const denied = -3.5;

/** With the visitor's turn before the question; without it where the question is answered only so. */
async function readAfterTurn(
  { question, history }: Ask,
  near: readonly Passage[],
  least: number,
  read: ReadPassages,
): Promise<readonly Read[]> {
  const before = history.findLast(({ role }) => role === 'user')?.content ?? '';
  const after = await readPassages(near, question, before.slice(-turnCharsMax), read);
  // A turn that the question leans on is a part of it; another one is only in its way.
  if (surestOf(after) >= least || before === '' || leans(question)) return after;
  const alone = await readPassages(near, question, '', read);
  return surestOf(alone) >= least ? alone : after;
}

const turnCharsMax = 400;

interface PartsAnswer {
  readonly reply: Reply;
  /** Whether both parts are answered. */
  readonly isComplete: boolean;
}

/** The parts of a question read apart; undefined where it is one question, or no part can be answered by itself. */
async function readParts(
  prepared: Prepared,
  ask: Ask,
  language: Language,
  near: readonly Passage[],
  read: ReadPassages,
): Promise<PartsAnswer | undefined> {
  const parts = partsOf(ask.question);
  if (parts === undefined) return undefined;
  const least = thresholds[prepared.business.strictness];
  const replies: (Reply | undefined)[] = [];
  let surest = -Infinity;
  for (const [at, question] of parts.entries()) {
    // `And what does it cost?` asks about what the first part named.
    const considered = await readPassages(near, question, at === 0 ? '' : parts[0], read);
    const answering = considered.filter(
      ({ passage, score }) => score.answer >= least && passage.entry.field?.kind !== 'talk',
    );
    surest = Math.max(surest, surestOf(answering));
    replies.push(sayBest(prepared, { ...ask, question, history: [] }, language, answering));
  }
  const [first, second] = replies;
  const known = first ?? second;
  // The same for both: it may be one question after all.
  if (known === undefined || first?.text === second?.text) return undefined;
  const isComplete = first !== undefined && second !== undefined;
  const reply = isComplete
    ? joinReplies(first, second)
    : { ...known, text: `${known.text} ${words[language].otherPartUnknown}` };
  return { reply: { ...reply, confidence: probability(surest) }, isComplete };
}

/** The answer to a question whose best passage answers it. */
function sayWhole(
  prepared: Prepared,
  ask: Ask,
  language: Language,
  considered: readonly Read[],
): Reply | undefined {
  const least = thresholds[prepared.business.strictness];
  const answering = considered.filter(({ score, passage: { entry } }) =>
    entry.field?.kind === 'talk'
      ? score.answer >= talkLeast && ask.question.length <= talkCharsMax
      : score.answer >= least,
  );
  const reply = sayAll(prepared, ask, language, answering);
  const isCertain =
    surestOf(considered) >= certain &&
    (reply?.passages ?? []).every((passage) => passage.language === language);
  return reply && { ...reply, isCertain };
}

// Words know most small talk; what only looks like it is better refused than greeted.
const talkLeast = 1.5;
const talkCharsMax = 200;

function surestOf([best]: readonly Read[]): number {
  return best?.score.answer ?? -Infinity;
}

function probability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
