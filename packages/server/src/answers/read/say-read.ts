/** Answers from passages that the reader found to answer a question, the surest first. */
import { asksExtreme, priceAnswer, thingsAsked } from '../fields/prices/prices.ts';
import { askedOf, type FieldAnswer } from '../fields/question.ts';
import { plainOf } from '../fields/vocabulary.ts';
import { inLanguage, type SiteInquiry } from '../find/prepared.ts';
import type { Inquiry, Reply } from '../knowledge.ts';
import { smallTalkReply } from '../talk/small-talk-reply.ts';
import { compose } from '../write/compose.ts';
import type { ScoredPassage } from './read-passages.ts';
import { fieldReply, sayField } from './say-field.ts';

/** The reader is so sure of one question in five, and nearly always right (a logit). */
export const certain = 4;

/** What the best passage says, and for a question in two parts what another one adds. */
export function sayAll(
  inquiry: SiteInquiry,
  answering: readonly ScoredPassage[],
): Reply | undefined {
  const first = sayBest(inquiry, answering);
  if (first === undefined || !hasTwoParts.test(inquiry.ask.question)) return first;
  const second = sayBest(inquiry, othersOf(answering));
  return second === undefined ? first : joinReplies(first, second);
}

const hasTwoParts = /\? \S|[,;&] \S|\b(?:and|na|pia|also|plus|halafu|kisha|then)\b/i;

/** What says something else than the best; none where that is small talk, or not sure enough to be added. */
function othersOf(answering: readonly ScoredPassage[]): readonly ScoredPassage[] {
  const { field, id } = answering[0]?.passage.entry ?? {};
  const others = answering.filter(({ passage: { entry } }) =>
    field === undefined ? entry.id !== id : entry.field?.kind !== field.kind,
  );
  const [other] = others;
  const isTalk = other?.passage.entry.field?.kind === 'talk';
  return other === undefined || isTalk || other.score.answer < secondLeast ? [] : others;
}

// A less sure answer mostly repeats the first.
const secondLeast = 2;

export function joinReplies(first: Reply, second: Reply): Reply {
  if (first.text.includes(second.text)) return first;
  return {
    ...first,
    text: `${first.text} ${second.text}`,
    sources: [...first.sources, ...second.sources],
    made: [...first.made, ...second.made],
    passages: first.passages && second.passages ? [...first.passages, ...second.passages] : [],
  };
}

export function sayBest(
  inquiry: SiteInquiry,
  answering: readonly ScoredPassage[],
): Reply | undefined {
  const [best] = answering;
  if (best === undefined) return undefined;
  const { field } = best.passage.entry;
  if (field?.kind === 'talk') return smallTalkReply('greeting', inquiry);
  // `How much is a plastic chair?` does not ask how many there are.
  const mayNamePrice = field === undefined ? best.score.answer < certain : field.kind === 'price';
  const named = mayNamePrice ? namedPrices(inquiry) : undefined;
  if (named) return fieldReply(named, inquiry);
  if (field === undefined) return entryReply(inquiry, best, answering);
  if (field.kind === 'price' && asksExtreme(plainOf(inquiry.ask.question))) return undefined;
  // Prices that fit nearly as well are given with it: the visitor sees which is theirs.
  const alike = answering
    .filter(({ score }) => score.answer >= best.score.answer - alikeWithin)
    .flatMap(({ passage: { entry } }) => (entry.field?.kind === field.kind ? [entry.field] : []));
  const answer = sayField(inquiry, alike.slice(0, pricesMax));
  return answer && fieldReply(answer, inquiry);
}

const alikeWithin = 1.5;
const pricesMax = 4;

/** Where a question names an item by its own words, those words tell it best from its siblings. */
function namedPrices(inquiry: Inquiry): FieldAnswer | undefined {
  const question = { ...askedOf(inquiry), before: undefined };
  const isNamed = thingsAsked(question.plain).length > 0 || asksExtreme(question.plain);
  return isNamed ? priceAnswer(question) : undefined;
}

/** Of an entry in both languages, the part that answers in the visitor's. */
function entryReply(
  inquiry: SiteInquiry,
  best: ScoredPassage,
  answering: readonly ScoredPassage[],
): Reply | undefined {
  const { prepared, language } = inquiry;
  const { passage, score } =
    answering.find(
      (one) => one.passage.entry.id === best.passage.entry.id && one.passage.language === language,
    ) ?? best;
  const twin = inLanguage(prepared, passage, language);
  // The twin's sentences were not read: it is told from its beginning.
  const evidence = twin === passage ? score.evidence : [];
  const composition = compose(inquiry, twin, evidence);
  return composition && { answered: true, language, ...composition, confidence: 0 };
}
