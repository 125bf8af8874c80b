/** Replies from passages that answer a question according to the reader, best first. */
import { asksExtreme, priceAnswer, thingsAsked } from '../fields/prices/prices.ts';
import { askedOf, type FieldAnswer } from '../fields/question.ts';
import { plainOf } from '../fields/vocabulary.ts';
import type { SiteInquiry } from '../find/prepared.ts';
import type { Inquiry, Reply } from '../knowledge.ts';
import { smallTalkReply } from '../talk/small-talk.ts';
import { composeScored } from '../write/compose.ts';
import { answerFromFields, fieldReply } from './field-reply.ts';
import type { ScoredPassage } from './read-passages.ts';

/** A logit. One question in five scores as high, and the answer is then nearly always right. */
export const certain = 4;

/** The reply from the best passage; for a question in two parts, joined with that of another passage. */
export function replyFrom(
  inquiry: SiteInquiry,
  answering: readonly ScoredPassage[],
): Reply | undefined {
  const first = replyFromBest(inquiry, answering);
  if (first === undefined || !hasTwoParts.test(inquiry.ask.question)) return first;
  const second = replyFromBest(inquiry, othersOf(answering));
  return second === undefined ? first : joinReplies(first, second);
}

const hasTwoParts = /\? \S|[,;&] \S|\b(?:and|na|pia|also|plus|halafu|kisha|then)\b/i;

/** Passages of other entries or fields than the best; none if the next one is small talk or scores too low. */
function othersOf(answering: readonly ScoredPassage[]): readonly ScoredPassage[] {
  const { field, id } = answering[0]?.passage.entry ?? {};
  const others = answering.filter(({ passage: { entry } }) =>
    field === undefined ? entry.id !== id : entry.field?.kind !== field.kind,
  );
  const [other] = others;
  const isTalk = other?.passage.entry.field?.kind === 'talk';
  return other === undefined || isTalk || other.score.answer < secondScoreMin ? [] : others;
}

// Below this score, a second answer mostly repeats the first.
const secondScoreMin = 2;

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

export function replyFromBest(
  inquiry: SiteInquiry,
  answering: readonly ScoredPassage[],
): Reply | undefined {
  const [best] = answering;
  if (best === undefined) return undefined;
  const { field } = best.passage.entry;
  if (field?.kind === 'talk') return smallTalkReply('greeting', inquiry);
  // `How much is a plastic chair?` asks for its price, not for how many there are.
  const mayNamePrice = field === undefined ? best.score.answer < certain : field.kind === 'price';
  const named = mayNamePrice ? namedPrices(inquiry) : undefined;
  if (named) return fieldReply(named, inquiry);
  if (field === undefined) return entryReply(inquiry, best, answering);
  if (field.kind === 'price' && asksExtreme(plainOf(inquiry.ask.question))) return undefined;
  // Prices that score nearly as well are listed with it; the visitor sees which one applies.
  const alike = answering
    .filter(({ score }) => score.answer >= best.score.answer - alikeWithin)
    .flatMap(({ passage: { entry } }) => (entry.field?.kind === field.kind ? [entry.field] : []));
  const answer = answerFromFields(inquiry, alike.slice(0, pricesMax));
  return answer && fieldReply(answer, inquiry);
}

const alikeWithin = 1.5;
const pricesMax = 4;

/** If a question names an item, its words distinguish it best from similar items. */
function namedPrices(inquiry: Inquiry): FieldAnswer | undefined {
  const question = { ...askedOf(inquiry), before: undefined };
  const isNamed = thingsAsked(question.plain).length > 0 || asksExtreme(question.plain);
  return isNamed ? priceAnswer(question) : undefined;
}

/** The reply from an entry, in the visitor's language if the entry has both. */
function entryReply(
  inquiry: SiteInquiry,
  best: ScoredPassage,
  answering: readonly ScoredPassage[],
): Reply | undefined {
  const { language } = inquiry;
  const { id } = best.passage.entry;
  const inLanguage = answering.find(
    ({ passage }) => passage.entry.id === id && passage.language === language,
  );
  const composition = composeScored(inquiry, inLanguage ?? best);
  return composition && { answered: true, language, ...composition, confidence: 0 };
}
