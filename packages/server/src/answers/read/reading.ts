/**
 * Reading a question together with passages: what the engine asks for, and what the reader says. The engine yields a
 * `Reading` and goes on with its scores, so that whoever runs it decides where the reader lives.
 */
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

/** In the order of the passages; undefined where there is no reader, none at all where it is late or has failed. */
export type ReadScores = readonly ReadScore[] | undefined;
