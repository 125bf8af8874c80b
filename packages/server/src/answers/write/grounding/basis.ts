/** What a written answer is held against. */
import type { EntryKind, Language } from '@baraza/contract';

/** What an answer may be made from. */
export interface Basis {
  readonly passages: readonly BasisPassage[];
  /** Of the answer. */
  readonly language: Language;
  /** The answer that the engine itself gives. */
  readonly builtIn: string;
  /** What the visitor asked: its counts may be repeated and multiplied with. */
  readonly asked?: string;
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
