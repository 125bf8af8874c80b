/** Messages between the server and the encoder process. */
export interface EncoderFiles {
  readonly weights: string;
  readonly vocabulary: string;
}

export type ToEncoder =
  | { readonly id: number; readonly texts: readonly string[]; readonly isUrgent: boolean }
  | { readonly forget: number };

export type FromEncoder =
  | { readonly ready: true }
  /** All vectors of a request in one, one after another. */
  | { readonly id: number; readonly vectors: Float32Array };
