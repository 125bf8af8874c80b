/**
 * The engine's port: a site's approved information is prepared once, then asked; it answers from
 * that or says that it cannot.
 */

import type { Language } from '@baraza/contract';
import { longPattern } from '../kernel/long-pattern.ts';
import { atOnce } from '../kernel/steps.ts';
import { fieldAnswer, variantsOf } from './fields/fields.ts';
import { cataloguing } from './fields/prices/catalogue.ts';
import { cuttingPassages } from './find/chunk.ts';
import { joiningVectors } from './find/encoder-texts.ts';
import { faqsAsked, faqTableOf, isSameQuestion } from './find/faq-match.ts';
import { buildingIndex } from './find/index-builder.ts';
import { nearPassages } from './find/passages.ts';
import type { Prepared } from './find/prepared.ts';
import { profilePassages } from './find/profile-passages.ts';
import { queryOf } from './find/query.ts';
import { candidates } from './find/retrieve.ts';
import { safeBusiness, safeEntry } from './find/safe-knowledge.ts';
import { inLanguage, twinsOf } from './find/twins.ts';
import { hoursWords } from './hours-words.ts';
import type { Ask, Entry, Knowledge, Passage, Reply, VectorSource } from './knowledge.ts';
import { fieldPassages } from './read/field-passages.ts';
import { fieldReply } from './read/field-reply.ts';
import { readingAnswer } from './read/read-answer.ts';
import type { Reading, ReadScores } from './read/reading.ts';
import { smallTalkOf, withoutGreeting } from './talk/small-talk.ts';
import { smallTalkReply } from './talk/small-talk-reply.ts';
import { withoutCommands } from './text/instructions.ts';
import { languageOfProse } from './text/language.ts';
import { lexicon } from './text/lexicon.ts';
import { visitorLanguage } from './text/question-language.ts';
import { spoken } from './text/spoken-form.ts';
import { words } from './words.ts';
import { type Composition, composeWhole } from './write/compose.ts';

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
  const plain = withoutCommands(given.question);
  const question = withoutGreeting(plain.trim());
  if (question === '') return certainly(refusal(language, 0));
  const ask: Ask = { ...given, question };
  const known = fromFaqs(prepared, ask, language);
  const pleased = pleasantry && smallTalkReply(pleasantry.kind, business, language, ask.mode);
  if (known === undefined && pleased) return certainly(pleased);
  if (known === undefined && (pleasantry || arithmetic.test(question)))
    return certainly(refusal(language, 0));
  if (known && isOwnWording(known, language)) return certainly(reply(known, language, 1));
  yield;
  const near = yield* nearPassages(prepared, ask, language);
  const asked = { question, near };
  // In the visitor's language a model may say it; the engine quotes it.
  if (known) return { ...reply(known, language, 1), asked, isOwnersQuestion: true };
  const read = yield* readingAnswer(prepared, ask, language, near);
  const weighed = read === undefined ? {} : { considered: read.considered };
  if (read?.reply !== undefined) return { ...read.reply, asked, ...weighed };
  // Without a reader nothing is guessed: only what an owner's own wording asks is answered.
  const same = read === undefined ? yield* askingAgain(prepared, ask, language) : undefined;
  if (same) return { ...reply(same, language, 1), asked, isOwnersQuestion: true };
  // What names a field by its own words needs no reading: `what are your prices?`, `are you open now?`.
  yield* cataloguing(business);
  const named = fieldAnswer(business, ask, language);
  const isPrice = named?.title === words[language].pricesTitle;
  if (named === undefined || (read?.deniesPrices && isPrice)) {
    const refused = refusalOfSize(business, ask, language, read?.confidence ?? 0);
    // Whoever commands is offered nothing.
    const suggestions = plain === given.question ? (read?.suggestions ?? []) : [];
    return { ...refused, asked, ...weighed, ...(suggestions.length === 0 ? {} : { suggestions }) };
  }
  // Only the engine has a clock.
  const isCertain = named.title === hoursWords[language].title;
  return { ...fieldReply(named, language, ask.mode), asked, ...weighed, isCertain };
}

function certainly(told: Reply): Reply {
  return { ...told, isCertain: true };
}

function isOwnWording({ passages }: Composition, language: Language): boolean {
  return passages.every((passage) => passage.language === language);
}

/** What is said to a question that must not be answered. */
export function declined({ business }: Prepared, given: Ask): Reply {
  return refusal(visitorLanguage(given, business, smallTalkOf(given.question)), 0);
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

/** An approved question in nearly the same words, with nothing in it that the owner's wording does not ask. */
function* askingAgain(
  prepared: Prepared,
  ask: Ask,
  language: Language,
): Generator<undefined, Composition | undefined> {
  const query = queryOf({ question: ask.question, language });
  const near = yield* candidates(prepared.index, query, lexicon(), undefined, nearMax);
  for (const passage of near) {
    // A FAQ may have fifty long wordings.
    yield;
    const { kind, title } = passage.entry;
    if (kind === 'faq' && isSameQuestion(passage, ask.question))
      return fromFaqs(prepared, { ...ask, question: title }, language);
  }
  return undefined;
}

const nearMax = 8;

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
