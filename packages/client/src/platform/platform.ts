/** Client of the resource platform. */
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
import { type RunBatch, runBatch } from './records/batch.ts';
import { type CreateOptions, createResources, type Resources } from './resources.ts';
import { createStorage, type ObjectStorage } from './storage.ts';
import {
  createUsers,
  type SessionStore,
  sessionInMemory,
  sessionSender,
  type Users,
} from './users.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export type PlatformClient = {
  readonly resources: Resources;
  readonly storage: ObjectStorage;
  readonly webhooks: Webhooks;
  /** The accounts of a resource of kind Users. After a sign-in, a client without a key calls as that user. */
  readonly users: <Account extends object = JsonObject>(id: string) => Users<Account>;
  /** Several calls on records in one transaction: `batch([orders.calls.create(order), …])`. */
  readonly batch: RunBatch;
  readonly ai: {
    /** `assistant` may be omitted if the owner has only one. */
    readonly generate: (request: GenerateRequest, options?: CreateOptions) => Promise<Generation>;
    /**
     * The text in pieces, then one `done`, which has an `error` if the text is incomplete. Leaving the loop stops the
     * generation.
     */
    readonly stream: (
      request: GenerateRequest,
      options?: CreateOptions,
    ) => AsyncGenerator<GenerationEvent, void, undefined>;
  };
  /** Activity as it happens. Reconnects automatically and resumes after the last event. */
  readonly events: <Item = JsonObject>(
    options?: EventsOptions,
  ) => AsyncGenerator<PlatformEvent<Item>, void, undefined>;
  /** The current health; a failing installation is a result, not an error. */
  readonly status: (options?: CallOptions) => Promise<Status>;
  /** The OpenAPI document of this server. */
  readonly openapi: (options?: CallOptions) => Promise<JsonObject>;
};

export type PlatformClientOptions = TransportOptions & {
  /** Without a key, calls are anonymous, or made as the user who is signed in. */
  readonly key?: string | undefined;
  /** Where the token of that user is kept; by default in memory. */
  readonly session?: SessionStore | undefined;
  /** Receives the warnings about a config that was saved, one line for each call; console.warn by default. */
  readonly warn?: ((line: string) => void) | undefined;
};

export type GenerateRequest = Readonly<Omit<Generate, 'stream'>>;
export type GenerationEvent = TokenEvent | GenerationDone;

export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const { key, session = sessionInMemory() } = options;
  const sender =
    key === undefined ? sessionSender(session) : bearer(key, { sendsIdempotencyKeys: true });
  return platformOver(createTransport(options, sender), session, options.warn);
}

export function platformOver(
  transport: Transport,
  session: SessionStore = sessionInMemory(),
  warn: (line: string) => void = console.warn,
): PlatformClient {
  const { json } = transport;
  return {
    resources: createResources(transport, warn),
    storage: createStorage(transport),
    webhooks: createWebhooks(transport),
    users: (id) => createUsers(transport, session, id),
    batch: (calls, options) => runBatch(transport, calls, options),
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
        // The 503 of a failing check is the result, so it is not retried.
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
// A model may write for two minutes after queueing; a shorter timeout would cancel and restart it.
const aiTimeoutMs = 180_000;

function isStatus(body: unknown): body is Status {
  return (body as Partial<Status> | undefined)?.checks !== undefined;
}
