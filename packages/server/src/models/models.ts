import { Problem } from '../kernel/problem.ts';

/** The port to a language model. It has no tools and decides nothing. */
export interface LanguageModel {
  /** The default model, by its name on the server. */
  readonly name?: string;
  /**
   * The text as it arrives, then one `end`. The iteration throws a `Problem` when the model cannot be reached, or when
   * its answer is unreadable, breaks off or takes too long; nothing is retried once a text has arrived. Leaving the
   * iteration or aborting the signal cancels the call.
   */
  readonly write: (request: WritingRequest, signal: AbortSignal) => AsyncIterable<Written>;
  /**
   * Finds out how the server wants to be asked for the default model, once a day; every call is made in that way.
   * Rejects when the server cannot be asked.
   */
  readonly examine: () => Promise<void>;
  /** `paused` after several failures: calls are refused at once until a probe succeeds. */
  readonly state: () => 'ready' | 'paused';
  readonly close: () => Promise<void>;
}

/** How a server wants to be asked for a model, and how the model writes. */
export interface Variant {
  /** Fields of a request that it refuses. */
  readonly refuses: readonly string[];
  /** It starts with reasoning and marks only the end: its server puts the opening mark into the prompt. */
  readonly thinksUnmarked: boolean;
  readonly examinedAt: number;
}

/** Where variants are kept, by model: all servers on a store ask in the same way. */
export interface Variants {
  readonly read: (model: string) => Promise<Variant | undefined>;
  readonly save: (model: string, variant: Variant) => Promise<void>;
}

/**
 * Thrown by `write` when the model works but refuses this request, such as for an unknown model name.
 */
export class WritingRefused extends Problem {
  constructor(cause: unknown) {
    super('upstream', 'The answer could not be written; please try again shortly.', {
      cause,
      retryAfterSeconds: 5,
    });
    this.name = 'WritingRefused';
  }
}

export interface WritingRequest {
  readonly instructions: string;
  /** Used instead if the server can enforce a JSON schema. */
  readonly json?: { readonly instructions: string; readonly schema: object } | undefined;
  /** The last one is the user's. */
  readonly messages: readonly {
    readonly role: 'user' | 'assistant';
    readonly content: string;
  }[];
  /** Overrides the configured one. */
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
      /** Undefined if the server does not count. */
      readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
    };
