/** Reading a question together with passages: what the reader is given, and what it says. */
export interface Reading {
  readonly question: string;
  /** The visitor's turn before it; '' where there is none. */
  readonly before: string;
  readonly passages: readonly ReadablePassage[];
}

export interface ReadablePassage {
  /** May be ''. */
  readonly title: string;
  readonly sentences: readonly string[];
}

/** What the reader says of one passage; each number is a logit. */
export interface ReadScore {
  /** Whether the passage answers the question. */
  readonly answer: number;
  /** Whether the passage says what the question states, where it states something. */
  readonly said: number;
  /** For each sentence, whether it is the one that answers. */
  readonly evidence: readonly number[];
}

/** Scores in the order of the passages. Rejects where they cannot be made in time. */
export type ReadPassages = (reading: Reading) => Promise<readonly ReadScore[]>;
