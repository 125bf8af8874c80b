/** Has the reader score the passages near a question; the best one answers if its score reaches the threshold. */

import { hasAtMost, siteLimits } from '@baraza/contract/plain';
import type { SiteInquiry } from '../find/prepared.ts';
import { dependsOnHistory } from '../find/query.ts';
import type { Ask, Business, Passage, Reply } from '../knowledge.ts';
import { turnBefore } from '../text/history.ts';
import { languageOf } from '../text/language.ts';
import { contentWords, wordsOf } from '../text/text.ts';
import { words } from '../words.ts';
import { certain, joinReplies, replyFrom, replyFromBest } from './passage-reply.ts';
import { type ReadPassages, readPassages, type ScoredPassage } from './read-passages.ts';

interface ReadOutcome {
  /** Undefined if no passage answers. */
  readonly reply: Reply | undefined;
  /** The scored passages, best first. */
  readonly considered: readonly ScoredPassage[];
  /** The confidence in the best passage, 0 to 1. */
  readonly confidence: number;
  /** Whether the reader is sure that none of the prices is meant. */
  readonly deniesPrices: boolean;
  /** Approved questions that are close to this one. */
  readonly suggestions: readonly string[];
}

/** The score (a logit) that the best passage must reach; measured by `node evals/businesses.ts`. */
export const thresholds: { readonly [strictness in Business['strictness']]: number } = {
  low: -1,
  normal: 0,
  high: 1.25,
};

/**
 * `found` are the passages near the question, best first, at least one. A question in two parts is also read part by
 * part: answers to both parts are preferred to an answer to the whole, and that to an answer to one part. Rejects if
 * `read` does.
 */
export async function readAnswer(
  inquiry: SiteInquiry,
  found: readonly Passage[],
  read: ReadPassages,
): Promise<ReadOutcome> {
  const { prepared, business, ask } = inquiry;
  const near = found.slice(0, prepared.vectors === undefined ? passagesMaxByWords : passagesMax);
  const least = thresholds[business.strictness];
  const considered = await readWithTurn(ask, near, least, read);
  const topScore = bestScore(considered);
  const parts = await readParts(inquiry, near, read);
  const answersWhole = topScore >= least && !parts?.isComplete;
  const reply = answersWhole ? replyToWhole(inquiry, considered) : parts?.reply;
  const price = considered.find(({ passage: { entry } }) => entry.field?.kind === 'price');
  return {
    reply,
    considered,
    confidence: probability(topScore),
    deniesPrices: price !== undefined && price.score.answer < denied,
    suggestions: suggestionsAmong(inquiry, considered),
  };
}

// If vectors rank the passages, the one that answers is almost always among the first; reading more only costs time.
const passagesMax = 5;
// Ranking by words is worse.
const passagesMaxByWords = 8;
// Short questions such as `prices?` often score low; below this, the question is about something else.
const denied = -3.5;

/** Reads with the visitor's previous turn; without it if only that reaches the threshold. */
async function readWithTurn(
  { question, history }: Ask,
  near: readonly Passage[],
  least: number,
  read: ReadPassages,
): Promise<readonly ScoredPassage[]> {
  const before = turnBefore(history);
  const after = await readPassages(near, question, before, read);
  // A question that depends on the previous turn cannot be read without it.
  if (bestScore(after) >= least || before === '' || dependsOnHistory(question)) return after;
  const alone = await readPassages(near, question, '', read);
  return bestScore(alone) >= least ? alone : after;
}

/** Undefined if it is one question, or if neither part can be answered on its own. `isComplete`: both parts are. */
async function readParts(inquiry: SiteInquiry, near: readonly Passage[], read: ReadPassages) {
  const parts = partsOf(inquiry.ask.question);
  if (parts === undefined) return undefined;
  const first = await readPart(inquiry, parts[0], '', near, read);
  if (first === undefined && asksOnlyPrice(parts[1])) return undefined;
  // `And what does it cost?` refers to the first part.
  const second = await readPart(inquiry, parts[1], parts[0], near, read);
  const known = first ?? second;
  // The same answer to both: probably one question after all.
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
  const reply = replyFromBest(
    { ...inquiry, ask: { ...inquiry.ask, question, history: [] } },
    answering,
  );
  return reply && { ...reply, confidence: probability(bestScore(answering)) };
}

/** The reply if the best passage answers the whole question. */
function replyToWhole(
  inquiry: SiteInquiry,
  considered: readonly ScoredPassage[],
): Reply | undefined {
  const { business, ask, language } = inquiry;
  const least = thresholds[business.strictness];
  const answering = considered.filter(({ score, passage: { entry } }) =>
    entry.field?.kind === 'talk'
      ? score.answer >= talkScoreMin && ask.question.length <= talkCharsMax
      : score.answer >= least,
  );
  const reply = replyFrom(inquiry, answering);
  const topScore = bestScore(considered);
  const isInLanguage = reply?.passages?.every((passage) => passage.language === language) ?? true;
  const isCertain = topScore >= certain && isInLanguage;
  return reply && { ...reply, isCertain, confidence: probability(topScore) };
}

// Rules recognise most small talk, so the reader must be sure to reply with a greeting.
const talkScoreMin = 1.5;
const talkCharsMax = 200;

function bestScore([best]: readonly ScoredPassage[]): number {
  return best?.score.answer ?? -Infinity;
}

function probability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/**
 * "Did you mean…?" after a refusal: the approved questions that scored highest, at most two, in the visitor's language
 * if the owner wrote them in it.
 */
function suggestionsAmong(
  { prepared, ask, language }: SiteInquiry,
  read: readonly ScoredPassage[],
): readonly string[] {
  // A greeting or thanks is not a question.
  if (read[0]?.passage.entry.field?.kind === 'talk') return [];
  const asked = new Set(ask.history.map(({ content }) => content.trim()));
  const titles = read
    .filter(
      ({ passage, score }) => passage.entry.kind === 'faq' && score.answer >= suggestionScoreMin,
    )
    .map(({ passage }) => {
      const passages = prepared.bilingualPassages.get(passage.entry.id) ?? [passage];
      const own = passages.find((other) => other.language === language);
      // A question may be written in a language that its answer lacks.
      const isInIt = (wording: string) => languageOf(wording).language === language;
      const wording = own?.entry.title ?? passage.entry.alternatives.findLast(isInIt);
      return (wording ?? passage.entry.title).trim();
    })
    .filter((title) => title !== '' && !asked.has(title))
    .filter((title) => hasAtMost(title, siteLimits.askSuggestionCharactersMax));
  return [...new Set(titles)].slice(0, siteLimits.askSuggestionsMax);
}

/**
 * A logit; measured by `node evals/businesses.ts`: with a lower one, wrong suggestions grow faster than right ones.
 */
const suggestionScoreMin = -3.5;

/** The two questions of a message, if each part is a question on its own. Undefined if it is one, or too long. */
export function partsOf(question: string): readonly [string, string] | undefined {
  if (question.length > partedCharsMax) return undefined;
  for (const cut of question.matchAll(cuts)) {
    const first = question.slice(0, cut.index).trim();
    const second = question.slice(cut.index + cut[0].length).trim();
    if (isAsking(first) && isAsking(second, cut.groups?.english !== undefined))
      return [first, second];
  }
  return undefined;
}

/** Whether a part asks only for the price of what the other part names, such as `how much is it`. */
function asksOnlyPrice(part: string): boolean {
  return contentWords(part).every((word) => priceWords.has(word));
}

const partedCharsMax = 300;
const partWordsMin = 2;

const cuts =
  /\?\s+(?=\S)|[,;]?\s(?:(?<english>and|plus|also)|na|pia|halafu|kisha)\s(?:(?:also|then|pia|je)\s)?/gi;

/** English question words come first, so `two hundred and fifty` is not cut; Swahili ones are anywhere. */
function isAsking(part: string, isFirst = false): boolean {
  const words = wordsOf(part);
  if (words.length < partWordsMin) return false;
  const [first = ''] = words;
  if (opening.has(first)) return true;
  if (isFirst) return words.slice(0, firstWords).some((word) => asking.has(word));
  return words.some((word) => asking.has(word) || priceWords.has(word));
}

// `At what hour`, `in how many days`.
const firstWords = 3;

const asking = new Set(
  `how what whats when where which who why ngapi ngp gani lini wapi nini nani vipi ipi upi zipi yapi
    mangapi wangapi mingapi`.split(/\s+/),
);
const priceWords = new Set(['price', 'cost', 'bei', 'gharama', 'kiasi']);
const opening = new Set(
  `do does did is are can could must will would may je naweza tunaweza inawezekana mna mko mnaweza mnauza kuna
    mnapokea`.split(/\s+/),
);
