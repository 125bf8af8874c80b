/** Messages between the server and the process that reads one source. */
import type { FileNames } from './formats/read-file.ts';

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
      /** What the profile says already, as `knownIn` returns it. */
      readonly known: readonly string[];
    };

/** Sent while an order is executed. */
export type ReaderProgress =
  | { readonly progress: Progress }
  /** A proposal as JSON, or what was left out as JSON. */
  | { readonly proposal: string }
  | { readonly leftOut: string };

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
