import { Problem } from '../kernel/problem.ts';

/** The port to a text encoder (embeddings). */
export interface Encoder {
  /** Fingerprint of the weights: vectors of different ones are never compared. */
  readonly model: string;
  /**
   * Vectors of unit length, in the order of the texts. Rejects when they cannot be made, and as
   * soon as the signal aborts; whoever asked goes on without. What is urgent goes before all that
   * is not, and is not tried again.
   */
  readonly embed: (
    texts: readonly string[],
    signal: AbortSignal,
    haste?: 'urgent',
  ) => Promise<readonly Float32Array[]>;
  /** `asleep` wakes with the next text, which takes a moment; `away` failed lately and rests. */
  readonly state: () => ModelState;
  readonly close: () => Promise<void>;
}

type ModelState = 'awake' | 'asleep' | 'away';

/** The port to a language model. It has no tools and decides nothing. */
export interface LanguageModel {
  /** The model of orders that name none, as its server calls it. */
  readonly name?: string;
  /**
   * What it writes, as it comes, then one `end`. The iteration throws a `Problem` when the model
   * cannot be reached, answers nonsense, falls silent or writes without an end; nothing is tried
   * again once a text has come. Leaving the iteration or aborting the signal cancels the call.
   */
  readonly write: (order: WritingOrder, signal: AbortSignal) => AsyncIterable<Written>;
  /** `resting` after it failed several times: refuses at once, and tries again by itself. */
  readonly state: () => 'ready' | 'resting';
  readonly close: () => Promise<void>;
}

/**
 * What `write` throws where the model is well and does not take this order, such as under a name
 * that it does not know.
 */
export class OrderRefused extends Problem {
  constructor(cause: unknown) {
    super('upstream', 'The answer could not be written; please try again shortly.', {
      cause,
      retryAfterSeconds: 5,
    });
    this.name = 'OrderRefused';
  }
}

export interface WritingOrder {
  readonly instructions: string;
  /** Wanted instead where the server can hold a model to a JSON schema. */
  readonly json?: { readonly instructions: string; readonly schema: object } | undefined;
  /** The last one is the user's. */
  readonly messages: readonly {
    readonly role: 'user' | 'assistant';
    readonly content: string;
  }[];
  /** Instead of the one that is configured. */
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
}

export type Written =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'end';
      readonly reason: 'stop' | 'length' | 'filtered' | 'other';
      /** The model as the server names it. */
      readonly model: string;
      /** Undefined where the server does not count. */
      readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
    };
