/** Answers from passages that the reader found to answer a question, the surest first. */
import type { Language } from '@baraza/contract';
import { asksExtreme, priceAnswer, thingsAsked } from '../fields/prices/prices.ts';
import { askedOf } from '../fields/question.ts';
import { plainOf } from '../fields/vocabulary.ts';
import type { Prepared } from '../find/prepared.ts';
import { inLanguage } from '../find/twins.ts';
import type { Ask, Business, Reply } from '../knowledge.ts';
import { smallTalkReply } from '../talk/small-talk-reply.ts';
import { compose } from '../write/compose.ts';
import { fieldReply } from './field-reply.ts';
import type { Read } from './read-passages.ts';
import { sayField } from './say-field.ts';

/** So sure is the reader of one question in five, and nearly always right (a logit). */
export const certain = 4;

/** What the best passage says, and for a question in two parts what another one adds. */
export function sayAll(
  prepared: Prepared,
  ask: Ask,
  language: Language,
  answering: readonly Read[],
): Reply | undefined {
  const first = sayBest(prepared, ask, language, answering);
  if (first === undefined || !hasTwoParts.test(ask.question)) return first;
  const second = sayBest(prepared, ask, language, othersOf(answering));
  return second === undefined ? first : joinReplies(first, second);
}

const hasTwoParts = /\? \S|[,;&] \S|\b(?:and|na|pia|also|plus|halafu|kisha|then)\b/i;

/** What says something else than the best; none where it is small talk, or not sure enough to be said beside it. */
function othersOf(answering: readonly Read[]): readonly Read[] {
  const { field, id } = answering[0]?.passage.entry ?? {};
  const others = answering.filter(({ passage: { entry } }) =>
    field === undefined ? entry.id !== id : entry.field?.kind !== field.kind,
  );
  const [other] = others;
  const isTalk = other?.passage.entry.field?.kind === 'talk';
  return other === undefined || isTalk || other.score.answer < secondLeast ? [] : others;
}

// What answers less surely was mostly said by the first already.
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
  prepared: Prepared,
  ask: Ask,
  language: Language,
  answering: readonly Read[],
): Reply | undefined {
  const { business } = prepared;
  const [best] = answering;
  const field = best?.passage.entry.field;
  if (best === undefined) return undefined;
  if (field === undefined) {
    // `How much is a plastic chair?` is no question about how many there are.
    const priced = best.score.answer < certain ? namedPrices(business, ask, language) : undefined;
    if (priced) return fieldReply(priced, language, ask.mode);
    // Told in both languages: the part of it that answers in the visitor's.
    const own = answering.find(
      ({ passage }) => passage.entry.id === best.passage.entry.id && passage.language === language,
    );
    return entryReply(prepared, ask, language, own ?? best);
  }
  if (field.kind === 'talk') return smallTalkReply('greeting', business, language, ask.mode);
  const named = field.kind === 'price' ? namedPrices(business, ask, language) : undefined;
  if (named === undefined && field.kind === 'price' && asksExtreme(plainOf(ask.question)))
    return undefined;
  // Prices that fit nearly as well are told with it: the visitor sees which is theirs.
  const alike = answering
    .filter(({ score }) => score.answer >= best.score.answer - alikeWithin)
    .flatMap(({ passage: { entry } }) => (entry.field?.kind === field.kind ? [entry.field] : []));
  const answer = named ?? sayField(business, ask, language, alike.slice(0, pricesMax));
  return answer && fieldReply(answer, language, ask.mode);
}

const alikeWithin = 1.5;
const pricesMax = 4;

/** Where a question names an item by its own words, those words know it best among its siblings. */
function namedPrices(business: Business, ask: Ask, language: Language) {
  const question = { ...askedOf(business, ask, language), before: undefined };
  const isNamed = thingsAsked(question.plain).length > 0 || asksExtreme(question.plain);
  return isNamed ? priceAnswer(question) : undefined;
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
