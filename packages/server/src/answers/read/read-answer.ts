/** Decides by reading: the passages near a question are read with it, and the best one answers or nothing does. */
import type { Language } from '@baraza/contract';
import { cataloguing } from '../fields/prices/catalogue.ts';
import { asksExtreme, priceAnswer, thingsAsked } from '../fields/prices/prices.ts';
import { askedOf } from '../fields/question.ts';
import { plainOf } from '../fields/vocabulary.ts';
import { leans } from '../find/follow-up.ts';
import type { Prepared } from '../find/prepared.ts';
import { inLanguage } from '../find/twins.ts';
import type { Ask, Business, Passage, Reply } from '../knowledge.ts';
import { smallTalkReply } from '../talk/small-talk-reply.ts';
import { words } from '../words.ts';
import { compose } from '../write/compose.ts';
import { fieldReply } from './field-reply.ts';
import { partsOf } from './parts.ts';
import { type Read, readingPassages } from './read-passages.ts';
import type { Reading, ReadScores } from './reading.ts';
import { sayField } from './say-field.ts';
import { suggestionsAmong } from './suggestions.ts';

interface ReadOutcome {
  /** Undefined where nothing that was read answers. */
  readonly reply: Reply | undefined;
  /** Of the best passage, 0 to 1. */
  readonly confidence: number;
  /** Whether the reader is sure that no price it read is meant. */
  readonly deniesPrices: boolean;
  /** Approved questions that are close to this one, where nothing answers it. */
  readonly suggestions: readonly string[];
  /** What was read, best first. */
  readonly considered: readonly Read[];
}

/** Undefined where no reader could be asked, or it did not read in time. */
export function* readingAnswer(
  prepared: Prepared,
  ask: Ask,
  language: Language,
  found: readonly Passage[],
): Generator<Reading | undefined, ReadOutcome | undefined, ReadScores> {
  const { business, vectors } = prepared;
  const { question } = ask;
  const near = found.slice(0, vectors === undefined ? passagesMaxByWords : passagesMax);
  if (near.length === 0) return undefined;
  const before = ask.history.findLast(({ role }) => role === 'user')?.content ?? '';
  let read = yield* readingPassages(near, question, before.slice(-turnCharsMax));
  const least = thresholds[business.strictness];
  // A turn before that has nothing to do with the question only stands in its way; one that the question leans on
  // is a part of it.
  const isRefused = read !== undefined && (read[0]?.score.answer ?? least) < least;
  if (isRefused && before !== '' && !leans(question)) {
    const alone = yield* readingPassages(near, question, '');
    if ((alone?.[0]?.score.answer ?? -Infinity) >= least) read = alone;
  }
  const best = read?.[0];
  if (read === undefined || best === undefined) return undefined;
  const isKnown = best.score.answer >= least;
  const apart = yield* readingParts(prepared, ask, language, near, read);
  // What answers the whole is not given up for an answer to a half of it.
  if (apart?.isWhole || (apart && !isKnown)) return apart;
  const confidence = 1 / (1 + Math.exp(-best.score.answer));
  const price = read.find(({ passage: { entry } }) => entry.field?.kind === 'price');
  const deniesPrices = price !== undefined && price.score.answer < denied;
  const suggestions = suggestionsAmong(prepared, ask, language, read);
  const considered = read;
  if (!isKnown) return { reply: undefined, confidence, deniesPrices, suggestions, considered };
  const told = read.filter(({ score, passage: { entry } }) =>
    entry.field?.kind === 'talk'
      ? score.answer >= talkLeast && question.length <= talkCharsMax
      : score.answer >= least,
  );
  yield* cataloguing(business);
  const reply = sayBest(prepared, ask, language, told);
  const second = reply && secondPart(prepared, ask, language, told);
  const whole = reply && second ? joinReplies(reply, second) : reply;
  const isCertain =
    best.score.answer >= certain &&
    (whole?.passages ?? []).every((one) => one.language === language);
  return {
    reply: whole && { ...whole, confidence, isCertain },
    confidence,
    deniesPrices,
    suggestions,
    considered,
  };
}

/** The parts of a question read apart; undefined where it is one question, or no part can be answered by itself. */
function* readingParts(
  prepared: Prepared,
  ask: Ask,
  language: Language,
  near: readonly Passage[],
  considered: readonly Read[],
): Generator<Reading | undefined, (ReadOutcome & { isWhole: boolean }) | undefined, ReadScores> {
  const parts = partsOf(ask.question);
  if (parts === undefined) return undefined;
  const least = thresholds[prepared.business.strictness];
  yield* cataloguing(prepared.business);
  const replies: (Reply | undefined)[] = [];
  let surest = -Infinity;
  for (const [at, question] of parts.entries()) {
    // `And what does it cost?` asks about what the first part named.
    const read = yield* readingPassages(near, question, at === 0 ? '' : parts[0]);
    const told = (read ?? []).filter(
      ({ passage, score }) => score.answer >= least && passage.entry.field?.kind !== 'talk',
    );
    surest = Math.max(surest, told[0]?.score.answer ?? -Infinity);
    replies.push(sayBest(prepared, { ...ask, question, history: [] }, language, told));
  }
  const [first, second] = replies;
  const known = first ?? second;
  // The same for both: it may be one question after all.
  if (known === undefined || first?.text === second?.text) return undefined;
  const confidence = 1 / (1 + Math.exp(-surest));
  const reply =
    first && second
      ? joinReplies(first, second)
      : { ...known, text: `${known.text} ${words[language].otherPartUnknown}` };
  const isWhole = first !== undefined && second !== undefined;
  const told = { ...reply, confidence };
  const rest = { confidence, deniesPrices: false, suggestions: [], considered };
  return { reply: told, ...rest, isWhole };
}

// Of those that a finder ranks, the one that answers is almost always among the first; more of them cost time only.
const passagesMax = 5;
// Words rank worse.
const passagesMaxByWords = 8;
// A question in the owner's own words often scores low; this low, it asks for something else.
const denied = -3.5;
const turnCharsMax = 400;

// Words know most small talk; what only looks like it is better refused than greeted.
const talkLeast = 1.5;
const talkCharsMax = 200;

/** What the best passage must reach (a logit); measured by `node evals/businesses.ts`. */
export const thresholds = { low: -1, normal: 0, high: 1.25 } as const;

function sayBest(
  prepared: Prepared,
  ask: Ask,
  language: Language,
  told: readonly Read[],
): Reply | undefined {
  const { business } = prepared;
  const [best] = told;
  if (best === undefined) return undefined;
  const { field } = best.passage.entry;
  if (field?.kind === 'talk') return smallTalkReply('greeting', business, language, ask.mode);
  if (field === undefined) {
    // `How much is a plastic chair?` is no question about how many there are.
    const priced = best.score.answer < certain && pricesNamed(business, ask, language);
    if (priced) return fieldReply(priced, language, ask.mode);
    // Told in both languages: the part of it that answers in the visitor's.
    const own = told.find(
      ({ passage }) => passage.entry.id === best.passage.entry.id && passage.language === language,
    );
    return entryReply(prepared, ask, language, own ?? best);
  }
  // Prices that fit nearly as well are told with it: the visitor sees which is theirs.
  const alike = told.filter(
    ({ passage: { entry }, score }) =>
      entry.field?.kind === field.kind && score.answer >= best.score.answer - alikeWithin,
  );
  const fields = alike.flatMap(({ passage: { entry } }) => entry.field ?? []);
  const named = field.kind === 'price' ? pricesNamed(business, ask, language) : undefined;
  if (named === undefined && field.kind === 'price' && asksExtreme(plainOf(ask.question)))
    return undefined;
  const said = named ?? sayField(business, ask, language, fields.slice(0, pricesMax));
  return said && fieldReply(said, language, ask.mode);
}

/** Where a question names an item by its own words, those words know it best among its siblings. */
function pricesNamed(business: Business, ask: Ask, language: Language) {
  const question = { ...askedOf(business, ask, language), before: undefined };
  const isNamed = thingsAsked(question.plain).length > 0 || asksExtreme(question.plain);
  return isNamed ? priceAnswer(question) : undefined;
}

// So sure is the reader of one question in five, and nearly always right.
const certain = 4;

const alikeWithin = 1.5;
const pricesMax = 4;

/** What answers the other part of a question in two parts, where something else that was read does. */
function secondPart(
  prepared: Prepared,
  ask: Ask,
  language: Language,
  told: readonly Read[],
): Reply | undefined {
  const [best] = told;
  if (best === undefined || !hasTwoParts.test(ask.question)) return undefined;
  const { field, id } = best.passage.entry;
  const others = told.filter(({ passage: { entry } }) =>
    field === undefined ? entry.id !== id : entry.field?.kind !== field.kind,
  );
  const [other] = others;
  if (other === undefined || other.passage.entry.field?.kind === 'talk') return undefined;
  return other.score.answer < secondLeast ? undefined : sayBest(prepared, ask, language, others);
}

// What answers less surely was mostly said by the first already.
const secondLeast = 2;
const hasTwoParts = /\? \S|[,;&] \S|\b(?:and|na|pia|also|plus|halafu|kisha|then)\b/i;

function joinReplies(first: Reply, second: Reply): Reply {
  if (first.text.includes(second.text)) return first;
  return {
    ...first,
    text: `${first.text} ${second.text}`,
    sources: [...first.sources, ...second.sources],
    made: [...first.made, ...second.made],
    ...(first.passages === undefined || second.passages === undefined
      ? { passages: [] }
      : { passages: [...first.passages, ...second.passages] }),
  };
}

function entryReply(
  prepared: Prepared,
  { question, mode }: Ask,
  language: Language,
  { passage, score }: Read,
): Reply | undefined {
  const twin = inLanguage(prepared, passage, language);
  // The twin's sentences were not read: it is said from its beginning.
  const evidence = twin === passage ? score.evidence : [];
  const composition = compose(question, twin, evidence, language, mode);
  return composition && { answered: true, language, ...composition, confidence: 0 };
}
