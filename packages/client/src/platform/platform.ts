/** The resource platform, endpoint by endpoint. */
import type {
  Generate,
  Generation,
  GenerationDone,
  JsonObject,
  Status,
  TokenEvent,
} from '@baraza/contract';
import { readAnswer } from '../site/ask.ts';
import { bearer, type CallOptions } from '../transport/call.ts';
import { BarazaError } from '../transport/problem.ts';
import { createTransport, type Transport, type TransportOptions } from '../transport/transport.ts';
import { type EventsOptions, followEvents, type PlatformEvent } from './events.ts';
import { type CreateOptions, createResources, type Resources } from './resources.ts';
import { createStorage, type ObjectStorage } from './storage.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export type PlatformClient = {
  readonly resources: Resources;
  readonly storage: ObjectStorage;
  readonly webhooks: Webhooks;
  readonly ai: {
    /** Without an assistant the only one of the owner answers. */
    readonly generate: (request: GenerateRequest, options?: CreateOptions) => Promise<Generation>;
    /**
     * The text as it is written, then one `done`, which has an `error` where the text is not whole.
     * Leaving the loop ends the writing.
     */
    readonly stream: (
      request: GenerateRequest,
      options?: CreateOptions,
    ) => AsyncGenerator<GenerationEvent, void, undefined>;
  };
  /** Activity as it happens. It reconnects by itself and goes on after the last one seen. */
  readonly events: (options?: EventsOptions) => AsyncGenerator<PlatformEvent, void, undefined>;
  /** The health of this moment; a failing installation is an answer, not an error. */
  readonly status: (options?: CallOptions) => Promise<Status>;
  /** The OpenAPI document of what this server serves. */
  readonly openapi: (options?: CallOptions) => Promise<JsonObject>;
};

export type PlatformClientOptions = TransportOptions & { readonly key: string };

export type GenerateRequest = Readonly<Omit<Generate, 'stream'>>;
export type GenerationEvent = TokenEvent | GenerationDone;

export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const sender = bearer(options.key, { sendsIdempotencyKeys: true });
  return platformOver(createTransport(options, sender));
}

export function platformOver(transport: Transport): PlatformClient {
  const { json } = transport;
  return {
    resources: createResources(transport),
    storage: createStorage(transport),
    webhooks: createWebhooks(transport),
    ai: {
      generate: (request, options) =>
        json({ method: 'POST', path: aiPath, json: request, options, timeoutMs: aiTimeoutMs }),
      stream: async function* (request, options) {
        const answer = await transport.open({
          method: 'POST',
          path: aiPath,
          accept: 'text/event-stream',
          json: { ...request, stream: true },
          options,
          timeoutMs: aiTimeoutMs,
        });
        yield* readAnswer<GenerationDone>(answer);
      },
    },
    events: (options) => followEvents(transport, options),
    status: async (options) => {
      const path = '/api/platform/status';
      try {
        // The 503 of a failing check is what was asked for; asking again would only hide it.
        const repeat = { lost: true, refused: false };
        return await json<Status>({ method: 'GET', path, options, repeat });
      } catch (error) {
        if (error instanceof BarazaError && isStatus(error.body)) return error.body;
        throw error;
      }
    },
    openapi: (options) => json({ method: 'GET', path: '/api/platform/openapi.json', options }),
  };
}

const aiPath = '/api/platform/ai';
// A model may write for two minutes, after a wait for its turn: giving up sooner would cancel it, and begin anew.
const aiTimeoutMs = 180_000;

function isStatus(body: unknown): body is Status {
  return typeof body === 'object' && body !== null && 'status' in body && 'checks' in body;
}
