/** The outcome of an ask inside the server, and the result that the visitor gets. */
import type { AnswerSource, AskRequest, DoneEvent, Language } from '@baraza/contract';
import { cutCharacters, siteLimits } from '@baraza/contract';
import type { Source } from '../../answers/knowledge.ts';
import type { Problem } from '../../kernel/problem.ts';
import { guessLanguage } from '../knowledge/text-language.ts';
import { busy, failed } from '../words.ts';

/** A question with what its visitor may send with it. */
export type Asked = Pick<AskRequest, 'question'> & Partial<AskRequest>;

/** What the visitor gets: the text and the fields of its one `done`. */
export interface AskResult {
  readonly text: string;
  readonly done: Omit<DoneEvent, 'type'>;
}

/** What the engine or a rule decided. */
export interface AskOutcome {
  readonly text: string;
  readonly answered: boolean;
  readonly language: Language;
  readonly sources: readonly AnswerSource[];
  /** Approved questions that may have been meant, if it is refused. */
  readonly suggestions?: readonly string[];
  /** Whether the visitor asks for a person. */
  readonly asksForPerson?: boolean;
  /** Whether it is taken from the month's allowance. */
  readonly counts: boolean;
  /** Whether the assistant is paused; then the question shows no gap in the owner's information. */
  readonly isPaused?: boolean;
  /** Whether a person has the conversation: the message is kept, and the assistant says nothing. */
  readonly isForPerson?: boolean;
  /** Why there is no answer; a failure shows no gap either. */
  readonly problem?: Problem;
}

export function failureOf(problem: Problem, language: Language): AskOutcome {
  const text = (isBusy(problem) ? busy : failed)[language];
  return { text, answered: false, language, sources: [], counts: false, problem };
}

export function personOutcome(language: Language): AskOutcome {
  return { text: '', answered: false, language, sources: [], counts: false, isForPerson: true };
}

export function sourceOf(source: Source): AnswerSource {
  const quote = cutCharacters(source.quote, siteLimits.quoteCharactersMax);
  const { id, title, url, kind, language } = source;
  return { id, title, url, quote, kind, language };
}

/** The language of a question that is not answered; undefined if its words do not show it. */
export function questionLanguage({ question, language }: Asked): Language | undefined {
  return language ?? guessLanguage(question);
}

export function isBusy({ code }: Problem): boolean {
  return code === 'busy' || code === 'draining';
}
