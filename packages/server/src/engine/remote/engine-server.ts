/** Lets servers on other machines use the engines of this one: one WebSocket for each server and engine. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { containFaults } from '../../kernel/connections/connection-faults.ts';
import type { Log } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import { ChildEnded, ChildRefusal } from '../../kernel/process/running-process.ts';
import { race } from '../../kernel/race.ts';
import type { EngineProcess } from '../engine-process.ts';
import type { EngineRequest } from '../messages.ts';
import { type Link, openLink, socketOptions } from './link.ts';
import { type FromEngine, type Greeting, readToEngine } from './protocol.ts';

export interface EngineServerOptions {
  readonly processes: readonly EngineProcess[];
  readonly greeting: Omit<Greeting, 'engines'>;
  readonly token: string;
  readonly host: string;
  readonly port: number;
  /** PEM; without it the connections are not encrypted. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
  readonly log: Log;
}

export type EngineServer = Awaited<ReturnType<typeof serveEngines>>;

const never = new AbortController().signal;
const serversMax = 16;
const requestsMax = 256;
const connectionsMax = 2_000;
const headersMs = 5_000;
// As long as the longest question may take, with a margin.
const drainMs = 12_000;

export async function serveEngines(options: EngineServerOptions) {
  const { processes, token, host, port, tls, log } = options;
  const greeting: Greeting = { ...options.greeting, engines: processes.length };
  const sockets = new WebSocketServer({ ...socketOptions, noServer: true, clientTracking: false });
  const connections = processes.map(() => new Set<ReturnType<typeof serveSocket>>());
  let isStopping = false;

  const statusOf = ({ headers, url }: IncomingMessage): number => {
    if (!isToken(headers.authorization, token)) {
      log.warn('a caller with a wrong BARAZA_ENGINE_TOKEN was refused');
      return 401;
    }
    const open = connections[numberIn(url)];
    if (open === undefined) return 404;
    return isStopping || open.size >= serversMax ? 503 : 101;
  };
  const accept = (socket: WebSocket, stream: { readonly bytesRead: number }, number: number) => {
    const process = processes[number];
    const open = connections[number];
    if (process === undefined || open === undefined) return socket.terminate();
    const connection = serveSocket(socket, stream, { process, greeting, log }, () =>
      open.delete(connection),
    );
    open.add(connection);
  };

  const checked = { connectionsCheckingInterval: 1_000 };
  const http =
    tls === undefined
      ? createServer(checked)
      : createTlsServer({ ...tls, ...checked, handshakeTimeout: headersMs });
  http.headersTimeout = headersMs;
  http.requestTimeout = headersMs;
  http.maxConnections = connectionsMax;
  containFaults(http, log);
  http.on('request', (request, response) => {
    const status = statusOf(request);
    response.writeHead(status === 101 ? 426 : status, { connection: 'close' }).end();
  });
  http.on('upgrade', (request, stream, head) => {
    const { socket } = request;
    stream.on('error', () => {});
    socket.on('error', () => {});
    // Where a body is still to come, Node gives a stream that is not the connection.
    const status = stream === socket ? statusOf(request) : 400;
    if (status === 101)
      sockets.handleUpgrade(request, socket, head, (opened) =>
        accept(opened, socket, numberIn(request.url)),
      );
    else {
      // A peer that does not close its side would keep the connection.
      stream.once('finish', () => stream.destroy());
      stream.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    }
  });
  http.listen(port, host);
  await once(http, 'listening');

  return {
    port: (http.address() as AddressInfo).port,
    /** Finishes what is being read, then closes. */
    stop: async (): Promise<void> => {
      isStopping = true;
      http.close();
      const open = connections.flatMap((ofEngine) => [...ofEngine]);
      for (const { leave } of open) leave();
      await race(Promise.all(open.map(({ idle }) => idle())), { limitMs: drainMs }, () => {});
      await Promise.all(open.map(({ close }) => close()));
      await Promise.all(processes.map((process) => process.close()));
      http.closeAllConnections();
    },
  };
}

interface ServedEngine {
  readonly process: EngineProcess;
  readonly greeting: Greeting;
  readonly log: Log;
}

function serveSocket(
  socket: WebSocket,
  stream: { readonly bytesRead: number },
  { process, greeting, log }: ServedEngine,
  onEnd: () => void,
) {
  const running = new Map<number, AbortController>();
  let isLeaving = false;
  let onIdle = () => {};

  const serve = async (id: number, request: EngineRequest): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const message = await resultOf(process, id, request, controller.signal);
    running.delete(id);
    if (!link.send(message)) link.send({ id, refused: 'the reply is too large' });
    if (running.size === 0) onIdle();
  };
  const take = (id: number, request: EngineRequest): boolean => {
    if (running.has(id)) return false;
    if (isLeaving || running.size >= requestsMax) link.send({ id, ended: 'crash' });
    else serve(id, request).catch((error: Error) => link.cut(`a request failed: ${error.message}`));
    return true;
  };
  const link: Link<FromEngine> = openLink(socket, stream, {
    onMessage: (bytes) => {
      const message = readToEngine(bytes);
      if (message === undefined) return false;
      if ('request' in message) return take(message.id, message.request);
      if ('forget' in message) running.get(message.forget)?.abort();
      else process.notify(message.notice);
      return true;
    },
    onEnd: (reason) => {
      log.debug('the connection of a server has ended', { reason });
      for (const controller of running.values()) controller.abort();
      onEnd();
    },
  });
  // Loads the models now, so that the first question does not wait for them.
  process.ask({ kind: 'wake' }, never).then(
    () => {
      // Vectors may have been stored while the server was not connected to this engine.
      process.notify({ dropIncomplete: true });
      link.send({ greeting });
    },
    () => link.cut('the engine does not start'),
  );

  return {
    leave: () => {
      isLeaving = true;
      link.send({ leaving: true });
    },
    /** Resolves when nothing is being worked on. */
    idle: () =>
      new Promise<void>((resolve) => {
        onIdle = resolve;
        if (running.size === 0) resolve();
      }),
    close: link.close,
  };
}

async function resultOf(
  process: EngineProcess,
  id: number,
  request: EngineRequest,
  signal: AbortSignal,
): Promise<FromEngine> {
  try {
    return { id, reply: await process.ask(request, signal) };
  } catch (error) {
    if (signal.aborted) {
      // The process replies when it has stopped working on the request, or has ended.
      await process.ask({ kind: 'wake' }, never).catch(() => {});
      return { forgotten: id };
    }
    if (error instanceof ChildRefusal || error instanceof Problem)
      return { id, refused: error.message };
    return { id, ended: error instanceof ChildEnded ? error.reason : 'crash' };
  }
}

/** Compares in constant time, regardless of the lengths. */
function isToken(authorization: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));
}

/** `/engines/3`; -1 for any other path. */
function numberIn(url: string | undefined): number {
  return Number(/^\/engines\/(\d{1,2})$/.exec(url ?? '')?.[1] ?? -1);
}
