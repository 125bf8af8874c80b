/** Decides by reading: the passages near a question are read with it, and the best one answers or nothing does. */

import type { SiteInquiry } from '../find/prepared.ts';
import { leans } from '../find/query.ts';
import type { Ask, Business, Passage, Reply } from '../knowledge.ts';
import { words } from '../words.ts';
import { partsOf } from './parts.ts';
import { readPassages, type ScoredPassage } from './read-passages.ts';
import type { ReadPassages } from './reading.ts';
import { certain, joinReplies, sayAll, sayBest } from './say-read.ts';
import { suggestionsAmong } from './suggestions.ts';

interface ReadOutcome {
  /** Undefined where nothing answers. */
  readonly reply: Reply | undefined;
  /** What was read, best first. */
  readonly considered: readonly ScoredPassage[];
  /** Of the best passage, 0 to 1. */
  readonly confidence: number;
  /** Whether the reader is sure that no price it read is meant. */
  readonly deniesPrices: boolean;
  /** Approved questions that are close to this one. */
  readonly suggestions: readonly string[];
}

/** What the best passage must reach (a logit); measured by `node evals/businesses.ts`. */
export const thresholds: { readonly [strictness in Business['strictness']]: number } = {
  low: -1,
  normal: 0,
  high: 1.25,
};

/**
 * `found` are the passages near the question, best first, at least one. A question in two parts is read part by part
 * as well: both parts together beat an answer to the whole, which beats an answer to one part. Rejects where `read`
 * does.
 */
export async function readAnswer(
  inquiry: SiteInquiry,
  found: readonly Passage[],
  read: ReadPassages,
): Promise<ReadOutcome> {
  const { prepared, business, ask } = inquiry;
  const near = found.slice(0, prepared.vectors === undefined ? passagesMaxByWords : passagesMax);
  const least = thresholds[business.strictness];
  const considered = await readAfterTurn(ask, near, least, read);
  const surest = surestOf(considered);
  const parts = await readParts(inquiry, near, read);
  const answersWhole = surest >= least && !parts?.isComplete;
  const reply = answersWhole ? sayWhole(inquiry, considered) : parts?.reply;
  const price = considered.find(({ passage: { entry } }) => entry.field?.kind === 'price');
  return {
    reply,
    considered,
    confidence: probability(surest),
    deniesPrices: price !== undefined && price.score.answer < denied,
    suggestions: suggestionsAmong(inquiry, considered),
  };
}

// Of those that vectors rank, the one that answers is almost always among the first; more of them only cost time.
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
): Promise<readonly ScoredPassage[]> {
  const before = history.findLast(({ role }) => role === 'user')?.content ?? '';
  const after = await readPassages(near, question, before, read);
  // A turn that the question leans on is a part of it; another one is only in its way.
  if (surestOf(after) >= least || before === '' || leans(question)) return after;
  const alone = await readPassages(near, question, '', read);
  return surestOf(alone) >= least ? alone : after;
}

interface PartsAnswer {
  readonly reply: Reply;
  /** Whether both parts are answered. */
  readonly isComplete: boolean;
}

/** Undefined where it is one question, or neither part can be answered by itself. */
async function readParts(
  inquiry: SiteInquiry,
  near: readonly Passage[],
  read: ReadPassages,
): Promise<PartsAnswer | undefined> {
  const parts = partsOf(inquiry.ask.question);
  if (parts === undefined) return undefined;
  const first = await readPart(inquiry, parts[0], '', near, read);
  // `And what does it cost?` asks about what the first part named.
  const second = await readPart(inquiry, parts[1], parts[0], near, read);
  const known = first ?? second;
  // The same for both: it may be one question after all.
  if (known === undefined || first?.text === second?.text) return undefined;
  if (first === undefined || second === undefined) {
    const text = `${known.text} ${words[inquiry.language].otherPartUnknown}`;
    return { reply: { ...known, text }, isComplete: false };
  }
  const confidence = Math.max(first.confidence, second.confidence);
  return { reply: { ...joinReplies(first, second), confidence }, isComplete: true };
}

async function readPart(
  inquiry: SiteInquiry,
  question: string,
  before: string,
  near: readonly Passage[],
  read: ReadPassages,
): Promise<Reply | undefined> {
  const least = thresholds[inquiry.business.strictness];
  const answering = (await readPassages(near, question, before, read)).filter(
    ({ passage, score }) => score.answer >= least && passage.entry.field?.kind !== 'talk',
  );
  const reply = sayBest({ ...inquiry, ask: { ...inquiry.ask, question, history: [] } }, answering);
  return reply && { ...reply, confidence: probability(surestOf(answering)) };
}

/** The answer to a question whose best passage answers it. */
function sayWhole(inquiry: SiteInquiry, considered: readonly ScoredPassage[]): Reply | undefined {
  const { business, ask, language } = inquiry;
  const least = thresholds[business.strictness];
  const answering = considered.filter(({ score, passage: { entry } }) =>
    entry.field?.kind === 'talk'
      ? score.answer >= talkLeast && ask.question.length <= talkCharsMax
      : score.answer >= least,
  );
  const reply = sayAll(inquiry, answering);
  const surest = surestOf(considered);
  const isInLanguage = reply?.passages?.every((passage) => passage.language === language) ?? true;
  const isCertain = surest >= certain && isInLanguage;
  return reply && { ...reply, isCertain, confidence: probability(surest) };
}

// Rules recognise most small talk; what only resembles it is better refused than greeted.
const talkLeast = 1.5;
const talkCharsMax = 200;

function surestOf([best]: readonly ScoredPassage[]): number {
  return best?.score.answer ?? -Infinity;
}

function probability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
