/** Messages between the server and the process that reads one source. */
import type { FileNames } from './formats/read-file.ts';

/** Bytes come in pieces before the order that is about them. */
export type ToReader = { readonly piece: Uint8Array } | { readonly order: Order };

export type Order =
  | ({ readonly kind: 'file' } & FileNames)
  | { readonly kind: 'web'; readonly url: string; readonly type: string }
  /** The robots.txt of an origin. */
  | { readonly kind: 'robots'; readonly url: string }
  | { readonly kind: 'may-fetch'; readonly url: string; readonly agent: string }
  | {
      readonly kind: 'propose';
      readonly name: string;
      readonly currency: string;
      /** What the profile says already, as `knownIn` tells it. */
      readonly known: readonly string[];
    };

export type FromReader =
  | { readonly ready: true }
  | { readonly progress: Progress }
  /** A proposal as JSON, or what was left out as JSON. */
  | { readonly proposal: string }
  | { readonly leftOut: string }
  | { readonly reply: ReaderReply };

export interface Progress {
  readonly done: number;
  readonly total: number | undefined;
  /** What is counted: pages. */
  readonly unit: string;
}

export type ReaderReply =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly sentence: string }
  | {
      readonly kind: 'sitemap';
      readonly pages: readonly string[];
      readonly sitemaps: readonly string[];
    }
  | {
      readonly kind: 'may-fetch';
      readonly may: boolean;
      /** The pause between two calls that the site asks for. */
      readonly delaySeconds: number;
    };
