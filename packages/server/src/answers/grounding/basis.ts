/**
 * What a written answer is held against: the approved passages, and each sentence of them with what
 * it is said about.
 */
import type { EntryKind, Language } from '@baraza/contract';
import type { Mark } from './claim-marks.ts';
import type { Part } from './claim-parts.ts';
import type { Bound } from './claim-words.ts';

/** What an answer may be made from. */
export interface Basis {
  readonly passages: readonly BasisPassage[];
  /** Of the answer. */
  readonly language: Language;
  /** The answer that the engine itself gives. */
  readonly builtIn: string;
  /** Names that may be said though no passage has them, such as the site's own. */
  readonly names: readonly string[];
}

export interface BasisPassage {
  readonly kind: EntryKind;
  /** A FAQ's question, or a title. */
  readonly title: string;
  readonly text: string;
  readonly language: Language;
}

/** One approved sentence, with what it is said about. */
export interface Scope {
  /** As it was written, but for its marks. */
  readonly sentence: string;
  readonly language: Language;
  readonly parts: readonly Part[];
  /** Of the title, and of the sentence that this one points back to. */
  readonly context: readonly Mark[];
  readonly contextBounds: ReadonlySet<Bound>;
  /** Of the title, whatever else is said in its text. */
  readonly title: readonly Mark[];
}
