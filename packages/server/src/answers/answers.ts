/**
 * The engine's port: a site's approved information is prepared once, then asked; it answers from
 * that or says that it cannot.
 */

import type { Language } from '@baraza/contract';
import { longPattern } from '../kernel/long-pattern.ts';
import { atOnce } from '../kernel/steps.ts';
import { cuttingPassages } from './chunk.ts';
import { type Composition, compose, composeWhole } from './compose.ts';
import { joiningVectors } from './encoder-texts.ts';
import { faqsAsked, faqTableOf, isNearlyAsked } from './faq-match.ts';
import { buildingIndex } from './index-builder.ts';
import { withoutCommands } from './instructions.ts';
import type { Ask, Entry, Knowledge, Passage, Reply, VectorSource } from './knowledge.ts';
import { languageOfProse } from './language.ts';
import { lexicon } from './lexicon.ts';
import { type Finding, lookingUp } from './look-up.ts';
import type { Prepared } from './prepared.ts';
import { profilePassages } from './profile-passages.ts';
import type { Query } from './query.ts';
import { visitorLanguage } from './question-language.ts';
import { fieldPassages } from './read/field-passages.ts';
import { fieldReply } from './read/field-reply.ts';
import { readingAnswer } from './read/read-answer.ts';
import type { Reading, ReadScores } from './read/reading.ts';
import { fits } from './required-value.ts';
import { type Hit, searching } from './retrieve.ts';
import { safeBusiness, safeEntry } from './safe-knowledge.ts';
import { sentencesOf } from './sentences.ts';
import { smallTalkOf, withoutGreeting } from './small-talk.ts';
import { smallTalkReply } from './small-talk-reply.ts';
import { spoken } from './spoken-form.ts';
import { cataloguing } from './structured/catalogue.ts';
import { lastAnswer, structuredAnswer, variantsOf } from './structured/structured.ts';
import { contentWords } from './text.ts';
import { inLanguage, twinsOf } from './twins.ts';
import { words } from './words.ts';

export function prepare(knowledge: Knowledge, vectors?: VectorSource): Prepared {
  return atOnce(preparing(knowledge, vectors));
}

/** The same in small steps, for a process that serves others meanwhile. */
export function* preparing(
  knowledge: Knowledge,
  vectors?: VectorSource,
): Generator<undefined, Prepared> {
  const business = yield* safeBusiness(knowledge.business);
  const aboutIsTold = knowledge.entries.some(({ kind }) => kind === 'profile');
  const passages = yield* cuttingAll([
    ...knowledge.entries,
    ...profilePassages(business, aboutIsTold),
  ]);
  yield* cataloguing(business);
  const index = yield* buildingIndex(passages);
  const fields = yield* buildingIndex(
    yield* cuttingAll(fieldPassages(business, passages.length > 0)),
  );
  const prepared: Prepared = {
    passages: index.passages,
    bytes: index.bytes + fields.bytes,
    business,
    index,
    fields,
    faqs: yield* faqTableOf(passages),
    twins: yield* twinsOf(passages),
    vectors: undefined,
  };
  return vectors === undefined ? prepared : yield* joiningVectors(prepared, vectors);
}

function* cuttingAll(given: readonly Entry[]): Generator<undefined, Passage[]> {
  const passages: Passage[] = [];
  for (const one of given) {
    const entry = yield* safeEntry(one);
    if (entry.text !== '')
      for (const passage of yield* cuttingPassages(entry, languageOfProse)) passages.push(passage);
    yield;
  }
  return passages;
}

export function answer(prepared: Prepared, given: Ask): Reply {
  return atOnce(answering(prepared, given));
}

/** The same in small steps, for a process that serves others meanwhile. */
export function* answering(
  prepared: Prepared,
  given: Ask,
): Generator<Reading | undefined, Reply, ReadScores> {
  const { business } = prepared;
  const pleasantry = smallTalkOf(given.question);
  const language = visitorLanguage(given, business, pleasantry);
  // What commands an assistant is no question; what is left of it may be one.
  const question = withoutGreeting(withoutCommands(given.question).trim());
  if (question === '') return refusal(language, 0);
  const ask: Ask = { ...given, question };
  const known = fromFaqs(prepared, ask, language);
  if (known) return reply(known, language, 1);
  if (pleasantry)
    return smallTalkReply(pleasantry.kind, business, language, ask.mode) ?? refusal(language, 0);
  if (arithmetic.test(question)) return refusal(language, 0);
  yield;
  const read = yield* readingAnswer(prepared, ask, language);
  if (read === undefined) return yield* answeringByWords(prepared, ask, language);
  if (read.reply !== undefined) return read.reply;
  // What names a field by its own words needs no reading: `what are your prices?`, `are you open now?`.
  yield* cataloguing(business);
  const named = structuredAnswer(business, ask, language);
  const isDenied = read.deniesPrices && named?.title === words[language].pricesTitle;
  if (named === undefined || isDenied)
    return refusalOfSize(business, ask, language, read.confidence);
  return fieldReply(named, language, ask.mode);
}

/** What is said to a question that must not be answered. */
export function declined({ business }: Prepared, given: Ask): Reply {
  return refusal(visitorLanguage(given, business, smallTalkOf(given.question)), 0);
}

/** Where no reader can be asked: words and rules decide; what vectors find, only a reader can judge. */
function* answeringByWords(
  prepared: Prepared,
  ask: Ask,
  language: Language,
): Generator<undefined, Reply> {
  const { business } = prepared;
  const { question } = ask;
  yield* cataloguing(business);
  const structured = structuredAnswer(business, ask, language);
  yield;
  const finding = yield* lookingUp(
    prepared.index,
    { ...ask, language, strictness: business.strictness },
    lexicon(),
  );
  if (structured && !taughtBetter(finding, question))
    return fieldReply(structured, language, ask.mode);
  yield;
  const both = structured ? undefined : yield* bothParts(prepared, ask, language);
  if (both) return both;
  const composition = finding.answered
    ? yield* fromSearch(prepared, finding, language, ask.mode)
    : undefined;
  if (composition) return reply(composition, language, finding.confidence);
  yield;
  const last = lastAnswer(business, ask, language);
  if (last) return fieldReply(last, language, ask.mode);
  yield;
  return refusalOfSize(business, ask, language, finding.confidence);
}

/** Names the listed sizes where a thing was asked for in another one. */
function refusalOfSize(
  business: Prepared['business'],
  ask: Ask,
  language: Language,
  confidence: number,
): Reply {
  const refused = refusal(language, confidence);
  const variants = variantsOf(business, ask, language);
  if (variants.length === 0) return refused;
  const text = words[language].sizeRefusal(variants);
  return { ...refused, text: ask.mode === 'voice' ? spoken(text, language) : text };
}

// A sum is no question about a business, though its digits stand in many texts.
const arithmetic = longPattern('i')`^(?!\s*24\/7)\s*(?:(?:what(?:'?s| is)|calculate|hesabu|je|ni
  |how much is)\s+)*\d+(?:\.\d+)?\s*(?:[-+*x×÷/]|plus|minus|times|jumlisha|toa|mara
  |gawanya(?: kwa)?)\s*\d+(?:\.\d+)?\s*(?:=|ni ngapi|ni|equals|sawa na|is what)?[\s?=.!]*$`;

function fromFaqs(
  prepared: Prepared,
  { question, mode }: Ask,
  language: Language,
): Composition | undefined {
  const asked = faqsAsked(prepared.faqs, question);
  const known = asked.find((passage) => passage.language === language) ?? asked[0];
  return known && composeWhole(inLanguage(prepared, known, language), language, mode);
}

/** Two questions in one breath, where a FAQ or a field answers each of them. */
function* bothParts(
  prepared: Prepared,
  ask: Ask,
  language: Language,
): Generator<undefined, Reply | undefined> {
  if (ask.question.length > bothCharsMax) return undefined;
  const parts = ask.question
    .split(/\?\s+(?:and|na|pia)?\b|;|,?\s+(?:and|na|pia|&)\s+/i)
    .filter((part) => /\S\s+\S/.test(part.trim()));
  // `And what does it cost?` is asked about the part before it, not by itself.
  if (parts.length !== 2 || !standsAlone(parts[1] ?? '')) return undefined;
  const replies: Reply[] = [];
  for (const question of parts) {
    const part: Ask = { ...ask, question, history: [], vector: undefined, joinedVector: undefined };
    const told = yield* onePart(prepared, part, language);
    if (!told) return undefined;
    replies.push(told);
  }
  const [first, second] = replies;
  if (!first || !second || first.text === second.text) return undefined;
  const heads = sentencesOf(first.text).slice(0, ask.mode === 'voice' ? 1 : 2);
  const tails = sentencesOf(second.text).slice(0, ask.mode === 'voice' ? 1 : 3 - heads.length);
  return {
    ...first,
    text: [...heads, ...tails].join(' '),
    sources: [
      ...new Map(replies.flatMap(({ sources }) => sources).map((one) => [one.quote, one])).values(),
    ],
    made: replies.flatMap(({ made }) => made),
    ...passagesOfBoth(first, second),
  };
}

function passagesOfBoth(first: Reply, second: Reply): Pick<Reply, 'passages'> {
  const { passages: one } = first;
  const { passages: other } = second;
  // Half of it is of the engine's own words.
  if (one === undefined || other === undefined) return { passages: [] };
  return { passages: [...new Set([...one, ...other])] };
}

function standsAlone(part: string): boolean {
  if (pointsBack.test(part)) return false;
  return contentWords(part).some((word) => !priceWords.has(word));
}

const pointsBack = longPattern('i')`\b(?:it|its|that|this|they|them|those|these|one|ones|hiyo
  |hizo|hilo|hayo|huyo|hicho|hivyo|hapo|yake|zake|lake|chake)\b`;
const priceWords = new Set(
  `bei gharama kiasi pesa ngapi gani shilingi inagharimu gharimu cost costs price prices much charge charges
    fee fees`.split(/\s+/),
);

// What is longer tells a story, and its parts cannot be told apart.
const bothCharsMax = 200;

function* onePart(
  prepared: Prepared,
  ask: Ask,
  language: Language,
): Generator<undefined, Reply | undefined> {
  const known = fromFaqs(prepared, ask, language);
  if (known) return reply(known, language, 1);
  const structured = structuredAnswer(prepared.business, ask, language);
  if (structured) return fieldReply(structured, language, ask.mode);
  yield;
  const finding = yield* lookingUp(
    prepared.index,
    { ...ask, language, strictness: prepared.business.strictness },
    lexicon(),
  );
  if (!finding.answered || finding.hits[0]?.passage.entry.kind !== 'faq') return undefined;
  const composition = yield* fromSearch(prepared, finding, language, ask.mode);
  return composition && reply(composition, language, finding.confidence);
}

/** An approved answer to nearly this question stands above what the fields say. */
function taughtBetter({ answered, hits }: Finding, question: string): boolean {
  const passage = hits[0]?.passage;
  return answered && passage?.entry.kind === 'faq' && isNearlyAsked(passage, question);
}

function* fromSearch(
  prepared: Prepared,
  { query, hits, confidence }: Finding,
  language: Language,
  mode: Ask['mode'],
): Generator<undefined, Composition | undefined> {
  const [hit] = hits;
  const isSure = hit?.likeness !== undefined && confidence >= sureLeast;
  if (!hit || !fits(query.question, hit.passage, isSure)) return undefined;
  yield;
  return compose(query, yield* twinHit(prepared, query, hit, language), language, mode);
}

// From here on meaning and words leave so little doubt that a thing may be called by another name.
const sureLeast = 0.8;

/** The best passage of the same entry in the visitor's language, where the owner told it in both. */
function* twinHit(
  { index, twins }: Prepared,
  query: Query,
  hit: Hit,
  language: Language,
): Generator<undefined, Hit> {
  const { entry, language: told } = hit.passage;
  if (told === language || !twins.has(entry.id)) return hit;
  const languages = index.languages.filter((languageIndex) => languageIndex.language === language);
  const hits = yield* searching({ ...index, languages }, query, lexicon());
  return hits.find(({ passage }) => passage.entry.id === entry.id) ?? hit;
}

function reply(composition: Composition, language: Language, confidence: number): Reply {
  return { answered: true, language, ...composition, confidence };
}

function refusal(language: Language, confidence: number): Reply {
  return {
    answered: false,
    language,
    text: words[language].refusal,
    sources: [],
    made: [],
    confidence,
  };
}
