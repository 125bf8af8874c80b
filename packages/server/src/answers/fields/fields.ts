/** Answers from the structured fields: hours, prices, contacts. What they do not hold is left to the search. */

import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';
import type { Ask, Business } from '../knowledge.ts';
import { aboutAnswer } from './about.ts';
import { contactAnswer } from './contacts.ts';
import { hoursAnswer } from './hours/hours.ts';
import { availabilityAnswer, listedVariants, priceAnswer } from './prices/prices.ts';
import { type FieldAnswer, type FieldQuestion, questionOf } from './question.ts';
import { plainOf, readingOf } from './vocabulary.ts';

export function fieldAnswer(
  business: Business,
  ask: Ask,
  language: Language,
): FieldAnswer | undefined {
  const question = questionOf(business, ask, language);
  if (!question) return undefined;
  return single(question) ?? several(question) ?? aboutAnswer(question);
}

/** Opening hours and contacts, which no other information can contradict. */
export function certainField(
  business: Business,
  ask: Ask,
  language: Language,
): FieldAnswer | undefined {
  const question = questionOf(business, ask, language);
  if (!question || asksOfAnother(question)) return undefined;
  const hours = hoursAnswer(question);
  if (hours) return hours;
  const contact = contactAnswer(question);
  return contact && priceAnswer(question) === undefined ? contact : undefined;
}

function single(question: FieldQuestion): FieldAnswer | undefined {
  const another = asksOfAnother(question);
  return (
    (another ? undefined : hoursAnswer(question)) ??
    priceAnswer(question) ??
    availabilityAnswer(question) ??
    (another ? undefined : contactAnswer(question))
  );
}

/** `Where are you and when do you open?` is answered when each of its parts is. */
function several(question: FieldQuestion): FieldAnswer | undefined {
  const parts = question.ask.question
    .split(/[?;,]|\band\b|\bna\b|\bpia\b|&/i)
    .map(plainOf)
    .filter((part) => part !== '');
  if (parts.length < 2 || parts.length > partsMax) return undefined;
  const answers = parts.map((plain) => single({ ...question, plain, before: undefined }));
  const told = [...new Map(answers.map((found) => [found?.text, found])).values()];
  const found = told.flatMap((one) => one ?? []);
  if (found.length < told.length) return undefined;
  return {
    text: found
      .map(({ text }) => text)
      .reduce((all, text) => `${all}${all.includes('\n') ? '\n' : ' '}${text}`),
    title: found.map(({ title }) => title).join(', '),
    quote: found.map(({ quote }) => quote).join(' '),
    ...(found.every(({ parts }) => parts !== undefined)
      ? { parts: found.flatMap(({ parts }) => parts ?? []) }
      : {}),
  };
}

const partsMax = 3;

/** What is listed of a thing that was asked for in a size that is not. */
export function variantsOf(business: Business, ask: Ask, language: Language): readonly string[] {
  const question = questionOf(business, ask, language);
  return question ? listedVariants(question) : [];
}

/** `What time does it open?` after a branch was mentioned asks about the branch. */
function asksOfAnother({ plain, before, known }: FieldQuestion): boolean {
  if (before === undefined || !pointsBack.test(plain)) return false;
  if (plain.split(' ').some((word) => known.has(word) || places.has(word))) return false;
  return readingOf(before, known).left.length > 0;
}

const pointsBack = longPattern()`\b(?:it|its|they|their|them|there|that|hiyo|hilo|hapo|huko|yake
  |zake|lake|chake|wake|yao|zao|lao|(?:li|i|ya|ki|zi|vi)(?:na|ta|me)(?:fung|po|pat)[a-z]+)\b`;
const places = new Set(
  'shop store office duka ofisi reception mapokezi business biashara'.split(' '),
);
