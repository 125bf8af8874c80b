/**
 * The connections of a process: how many there may be, whose turn it is on each, and which of them are silent.
 *
 * When a limit is reached, a new connection displaces an idle one and is refused only if none is idle, so that silent
 * connections of one client lock out neither other clients nor that client.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import { ClientLeft } from '../answer.ts';
import { clientNetwork, networkOf } from '../client-address.ts';
import { stopParsing } from './small-pieces.ts';

export type Connections = ReturnType<typeof createConnections>;
export type Visit = ReturnType<Connections['begin']>;

export interface ConnectionLimits {
  readonly inAllMax: number;
  readonly perAddressMax: number;
  /** Behind proxies the connections are theirs, so requests are counted per address instead. */
  readonly proxyHops: number;
}

/** How a connection is refused or displaced. */
interface ConnectionRefusals {
  /** Nothing was read from it yet. */
  readonly refuseConnection: (socket: Socket) => void;
  /** A request was incomplete, and no part of an answer was sent. */
  readonly cutOff: (socket: Socket) => void;
}

/** What holds for all connections of one server. */
interface Guard extends ConnectionRefusals {
  readonly server: Server;
  readonly idleMs: number;
}

type Connection = ReturnType<typeof newConnection>;

function newConnection(socket: Socket, address: string, guard: Guard) {
  return {
    socket,
    address,
    guard,
    /** The request that is being served. */
    visit: undefined as AbortController | undefined,
    /** The answer to the latest request, which may wait for its turn. */
    latest: undefined as ServerResponse | undefined,
    waiting: 0,
    isWebSocket: false,
    /** How long its answer may take before its first byte. */
    answerMs: 0,
    /** Bytes that had arrived when it was last looked at for displacement. */
    bytesSeen: 0,
    /** Bytes that had moved when it was last looked at for silence, and when that changed. */
    moved: 0,
    movedMs: performance.now(),
  };
}

/** One address: its connections, its requests behind a proxy, and how often it displaced its own within a second. */
type Client = ReturnType<typeof newClient>;

function newClient() {
  return { connections: new Set<Connection>(), requests: 0, displaced: 0, second: 0 };
}

// On the socket itself: every request looks for it.
const kept = Symbol('connection');
type Carrier = Duplex & { [kept]?: Connection | undefined };

/** The answer to the latest request of a connection; it may not have begun. */
export function latestAnswer(socket: Duplex): ServerResponse | undefined {
  return (socket as Carrier)[kept]?.latest;
}

// One shared instance: its stack carries no information, and capturing thousands of them is expensive.
const clientLeft = new ClientLeft();
// Programs that send requests without waiting for responses send a few. Each that waits takes some kilobytes.
const waitingMax = 100;

const defaultLimits: ConnectionLimits = {
  inAllMax: limits.connectionsMax,
  perAddressMax: limits.connectionsPerAddressMax,
  proxyHops: 0,
};

export function createConnections(size: ConnectionLimits = defaultLimits) {
  const all = new Set<Connection>();
  const clients = new Map<string, Client>();
  const counts = { refused: 0, displaced: 0, refused_behind_proxy: 0 };

  function clientAt(address: string): Client {
    const client = clients.get(address) ?? newClient();
    clients.set(address, client);
    return client;
  }

  function forgetUnused(address: string, { connections, requests }: Client): void {
    if (connections.size === 0 && requests === 0) clients.delete(address);
  }

  function enter(socket: Socket, guard: Guard): boolean {
    const address = networkOf(socket.remoteAddress ?? '');
    if (!makeRoomFor(clients.get(address))) {
      counts.refused += 1;
      return false;
    }
    const connection = newConnection(socket, address, guard);
    (socket as Carrier)[kept] = connection;
    all.add(connection);
    clientAt(address).connections.add(connection);
    socket.once('close', () => leave(connection));
    return true;
  }

  function leave(connection: Connection): void {
    if (!all.delete(connection)) return;
    const { address, visit, socket } = connection;
    (socket as Carrier)[kept] = undefined;
    const client = clientAt(address);
    client.connections.delete(connection);
    forgetUnused(address, client);
    visit?.abort(clientLeft);
  }

  function makeRoomFor(client: Client | undefined): boolean {
    if (
      size.proxyHops === 0 &&
      client !== undefined &&
      client.connections.size >= size.perAddressMax
    )
      return mayDisplace(client, size.perAddressMax) && displace(longestIdle(client.connections));
    if (all.size < size.inAllMax) return true;
    return displace(longestIdle(heaviest(clients.values())) ?? longestIdle(all));
  }

  function displace(connection: Connection | undefined): boolean {
    if (connection === undefined) return false;
    counts.displaced += 1;
    leave(connection);
    const { socket, latest, guard } = connection;
    const isUnanswered = latest === undefined ? socket.bytesRead > 0 : !latest.headersSent;
    if (isUnanswered) guard.cutOff(socket);
    else socket.destroy();
    return true;
  }

  /** Counts a request behind a proxy, and returns what ends that. */
  function countRequest(request: IncomingMessage): (() => void) | undefined {
    if (size.proxyHops === 0) return undefined;
    const address = clientNetwork(request, size.proxyHops);
    const client = clientAt(address);
    if (client.requests >= size.perAddressMax) {
      counts.refused_behind_proxy += 1;
      throw tooManyConnections();
    }
    client.requests += 1;
    return () => {
      client.requests -= 1;
      forgetUnused(address, client);
    };
  }

  return {
    /** Installs the limits on a server, and closes connections on which nothing moves for so long. */
    guard: (
      server: Server,
      refusals: ConnectionRefusals,
      idleMs: number = limits.idleTimeoutMs,
    ) => {
      const guard = { ...refusals, server, idleMs };
      const theirs = server.listeners('connection');
      server.removeAllListeners('connection');
      // Node's own listener would start reading from a refused connection.
      server.on('connection', (socket: Socket) => {
        if (enter(socket, guard)) for (const listener of theirs) listener.call(server, socket);
        else guard.refuseConnection(socket);
      });
      server.on('turn', (_socket: Socket, serve: () => void) => serve());
      const cutSilent = () => {
        const nowMs = performance.now();
        for (const connection of all)
          if (connection.guard === guard && isSilent(connection, nowMs))
            connection.socket.destroy();
      };
      const timer = setInterval(cutSilent, Math.min(1_000, idleMs / 4)).unref();
      server.once('close', () => clearInterval(timer));
    },
    /**
     * Serves the requests of a connection one after the other. Node hands over all requests that a packet holds at
     * once: served at once too, the thousand of one packet would keep everyone else waiting until the last is answered.
     */
    inTurn: (request: IncomingMessage, response: ServerResponse, serve: () => void): void => {
      const { socket } = request;
      const connection = (socket as Carrier)[kept];
      // It was displaced while the parser still held a request of it.
      if (connection === undefined) return;
      const before = connection.latest;
      connection.latest = response;
      if (before === undefined || before.closed) {
        serve();
      } else if (connection.waiting === waitingMax) {
        stopParsing(socket);
        socket.destroy();
      } else {
        connection.waiting += 1;
        before.once('close', () => {
          setImmediate(() => {
            connection.waiting -= 1;
            // An event of the server, which contains what its handlers throw (`containFaults`).
            if (!socket.destroyed) connection.guard.server.emit('turn', socket, serve);
          });
        });
      }
    },
    /** Registers a request; throws when its client behind a proxy has too many in flight. */
    begin: (request: IncomingMessage) => {
      const discount = countRequest(request);
      const connection = (request.socket as Carrier)[kept];
      const visit = new AbortController();
      // The connection closed before its `close` event could be observed.
      if (connection === undefined) visit.abort(clientLeft);
      else connection.visit = visit;
      return {
        /** Aborts when the client disconnects, or with the reason that `abort` is given. */
        signal: visit.signal,
        abort: (reason: unknown) => visit.abort(reason),
        /** Lets the connection be silent for so long, once its request is complete. */
        allowAnswerMs: (ms: number) => {
          if (connection !== undefined) connection.answerMs = ms;
        },
        /** Ends the request; a connection that became a WebSocket counts until it closes. */
        end: (isWebSocket: boolean) => {
          if (connection !== undefined)
            Object.assign(connection, { visit: undefined, answerMs: 0, isWebSocket });
          if (discount === undefined) return;
          if (isWebSocket && !request.socket.closed) request.socket.once('close', discount);
          else discount();
        },
      };
    },
    /** The client network that a request counts for. */
    addressOf: (request: IncomingMessage): string => {
      if (size.proxyHops > 0) return clientNetwork(request, size.proxyHops);
      const { socket } = request;
      return (socket as Carrier)[kept]?.address ?? networkOf(socket.remoteAddress ?? '');
    },
    open: () => all.size,
    /** How often a limit was reached, by outcome. */
    counts: () => ({ ...counts }),
  };
}

export function tooManyConnections(): Problem {
  return new Problem('busy', 'Too many connections are open; try again shortly.', {
    retryAfterSeconds: 2,
  });
}

/**
 * Displacing is as expensive as serving: in a second an address beyond its limit may displace half of its own
 * connections, and the rest are refused, which is cheap.
 */
function mayDisplace(client: Client, perAddressMax: number): boolean {
  const second = Math.floor(performance.now() / 1_000);
  if (client.second !== second) client.displaced = 0;
  client.second = second;
  client.displaced += 1;
  return client.displaced <= Math.max(1, perAddressMax / 2);
}

const checksMax = 2_048;

/**
 * An idle connection: without a request, or with an incomplete one and no bytes since the last check.
 * Checked connections that stay are moved to the end (clock algorithm), so that the cost of a search does
 * not grow with their number.
 */
function longestIdle(candidates: Set<Connection>): Connection | undefined {
  let checksLeft = Math.min(checksMax, 2 * candidates.size);
  for (const connection of candidates) {
    if (checksLeft === 0) return undefined;
    checksLeft -= 1;
    if (isIdle(connection)) return connection;
    candidates.delete(connection);
    candidates.add(connection);
  }
  return undefined;
}

function isIdle(connection: Connection): boolean {
  const { latest, waiting, socket, bytesSeen } = connection;
  connection.bytesSeen = socket.bytesRead;
  if (connection.bytesSeen !== bytesSeen) return false;
  return latest === undefined || latest.writableFinished || (waiting === 0 && !latest.req.complete);
}

function heaviest(clients: Iterable<Client>): Set<Connection> {
  let most = new Set<Connection>();
  for (const { connections } of clients) if (connections.size > most.size) most = connections;
  return most;
}

/**
 * Whether its client takes nothing of what waits for it, or nothing moves while a request is sent or answered. Between
 * requests Node's own timeouts hold. (Those grant a stalled reader a second period, and every write restarts them.)
 */
function isSilent(connection: Connection, nowMs: number): boolean {
  const { socket, latest, waiting, isWebSocket, answerMs, guard } = connection;
  const stuck = socket.writableLength;
  const sent = socket.bytesWritten - stuck;
  // While output is stuck, only what is taken of it counts.
  const moved = stuck > 0 ? -1 - sent : sent + socket.bytesRead;
  if (moved !== connection.moved) {
    connection.moved = moved;
    connection.movedMs = nowMs;
    return false;
  }
  const silentMs = nowMs - connection.movedMs;
  if (stuck > 0 || silentMs < guard.idleMs) return silentMs >= guard.idleMs;
  if (latest === undefined || latest.closed || isWebSocket) return false;
  return silentMs >= answerMs || (waiting === 0 && !latest.req.complete);
}
