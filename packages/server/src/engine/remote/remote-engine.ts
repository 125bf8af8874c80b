/** An engine on another machine as the pool sees it: connected with the first use, and again after each loss. */
import { WebSocket } from 'ws';
import type { Log } from '../../kernel/log.ts';
import { ChildEnded, ChildRefusal } from '../../kernel/process/running-process.ts';
import { race } from '../../kernel/race.ts';
import { deadlineMsOf, type EngineProcess } from '../engine-process.ts';
import { type Link, openLink, socketOptions } from './link.ts';
import { type FromEngine, type Greeting, readFromEngine, type ToEngine } from './protocol.ts';

export interface RemoteEngineOptions {
  /** The address of its machine: `https://10.0.0.5:4810`. */
  readonly url: string;
  /** Its number among the engines of its machine, from 0. */
  readonly number: number;
  readonly token: string;
  /** PEM of the authorities that sign its certificate, instead of those that Node trusts. */
  readonly ca?: string | undefined;
  /** Why an engine with this greeting cannot be used; undefined if it can. */
  readonly faultIn: (greeting: Greeting) => Promise<string | undefined>;
  readonly onGreeting?: (greeting: Greeting) => void;
  readonly log: Log;
}

export interface RemoteEngine extends EngineProcess {
  readonly remote: NonNullable<EngineProcess['remote']>;
  /** Connects, so that the first request does not wait for that. */
  readonly start: () => void;
}

interface Pending {
  readonly resolve: (reply: object) => void;
  readonly reject: (cause: Error) => void;
}

interface Connection {
  readonly link: Link<ToEngine>;
  /** Whether the engine takes no more requests. */
  isLeaving: boolean;
}

const handshakeMs = 5_000;
// The engine loads its models before it greets.
const greetingMs = 30_000;
const delaysMs = [0, 250, 500, 1_000, 2_000, 5_000];
// The engine has the same deadlines, and its refusal needs time to arrive.
const wireMs = 2_000;

export function createRemoteEngine(options: RemoteEngineOptions): RemoteEngine {
  const { url, number, log } = options;
  const machine = new URL(url).host;
  const name = `${machine}/${number}`;
  const pending = new Map<number, Pending>();
  /** Abandoned requests on which the engine may still work. */
  const abandoned = new Set<number>();
  let freed: PromiseWithResolvers<void> | undefined;
  let connecting: Promise<void> | undefined;
  let connection: Connection | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  const closing = new AbortController();
  let failures = 0;
  let lastFault: string | undefined;
  let lastId = 0;

  const ended = (how: string) => new ChildEnded(`engine ${name}: ${how}`, true);
  const release = (id: number): void => {
    abandoned.delete(id);
    if (abandoned.size > 0) return;
    freed?.resolve();
    freed = undefined;
  };

  const onMessage = (message: FromEngine): void => {
    if ('leaving' in message) {
      if (connection !== undefined) connection.isLeaving = true;
    } else if ('forgotten' in message) release(message.forgotten);
    else if ('id' in message) {
      const request = pending.get(message.id);
      pending.delete(message.id);
      if ('reply' in message) request?.resolve(message.reply);
      else if ('refused' in message) request?.reject(new ChildRefusal(message.refused));
      else request?.reject(new ChildEnded(`engine ${name} ended`, true, message.ended));
      release(message.id);
    }
  };

  /** Called when the connection is lost, and when it could not be made. */
  const onLost = (fault: string): void => {
    connection = undefined;
    for (const { reject } of pending.values()) reject(ended(fault));
    pending.clear();
    for (const id of [...abandoned]) release(id);
    if (closing.signal.aborted) return;
    // Logged once for each reason, since the connection is tried again every few seconds.
    if (fault !== lastFault) log.warn('an engine is not available', { engine: name, fault });
    lastFault = fault;
    const delayMs = delaysMs[Math.min(failures, delaysMs.length - 1)] ?? 0;
    failures += 1;
    retryTimer = setTimeout(() => {
      retryTimer = undefined;
      start();
    }, delayMs).unref();
  };

  const start = (): void => {
    if (
      closing.signal.aborted ||
      connection !== undefined ||
      connecting !== undefined ||
      retryTimer
    )
      return;
    connecting = connect(options, { onMessage, onLost }, closing.signal)
      .then(
        (opened) => {
          connection = opened;
          if (lastFault !== undefined) log.info('an engine is available again', { engine: name });
          lastFault = undefined;
          failures = 0;
        },
        (error: Error) => onLost(error.message),
      )
      .finally(() => {
        connecting = undefined;
      });
  };

  const ensureConnected = async (signal: AbortSignal): Promise<Connection> => {
    start();
    if (connection === undefined && connecting !== undefined) await race(connecting, { signal });
    if (connection === undefined || connection.isLeaving) throw ended(lastFault ?? 'it is leaving');
    return connection;
  };

  return {
    start,
    remote: {
      machine,
      name,
      whenFree: () => {
        if (abandoned.size > 0) freed ??= Promise.withResolvers();
        return freed?.promise;
      },
    },
    ask: async (request, signal) => {
      signal.throwIfAborted();
      const { link } = await ensureConnected(signal);
      const { promise, resolve, reject } = Promise.withResolvers<object>();
      lastId += 1;
      const id = lastId;
      pending.set(id, { resolve, reject });
      if (!link.send({ id, request })) reject(new ChildRefusal('the request is too large'));
      const limitMs = deadlineMsOf(request) + wireMs;
      const reply = await race(promise, { signal, limitMs }, () => {
        if (!signal.aborted) {
          link.cut('it did not answer a request');
          throw new ChildEnded(`engine ${name} did not answer in time`, true, 'deadline');
        }
        if (pending.delete(id)) {
          abandoned.add(id);
          link.send({ forget: id });
        }
        throw signal.reason;
      });
      return reply as never;
    },
    notify: (notice) => connection?.link.send({ notice }),
    isRunning: () => {
      start();
      return connection !== undefined && !connection.isLeaving;
    },
    isPaused: () => retryTimer !== undefined,
    close: async () => {
      closing.abort();
      clearTimeout(retryTimer);
      await connection?.link.close();
      await connecting;
    },
  };
}

interface ConnectionHandlers {
  readonly onMessage: (message: FromEngine) => void;
  /** The connection was in use, and has ended. */
  readonly onLost: (fault: string) => void;
}

/** Resolves when the engine has greeted and can be used; rejects with one clear sentence. */
function connect(
  { url, number, token, ca, faultIn, onGreeting }: RemoteEngineOptions,
  { onMessage, onLost }: ConnectionHandlers,
  closing: AbortSignal,
): Promise<Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>();
  const fail = (fault: string): void => reject(new Error(fault));
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/engines/${number}`, {
    ...socketOptions,
    handshakeTimeout: handshakeMs,
    headers: { authorization: `Bearer ${token}` },
    ...(ca === undefined ? {} : { ca }),
  });
  const late = setTimeout(() => {
    fail('it did not greet in time');
    socket.terminate();
  }, greetingMs).unref();
  const stop = () => socket.terminate();
  closing.addEventListener('abort', stop);
  const tidy = () => {
    clearTimeout(late);
    closing.removeEventListener('abort', stop);
  };
  promise.then(tidy, tidy);
  let isInUse = false;

  const greet = async (greeting: Greeting, link: Link<ToEngine>): Promise<void> => {
    const fault = await faultIn(greeting);
    if (fault !== undefined || closing.aborted) {
      fail(fault ?? 'the server is stopping');
      void link.close();
      return;
    }
    isInUse = true;
    onGreeting?.(greeting);
    resolve({ link, isLeaving: false });
  };
  socket.on('error', (error: NodeJS.ErrnoException) => fail(error.message || String(error.code)));
  socket.on('unexpected-response', (_, { statusCode = 0 }) => {
    fail(refusals[statusCode] ?? `it answers with status ${statusCode}, which no engine does`);
    socket.terminate();
  });
  socket.once('upgrade', ({ socket: stream }) => {
    const link: Link<ToEngine> = openLink(socket, stream, {
      onMessage: (bytes) => {
        const message = readFromEngine(bytes);
        if (message === undefined) return false;
        if (!('greeting' in message)) onMessage(message);
        else if (isInUse) return false;
        else greet(message.greeting, link).catch((error: Error) => fail(error.message));
        return true;
      },
      onEnd: (reason) => {
        if (isInUse) onLost(reason);
        else fail(reason);
      },
    });
  });
  return promise;
}

const refusals: { readonly [status: number]: string } = {
  401: 'it refuses the token; BARAZA_ENGINE_TOKEN must be the same on both machines',
  404: 'its machine has fewer engines now',
  503: 'it is stopping, or too many servers are connected to it',
};
