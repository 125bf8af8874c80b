/** Messages between the server and the process of the built-in models. */
import type { Reading, ReadScore } from '../models.ts';

/** What a model is made of. */
export interface ModelFiles {
  readonly weights: string;
  readonly vocabulary: string;
}

/** What the process is started with; a model that is left out is never asked. */
export interface BuiltInFiles {
  readonly encoder?: ModelFiles | undefined;
  readonly reader?: ModelFiles | undefined;
}

export interface EncodingOrder {
  readonly texts: readonly string[];
  readonly isUrgent: boolean;
}

export interface ReadingOrder {
  readonly reading: Reading;
  /** Sites take turns, a passage each. */
  readonly site: string;
}

export type ToModels =
  | ((EncodingOrder | ReadingOrder) & { readonly id: number })
  | { readonly forget: number };

/** All vectors of a request in one, one after another. */
export interface EncodingReply {
  readonly id: number;
  readonly vectors: Float32Array;
}

export interface ReadingReply {
  readonly id: number;
  /** In the order of the passages. */
  readonly scores: readonly ReadScore[];
}

export type FromModels =
  | { readonly ready: true }
  | { readonly note: typeof readerIsLoaded }
  | EncodingReply
  | ReadingReply
  | { readonly id: number; readonly refused: string };

/** Told once by a process, when it has loaded the reader. */
export const readerIsLoaded = 'the reader is loaded';
