/** A question as the structured fields are asked it, and what they answer. */
import type { Business, Inquiry } from '../knowledge.ts';
import { wordings } from '../text/bilingual.ts';
import { wordsOf } from '../text/text.ts';
import { kindWords } from './kinds.ts';
import { plainOf } from './vocabulary.ts';

export interface FieldQuestion extends Inquiry {
  /** The question in one spelling. */
  readonly plain: string;
  /** The visitor's question before it, in one spelling. */
  readonly before: string | undefined;
  /** Words that only name this business. */
  readonly known: ReadonlySet<string>;
}

export interface FieldAnswer {
  readonly text: string;
  /** What the field is called. */
  readonly title: string;
  /** What the owner approved, in words. */
  readonly quote: string;
  /** Where not all of it is the profile's: the entries that say it, each with its own words. */
  readonly parts?: readonly AnswerPart[];
}

interface AnswerPart {
  readonly id: string;
  readonly title: string;
  readonly quote: string;
}

export function questionOf(inquiry: Inquiry): FieldQuestion | undefined {
  const question = askedOf(inquiry);
  return question.plain.length > questionCharsMax ? undefined : question;
}

/** The same for a question of any length, where it is already known what it is about. */
export function askedOf({ business, ask, language }: Inquiry): FieldQuestion {
  const turn = ask.history.findLast(({ role }) => role === 'user');
  const before = turn && plainOf(turn.content.slice(0, 400));
  const plain = plainOf(ask.question);
  return { business, ask, language, plain, before, known: namesOf(business) };
}

// A question about a field is short; a longer one tells a story, which is left to the search.
const questionCharsMax = 200;

function namesOf(business: Business): ReadonlySet<string> {
  const names = [...wordings(business.business), ...wordings(business.name)].flatMap(wordsOf);
  return new Set([...names, ...kindWords(business)]);
}
