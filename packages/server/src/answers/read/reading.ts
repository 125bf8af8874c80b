/** Input and output of the reader, a model that scores how well passages answer a question. */
export interface Reading {
  readonly question: string;
  /** The visitor's previous turn; '' if there is none. */
  readonly before: string;
  readonly passages: readonly ReadablePassage[];
}

export interface ReadablePassage {
  /** May be ''. */
  readonly title: string;
  readonly sentences: readonly string[];
}

/** The reader's scores for one passage; each number is a logit. */
export interface ReadScore {
  /** Whether the passage answers the question. */
  readonly answer: number;
  /** For a statement in place of a question: whether the passage states the same. Named like the model's output. */
  readonly said: number;
  /** For each sentence, whether it contains the answer. */
  readonly evidence: readonly number[];
}

/** Scores in the order of the passages. Rejects if they cannot be computed in time. */
export type ReadPassages = (reading: Reading) => Promise<readonly ReadScore[]>;
