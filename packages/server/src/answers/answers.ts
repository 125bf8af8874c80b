/**
 * The engine's port: a site's approved information is prepared once, then asked; it answers from
 * that or says that it cannot.
 */

import type { Language } from '@baraza/contract';
import { longPattern } from '../kernel/long-pattern.ts';
import { certainField, fieldAnswer, variantsOf } from './fields/fields.ts';
import { catalogueOf } from './fields/prices/catalogue.ts';
import type { FieldAnswer } from './fields/question.ts';
import { passagesOf } from './find/chunk.ts';
import { encodedQuestions } from './find/encoder-texts.ts';
import { faqsAsked, faqTableOf, isSameQuestion } from './find/faq-match.ts';
import { buildIndex } from './find/index-builder.ts';
import { nearPassages } from './find/passages.ts';
import type { Prepared } from './find/prepared.ts';
import { profilePassages } from './find/profile-passages.ts';
import { queryOf } from './find/query.ts';
import { candidates } from './find/retrieve.ts';
import { safeBusiness, safeEntry } from './find/safe-knowledge.ts';
import { inLanguage, twinsOf } from './find/twins.ts';
import { hoursWords } from './hours-words.ts';
import type { Ask, Entry, Knowledge, Passage, Reply } from './knowledge.ts';
import { fieldPassages } from './read/field-passages.ts';
import { fieldReply } from './read/field-reply.ts';
import { readAnswer } from './read/read-answer.ts';
import type { Reading, ReadScore } from './read/reading.ts';
import { smallTalkOf, withoutGreeting } from './talk/small-talk.ts';
import { smallTalkReply } from './talk/small-talk-reply.ts';
import { withoutCommands } from './text/instructions.ts';
import { languageOfProse } from './text/language.ts';
import { lexicon } from './text/lexicon.ts';
import { visitorLanguage } from './text/question-language.ts';
import { spoken } from './text/spoken-form.ts';
import { words } from './words.ts';
import { type Composition, composeWhole } from './write/compose.ts';

/**
 * Awaits `breathe` between entries and passages, so that a large preparation does not hold up other questions of the
 * process.
 */
export async function prepare(knowledge: Knowledge, breathe?: Breathe): Promise<Prepared> {
  const business = safeBusiness(knowledge.business);
  const aboutIsTold = knowledge.entries.some(({ kind }) => kind === 'profile');
  const entries = [...knowledge.entries, ...profilePassages(business, aboutIsTold)];
  const passages = await cutAll(entries, breathe);
  const index = await buildIndex(passages, breathe);
  const fieldEntries = fieldPassages(business, passages.length > 0);
  const fields = await buildIndex(await cutAll(fieldEntries, breathe), breathe);
  // Made now, so that the first question does not wait for it.
  catalogueOf(business);
  return {
    passages: index.passages,
    bytes: index.bytes + fields.bytes,
    business,
    index,
    fields,
    faqs: faqTableOf(passages),
    twins: twinsOf(passages),
    vectors: undefined,
  };
}

type Breathe = () => Promise<void> | undefined;

async function cutAll(entries: readonly Entry[], breathe?: Breathe): Promise<readonly Passage[]> {
  const passages: Passage[] = [];
  for (const one of entries) {
    await breathe?.();
    const entry = safeEntry(one);
    if (entry.text === '') continue;
    for (const passage of passagesOf(entry, languageOfProse)) passages.push(passage);
  }
  return passages;
}

/** What the engine lends: either may be absent. A rejection of either rejects the answer. */
export interface AnswerModels {
  /** Vectors of unit length, in the order of the texts. */
  readonly encode?: ((texts: readonly string[]) => Promise<readonly Float32Array[]>) | undefined;
  /** Scores in the order of the passages. */
  readonly read?: ((reading: Reading) => Promise<readonly ReadScore[]>) | undefined;
}

export async function answer(
  prepared: Prepared,
  given: Ask,
  { encode, read }: AnswerModels = {},
): Promise<Reply> {
  const { ask, language, faq, certain } = understand(prepared, given);
  if (certain !== undefined) return certain;
  const vectors = encode && prepared.vectors ? await encode(encodedQuestions(given)) : [];
  const near = nearPassages(prepared, ask, language, vectors);
  const asked = { question: ask.question, near };
  if (faq) return { ...ownersReply(faq, language), asked };
  // Without a reader nothing is guessed: only what an owner's own wording asks is answered.
  if (read === undefined || near.length === 0) {
    const same = faqAskedAgain(prepared, ask, language);
    if (same) return { ...ownersReply(same, language), asked };
    const named = fieldAnswer(prepared.business, ask, language);
    const reply = named ? namedReply(named, ask, language) : refusalOfSize(prepared, ask, language);
    return { ...reply, asked };
  }
  const outcome = await readAnswer(prepared, ask, language, near, read);
  const { considered } = outcome;
  if (outcome.reply) return { ...outcome.reply, asked, considered };
  // What names a field by its own words needs no reading: `what are your prices?`, `are you open now?`.
  const named = fieldAnswer(prepared.business, ask, language);
  const isDenied = outcome.deniesPrices && named?.title === words[language].pricesTitle;
  if (named && !isDenied) return { ...namedReply(named, ask, language), asked, considered };
  const refused = refusalOfSize(prepared, ask, language, outcome.confidence);
  // Commands are offered nothing.
  const hasCommands = withoutCommands(given.question) !== given.question;
  const suggestions = hasCommands ? [] : outcome.suggestions;
  return { ...refused, asked, considered, ...(suggestions.length === 0 ? {} : { suggestions }) };
}

/**
 * What can be answered while the reader is busy: small talk, a FAQ in its owner's wording, opening hours, contacts.
 * Undefined for everything else, also for prices. It costs little: a busy server does this for every refusal.
 */
export function answerWithoutReading(prepared: Prepared, given: Ask): QuickAnswer | undefined {
  const { ask, language, faq, certain } = understand(prepared, given);
  if (certain !== undefined) return { reply: certain, isFinal: true };
  if (faq) return { reply: ownersReply(faq, language), isFinal: false };
  const field = certainField(prepared.business, ask, language);
  return field && { reply: namedReply(field, ask, language), isFinal: false };
}

interface QuickAnswer {
  readonly reply: Reply;
  /** Reading would not change it. */
  readonly isFinal: boolean;
}

interface Understood {
  /** Its question is without greeting and commands. */
  readonly ask: Ask;
  readonly language: Language;
  /** The FAQ whose question it is, in its owner's wording. */
  readonly faq?: Composition | undefined;
  /** Where nothing has to be found or read. */
  readonly certain?: Reply;
}

function understand(prepared: Prepared, given: Ask): Understood {
  const { business } = prepared;
  const pleasantry = smallTalkOf(given.question);
  const language = visitorLanguage(given, business, pleasantry);
  // What commands an assistant is no question; what is left of it may be one.
  const question = withoutGreeting(withoutCommands(given.question).trim());
  const ask: Ask = { ...given, question };
  const certainly = (reply: Reply) => ({ ask, language, certain: { ...reply, isCertain: true } });
  if (question === '') return certainly(refusal(language, 0));
  const faq = faqAsked(prepared, ask, language);
  if (faq === undefined) {
    const talk = pleasantry && smallTalkReply(pleasantry.kind, business, language, ask.mode);
    if (talk) return certainly(talk);
    if (pleasantry || arithmetic.test(question)) return certainly(refusal(language, 0));
  }
  if (faq?.passages.every((passage) => passage.language === language))
    return certainly(reply(faq, language));
  return { ask, language, faq };
}

/** A FAQ's answer: a model may word it in the visitor's language; the engine quotes it. */
function ownersReply(faq: Composition, language: Language): Reply {
  return { ...reply(faq, language), isOwnersQuestion: true };
}

function namedReply(named: FieldAnswer, { mode }: Ask, language: Language): Reply {
  // Only the engine has a clock.
  const isCertain = named.title === hoursWords[language].title;
  return { ...fieldReply(named, language, mode), isCertain };
}

/** What is said to a question that must not be answered. */
export function declined({ business }: Prepared, given: Ask): Reply {
  return refusal(visitorLanguage(given, business, smallTalkOf(given.question)), 0);
}

/** Names the listed sizes where a thing was asked for in another one. */
function refusalOfSize(
  { business }: Prepared,
  ask: Ask,
  language: Language,
  confidence = 0,
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

function faqAsked(
  prepared: Prepared,
  { question, mode }: Ask,
  language: Language,
): Composition | undefined {
  const asked = faqsAsked(prepared.faqs, question);
  const known = asked.find((passage) => passage.language === language) ?? asked[0];
  return known && composeWhole(inLanguage(prepared, known, language), language, mode);
}

/** An approved question in nearly the same words, with nothing in it that the owner's wording does not ask. */
function faqAskedAgain(prepared: Prepared, ask: Ask, language: Language): Composition | undefined {
  const query = queryOf({ question: ask.question, language });
  const same = candidates(prepared.index, query, lexicon(), undefined, nearMax).find(
    (passage) => passage.entry.kind === 'faq' && isSameQuestion(passage, ask.question),
  );
  return same && faqAsked(prepared, { ...ask, question: same.entry.title }, language);
}

const nearMax = 8;

function reply(composition: Composition, language: Language): Reply {
  return { answered: true, language, ...composition, confidence: 1 };
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
