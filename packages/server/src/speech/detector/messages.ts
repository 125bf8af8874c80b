/** What a server and the process that tells voices from noise tell each other. */
export interface DetectorInput {
  readonly weights: string;
}

export type DetectorRequest =
  /** A window of a talker, after those that were sent before. */
  | { readonly talker: number; readonly window: Float32Array }
  /** A whole recording: how likely each of its windows is a voice. */
  | { readonly recording: Float32Array };

export interface DetectorReply {
  readonly likely: Float32Array;
}

export interface DetectorNote {
  readonly leaves: number;
}
