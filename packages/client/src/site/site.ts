/** Client for pages that visitors see: it has no credential, only the public key of the site if needed. */
import type { AskMode, DoneEvent, Language, LeadReceipt, SiteConfig } from '@baraza/contract';
import { parseBaseUrl, segment } from '../transport/address.ts';
import type { Call, CallOptions } from '../transport/call.ts';
import { BarazaError, ConnectionError } from '../transport/problem.ts';
import { repeatNever } from '../transport/retry.ts';
import { systemTiming } from '../transport/timing.ts';
import { createTransport, type Transport, type TransportOptions } from '../transport/transport.ts';
import { type AskEvent, type HistoryEntry, readAnswer } from './ask.ts';
import { whileBusy } from './busy.ts';
import { type LiveOptions, type LiveServer, type LiveSession, openLive } from './live.ts';
import { startTalk, type Talk, type TalkOptions } from './live-talk.ts';
import { type ChosenServer, createServerChoice } from './operator.ts';

export type SiteClientOptions = Omit<TransportOptions, 'baseUrl'> & {
  /** The server; alternatively, give `operator`. */
  readonly baseUrl?: string | undefined;
  /** The operator that the application trusts; it knows the server of the site. */
  readonly operator?: string | undefined;
  /** A server to use instead of the operator, if it has the operator's grant for this site. */
  readonly node?: string | undefined;
  /** Receives the reason why a node is not used; console.warn by default. */
  readonly warn?: ((line: string) => void) | undefined;
  /** The id of the site in URLs. */
  readonly site: string;
  /** `pk_…` of the embed line; only sites that require it need it. */
  readonly siteKey?: string | undefined;
  /** The site key at the node, or at the server to which the site has moved: each server has its own keys. */
  readonly nodeKey?: string | undefined;
  /** 22 random characters that distinguish this visitor from others on the same network. */
  readonly visitor?: string | undefined;
};

export type SiteClient = ReturnType<typeof createSiteClient>;

export type ConfigOptions = CallOptions & { readonly language?: Language | undefined };

export type AskOptions = CallOptions & {
  /** Earlier turns, oldest first. */
  readonly history?: readonly HistoryEntry[] | undefined;
  readonly mode?: AskMode | undefined;
  /** The language of the answer; without it, that of the question. */
  readonly language?: Language | undefined;
  /** Repeated within two minutes, the same id returns the same answer and counts once. */
  readonly requestId?: string | undefined;
  /** Groups the questions of one visit for the owner. */
  readonly conversation?: string | undefined;
  /** The address of the page that the visitor is on. */
  readonly page?: string | undefined;
  /** Retries after a busy server; one by default, none if `retries` is 0. */
  readonly busyRetries?: number | undefined;
};

export type Answered = Omit<DoneEvent, 'type'> & { readonly text: string };

export type Lead = {
  readonly contact: string;
  readonly name?: string | undefined;
  readonly message?: string | undefined;
  readonly language?: Language | undefined;
  readonly questionId?: string | undefined;
  readonly conversation?: string | undefined;
  readonly page?: string | undefined;
};

export function createSiteClient(options: SiteClientOptions) {
  const withServer = createServers(options);
  const json = <Value>(call: Call) =>
    withServer(call.options?.signal, (transport) => transport.json<Value>(call));
  const base = `/v1/sites/${segment(options.site)}`;

  const openAnswer = (question: string, given: AskOptions) => {
    const { history, mode, language, conversation, page } = given;
    const call: Call = {
      method: 'POST',
      path: `${base}/ask`,
      accept: 'text/event-stream',
      json: {
        question,
        history,
        mode,
        language,
        request_id: given.requestId,
        conversation,
        page,
      },
      options: given,
      // If only the response was lost, the question may have been answered and counted.
      repeat: repeatNever,
    };
    return withServer(given.signal, (transport) => transport.open(call));
  };
  const patience = ({ busyRetries = Math.min(1, options.retries ?? 1), signal }: AskOptions) => ({
    retries: busyRetries,
    random: options.timing?.random ?? systemTiming.random,
    pause: (ms: number) => withServer(signal, (transport) => transport.pause(ms, signal)),
  });

  return {
    /** What a widget needs before the first question. */
    config: ({ language, ...call }: ConfigOptions = {}): Promise<SiteConfig> =>
      json({ method: 'GET', path: `${base}/config`, query: { language }, options: call }),
    /**
     * Streams the answer: pieces of text, then one `done`. A stream that ends early throws a ConnectionError. Only
     * a question that was refused as busy is retried: a busy server has neither stored nor counted it.
     */
    ask: async function* (
      question: string,
      given: AskOptions = {},
    ): AsyncGenerator<AskEvent, void, undefined> {
      // Yielded text cannot be taken back, so only a refusal before the stream is retried.
      yield* readAnswer(
        await whileBusy(
          () => openAnswer(question, given),
          () => false,
          patience(given),
        ),
      );
    },
    /** Like `ask`, but returns the whole text with the data of `done`; one with the error `busy` is retried, too. */
    answer: (question: string, given: AskOptions = {}): Promise<Answered> =>
      whileBusy(
        async () => gather(readAnswer(await openAnswer(question, given))),
        ({ error }) => error?.code === 'busy',
        patience(given),
      ),
    /** Leaves contact details; the same ones within ten minutes count as one lead. */
    leaveContact: ({ questionId, ...lead }: Lead, call?: CallOptions): Promise<LeadReceipt> =>
      json({
        method: 'POST',
        path: `${base}/leads`,
        json: { ...lead, question_id: questionId },
        options: call,
      }),
    /** Rates an answer; the id is in its `done`. */
    rate: async (questionId: string, value: 'up' | 'down', call?: CallOptions): Promise<void> => {
      await json({
        method: 'POST',
        path: `${base}/feedback`,
        json: { id: questionId, value },
        options: call,
      });
    },
    /** Opens a live session: audio and questions in, text and audio out. */
    live: (given: LiveOptions): Promise<LiveSession> =>
      withServer(given.signal, async (_, server) => openLive(server, given)),
    /** Like `live`, with the microphone and loudspeaker of the page; call it from a click handler. */
    talk: (given: TalkOptions = {}): Promise<Talk> =>
      withServer(given.signal, (_, server) => startTalk(server, given)),
  };
}

async function gather(events: AsyncIterable<AskEvent>): Promise<Answered> {
  let text = '';
  for await (const event of events) {
    if (event.type === 'done') {
      const { type: _, ...done } = event;
      return { text, ...done };
    }
    text += event.text;
  }
  // `readAnswer` ends with `done` or throws.
  throw new Error('unreachable');
}

type WithServer = <Value>(
  signal: AbortSignal | undefined,
  call: (transport: Transport, server: LiveServer) => Promise<Value>,
) => Promise<Value>;

/**
 * The fixed server, or the one that is chosen for each call. A call to a server that the site has left is repeated at
 * the new one, which this client uses from then on.
 */
function createServers(options: SiteClientOptions): WithServer {
  const { baseUrl, operator, siteKey, nodeKey, ...rest } = options;
  const at = (base: string, key: string | undefined) =>
    createTransport(
      { ...rest, baseUrl: base },
      {
        headers: { 'x-site-key': key, 'x-visitor': options.visitor },
        secret: undefined,
        sendsIdempotencyKeys: false,
      },
    );
  // A node needs an operator that authorises it.
  if ((baseUrl === undefined) === (operator === undefined) || (options.node && baseUrl))
    throw new TypeError('Either baseUrl must be given, or operator and perhaps node.');
  const home = parseBaseUrl(baseUrl ?? operator ?? '');
  const choice = createServerChoice({ ...options, operator: home });
  // A site that has left its node is at the operator, or on the server that the operator names.
  const follow = createServerChoice({ ...options, operator: home, node: undefined });
  const keyAt = ({ isOperator, hasSameKey }: ChosenServer) =>
    isOperator || hasSameKey ? siteKey : nodeKey;
  const fixed = { base: home, isOperator: true, hasSameKey: true };
  let moved: ChosenServer | undefined;
  return async (signal, call) => {
    const chosen = moved ?? (baseUrl === undefined ? await choice.server(signal) : fixed);
    const callAt = (server: ChosenServer) => {
      const key = keyAt(server);
      const { base } = server;
      return call(at(base, key), { site: options.site, visitor: options.visitor, base, key });
    };
    try {
      return await callAt(chosen);
    } catch (error) {
      // The next call checks again whether the node is usable.
      if (error instanceof ConnectionError) {
        choice.forget();
        moved = undefined;
      }
      if (!isRedirect(error)) throw error;
      follow.forget();
      const next = await follow.server(signal);
      if (next.base === chosen.base) throw error;
      moved = next;
      return callAt(next);
    }
  };
}

// Browsers hide both the status and the target of a redirect.
function isRedirect(error: unknown): boolean {
  return error instanceof BarazaError && (error.status === 308 || error.status === 0);
}
