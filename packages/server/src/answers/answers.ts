/** Prepares a site's approved information once; then answers questions from it, or refuses. */

import type { Language } from '@baraza/contract';
import type { Breathe } from '../kernel/breathe.ts';
import { longPattern } from '../kernel/long-pattern.ts';
import { spoken } from '../speech/aloud/aloud.ts';
import { certainField, fieldAnswer } from './fields/fields.ts';
import { catalogueOf } from './fields/prices/catalogue.ts';
import { listedVariants } from './fields/prices/prices.ts';
import { type FieldAnswer, questionOf } from './fields/question.ts';
import { passagesOf } from './find/chunk.ts';
import { encodedQuestions } from './find/encoder-texts.ts';
import { faqsAsked, faqTableOf, isSameQuestion } from './find/faq-match.ts';
import { buildIndex } from './find/index-builder.ts';
import { nearPassages } from './find/passages.ts';
import {
  bilingualPassagesOf,
  inLanguage,
  type Prepared,
  type SiteInquiry,
} from './find/prepared.ts';
import { queryOf } from './find/query.ts';
import { candidates } from './find/retrieve.ts';
import { safeBusiness, safeEntry } from './find/safe-knowledge.ts';
import { hoursWords } from './hours-words.ts';
import type { Ask, Entry, Knowledge, Passage, Reply } from './knowledge.ts';
import { fieldPassages, profilePassages } from './read/field-passages.ts';
import { fieldReply } from './read/field-reply.ts';
import { readAnswer } from './read/read-answer.ts';
import type { ReadPassages } from './read/read-passages.ts';
import { smallTalkOf, smallTalkReply, withoutGreeting } from './talk/small-talk.ts';
import { withoutCommands } from './text/instructions.ts';
import { languageOfProse } from './text/language.ts';
import { lexicon } from './text/lexicon.ts';
import { visitorLanguage } from './text/question-language.ts';
import { words } from './words.ts';
import { type Composition, composeFaq } from './write/compose.ts';

/**
 * Awaits `breathe` between entries and between passages, so that a large site does not delay other questions in the
 * same process.
 */
export async function prepare(knowledge: Knowledge, breathe?: Breathe): Promise<Prepared> {
  const business = safeBusiness(knowledge.business);
  const hasAbout = knowledge.entries.some(({ kind }) => kind === 'profile');
  const entries = [...knowledge.entries, ...profilePassages(business, hasAbout)];
  const passages = await cutAll(entries, breathe);
  const index = await buildIndex(passages, breathe);
  const fieldEntries = fieldPassages(business, passages.length > 0);
  const fields = await buildIndex(await cutAll(fieldEntries, breathe), breathe);
  // Built now, so that the first question does not wait for it.
  catalogueOf(business);
  return {
    passageCount: index.passageCount,
    bytes: index.bytes + fields.bytes,
    business,
    index,
    fields,
    faqs: faqTableOf(passages),
    bilingualPassages: bilingualPassagesOf(passages),
    vectors: undefined,
  };
}

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

/** Both models are optional. If one of them rejects, the answer rejects. */
export interface AnswerModels {
  /** Vectors of unit length, in the order of the texts. */
  readonly encode?: ((texts: readonly string[]) => Promise<readonly Float32Array[]>) | undefined;
  readonly read?: ReadPassages | undefined;
}

export async function answer(
  prepared: Prepared,
  given: Ask,
  { encode, read }: AnswerModels = {},
): Promise<Reply> {
  const { inquiry, faq, certain } = understand(prepared, given);
  if (certain !== undefined) return certain;
  const { ask, language } = inquiry;
  const vectors = encode && prepared.vectors ? await encode(encodedQuestions(given)) : [];
  const near = nearPassages(inquiry, vectors);
  const asked = { question: ask.question, near };
  if (faq) return { ...ownersReply(faq, language), asked };
  // Without a reader only fields and questions in the owner's own wording are answered; nothing is guessed.
  if (read === undefined || near.length === 0) {
    const same = faqAskedAgain(inquiry);
    const reply = same ? ownersReply(same, language) : namedReply(inquiry, fieldAnswer(inquiry));
    return { ...(reply ?? refusalOfSize(inquiry)), asked };
  }
  const outcome = await readAnswer(inquiry, near, read);
  const { considered, deniesPrices, confidence, suggestions } = outcome;
  if (outcome.reply) return { ...outcome.reply, asked, considered };
  // A question that names a field needs no reader: `what are your prices?`, `are you open now?`.
  const named = fieldAnswer(inquiry);
  const isDenied = deniesPrices && named?.title === words[language].pricesTitle;
  const reply = isDenied ? undefined : namedReply(inquiry, named);
  if (reply) return { ...reply, asked, considered };
  // No suggestions after an injection attempt.
  const isOffered = suggestions.length > 0 && withoutCommands(given.question) === given.question;
  const refused = refusalOfSize(inquiry, confidence);
  return { ...refused, asked, considered, ...(isOffered ? { suggestions } : {}) };
}

/**
 * Answers what needs no reader, for use while it is busy: small talk, a FAQ in its owner's wording, opening hours,
 * contacts. Undefined for everything else, including prices. Cheap enough for a busy server to try before each refusal.
 * `isFinal`: the reader would not change it.
 */
export function answerWithoutReading(prepared: Prepared, given: Ask) {
  const { inquiry, faq, certain } = understand(prepared, given);
  if (certain !== undefined) return { reply: certain, isFinal: true };
  const reply = faq
    ? ownersReply(faq, inquiry.language)
    : namedReply(inquiry, certainField(inquiry));
  return reply && { reply, isFinal: false };
}

/**
 * `inquiry` has the question without greetings and commands. `faq` is the answer of the FAQ whose question has the same
 * content words. `certain` is the reply if nothing has to be searched or read.
 */
function understand(prepared: Prepared, given: Ask) {
  const { business } = prepared;
  const pleasantry = smallTalkOf(given.question);
  const language = visitorLanguage(given, business, pleasantry);
  // A command to the assistant is not a question, but the rest of the message may be one.
  const question = withoutGreeting(withoutCommands(given.question).trim());
  const inquiry = { prepared, business, language, ask: { ...given, question } };
  const certainly = (reply: Reply) => {
    return { inquiry, faq: undefined, certain: { ...reply, isCertain: true } };
  };
  if (question === '') return certainly(refusal(language));
  const faq = faqAsked(inquiry, question);
  if (faq === undefined) {
    const talk = pleasantry && smallTalkReply(pleasantry.kind, inquiry);
    if (talk) return certainly(talk);
    if (pleasantry || arithmetic.test(question)) return certainly(refusal(language));
  }
  if (faq?.passages.every((passage) => passage.language === language))
    return certainly(composedReply(faq, language));
  return { inquiry, faq, certain: undefined };
}

/** A FAQ's answer. The engine quotes it; a model may translate it into the visitor's language. */
function ownersReply(faq: Composition, language: Language): Reply {
  return { ...composedReply(faq, language), isOwnersQuestion: true };
}

function namedReply(inquiry: SiteInquiry, named: FieldAnswer | undefined): Reply | undefined {
  if (named === undefined) return undefined;
  // A model does not know the time, so it must not rewrite an answer about hours.
  const isCertain = named.title === hoursWords[inquiry.language].title;
  return { ...fieldReply(named, inquiry), isCertain };
}

/** The reply to a question that must not be answered. */
export function declined({ business }: Prepared, given: Ask): Reply {
  return refusal(visitorLanguage(given, business, smallTalkOf(given.question)));
}

/** Names the listed sizes if an item was asked for in a size that is not listed. */
function refusalOfSize(inquiry: SiteInquiry, confidence = 0): Reply {
  const { language, ask } = inquiry;
  const question = questionOf(inquiry);
  const sizes = question ? listedVariants(question) : [];
  if (sizes.length === 0) return refusal(language, confidence);
  const text = words[language].sizeRefusal(sizes);
  const shown = ask.mode === 'voice' ? spoken(text, language) : text;
  return { ...refusal(language, confidence), text: shown };
}

// A sum is not a question about a business, even though its digits occur in many texts.
const arithmetic = longPattern('i')`^(?!\s*24\/7)\s*(?:(?:what(?:'?s| is)|calculate|hesabu|je|ni
  |how much is)\s+)*\d+(?:\.\d+)?\s*(?:[-+*x×÷/]|plus|minus|times|jumlisha|toa|mara
  |gawanya(?: kwa)?)\s*\d+(?:\.\d+)?\s*(?:=|ni ngapi|ni|equals|sawa na|is what)?[\s?=.!]*$`;

function faqAsked(inquiry: SiteInquiry, question: string): Composition | undefined {
  const { prepared, language } = inquiry;
  const asked = faqsAsked(prepared.faqs, question);
  const known = asked.find((passage) => passage.language === language) ?? asked[0];
  return known && composeFaq(inquiry, known, inLanguage(prepared, known, language));
}

/** The FAQ with nearly the same question, if the visitor's question asks nothing beyond it. */
function faqAskedAgain(inquiry: SiteInquiry): Composition | undefined {
  const { prepared, language, ask } = inquiry;
  const query = queryOf({ question: ask.question, language });
  const same = candidates(prepared.index, query, lexicon(), undefined, nearMax).find(
    (passage) => passage.entry.kind === 'faq' && isSameQuestion(passage, ask.question),
  );
  return same && composeFaq(inquiry, same, inLanguage(prepared, same, language));
}

const nearMax = 8;

function composedReply(composition: Composition, language: Language): Reply {
  return { answered: true, language, ...composition, confidence: 1 };
}

function refusal(language: Language, confidence = 0): Reply {
  const text = words[language].refusal;
  return { answered: false, language, text, sources: [], made: [], confidence };
}
