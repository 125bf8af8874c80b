/** The outcome of an ask inside the server, and the result that the visitor gets. */
import type { AnswerSource, DoneEvent, Language, Profile } from '@baraza/contract';
import { cutCharacters, siteLimits } from '@baraza/contract';
import type { Source } from '../../answers/knowledge.ts';
import type { Problem } from '../../kernel/problem.ts';
import { busy, failed } from '../words.ts';

/** What the visitor gets: the text and the fields of its one `done`. */
export interface AskResult {
  readonly text: string;
  readonly done: Omit<DoneEvent, 'type'>;
}

/** What the engine or a rule decided. */
export interface Outcome {
  readonly text: string;
  readonly answered: boolean;
  readonly language: Language;
  readonly sources: readonly AnswerSource[];
  /** Approved questions that may have been meant, where it is refused. */
  readonly suggestions?: readonly string[];
  /** Whether it is taken from the month's allowance. */
  readonly counts: boolean;
  /** Whether the assistant rested; then it tells nothing of what the owner should add. */
  readonly isResting?: boolean;
  /** Why there is none; a failure is no gap in what the owner has told. */
  readonly problem?: Problem;
}

export function failureOf(problem: Problem, language: Language): Outcome {
  const text = (isBusy(problem) ? busy : failed)[language];
  return { text, answered: false, language, sources: [], counts: false, problem };
}

export function resultOf(
  { text, answered, language, sources, suggestions = [], problem }: Outcome,
  given: {
    /** Of the question. */
    readonly id: string;
    readonly handoff: string;
    /** How much of its sources the site shows. */
    readonly shown: Profile['sources'];
  },
): AskResult {
  const { id, handoff, shown } = given;
  const done = {
    answered,
    language,
    sources: shownSources(sources, shown),
    handoff,
    id,
    ...(suggestions.length === 0 ? {} : { suggestions: [...suggestions] }),
  };
  return problem === undefined
    ? { text, done }
    : { text, done: { ...done, error: errorOf(problem, text) } };
}

export function sourceOf(source: Source): AnswerSource {
  const quote = cutCharacters(source.quote, siteLimits.quoteCharactersMax);
  const { id, title, url, kind, language } = source;
  return { id, title, url, quote, kind, language };
}

function errorOf(problem: Problem, text: string) {
  return { code: isBusy(problem) ? 'busy' : 'upstream', error: text };
}

function isBusy({ code }: Problem): boolean {
  return code === 'busy' || code === 'draining';
}

function shownSources(sources: readonly AnswerSource[], shown: Profile['sources']): AnswerSource[] {
  if (shown === 'none') return [];
  return sources.map((source) => (shown === 'full' ? source : { ...source, quote: '' }));
}
