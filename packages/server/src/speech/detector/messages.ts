/** Messages between the server and the voice detector process. */
export interface DetectorInput {
  readonly weights: string;
}

export type DetectorRequest =
  /** The next window of a talker's stream. */
  | { readonly talker: number; readonly window: Float32Array }
  /** A whole recording: one probability for each window. */
  | { readonly recording: Float32Array };

export interface DetectorReply {
  readonly probabilities: Float32Array;
}

export interface DetectorNote {
  readonly closedTalker: number;
}
