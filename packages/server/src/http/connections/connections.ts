/**
 * Connection limits, in total and per address. When a limit is reached, a new connection displaces an idle
 * one and is refused only if none is idle, so that silent connections of one client lock out neither other
 * clients nor that client.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import { clientNetwork, networkOf } from '../client-address.ts';
import { ClientLeft } from './client-left.ts';

export type Connections = ReturnType<typeof createConnections>;

/** How a connection is refused or displaced. */
interface ConnectionRefusals {
  /** Nothing was read from it yet. */
  readonly refuseConnection: (socket: Socket) => void;
  /** A request was incomplete, and no part of an answer was sent. */
  readonly cutOff: (socket: Socket) => void;
}

export type Visit = ReturnType<Connections['begin']>;

export interface ConnectionLimits {
  readonly inAllMax: number;
  readonly perAddressMax: number;
  /** Behind proxies the connections are theirs, so requests are counted per address instead. */
  readonly proxyHops: number;
}

/** One connection and its activity. */
interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly visits: Set<AbortController>;
  readonly cutOff: (socket: Socket) => void;
  /** The answer to its latest request. */
  response: ServerResponse | undefined;
  bytesSeen: number;
}

// One shared instance: its stack carries no information, and capturing thousands of them is expensive.
const clientLeft = new ClientLeft();

const defaultLimits: ConnectionLimits = {
  inAllMax: limits.connectionsMax,
  perAddressMax: limits.connectionsPerAddressMax,
  proxyHops: 0,
};

export function createConnections(size: ConnectionLimits = defaultLimits) {
  const connections = new Map<Socket, Connection>();
  const byAddress = new Map<string, Set<Connection>>();
  const mayDisplace = createDisplacementLimit(Math.max(1, Math.floor(size.perAddressMax / 2)));
  const requestsOf = new Map<string, number>();
  const counts = { refused: 0, displaced: 0, refused_behind_proxy: 0 };

  const leave = (connection: Connection): void => {
    if (!connections.delete(connection.socket)) return;
    const neighbours = byAddress.get(connection.address);
    neighbours?.delete(connection);
    if (neighbours?.size === 0) byAddress.delete(connection.address);
    for (const visit of connection.visits) visit.abort(clientLeft);
    connection.visits.clear();
  };

  const displace = (connection: Connection | undefined): boolean => {
    if (connection === undefined) return false;
    counts.displaced += 1;
    leave(connection);
    const { socket, response } = connection;
    const isUnanswered = response === undefined ? socket.bytesRead > 0 : !response.headersSent;
    if (isUnanswered) connection.cutOff(socket);
    else socket.destroy();
    return true;
  };

  const makeRoomFor = (address: string): boolean => {
    const own = byAddress.get(address);
    if (size.proxyHops === 0 && own !== undefined && own.size >= size.perAddressMax)
      return mayDisplace(address) && displace(longestIdle(own));
    if (connections.size < size.inAllMax) return true;
    return (
      displace(longestIdle(heaviest(byAddress))) ||
      displace(longestIdle(new Set(connections.values())))
    );
  };

  const enter = (socket: Socket, cutOff: Connection['cutOff']): boolean => {
    const address = networkOf(socket.remoteAddress ?? '');
    if (!makeRoomFor(address)) {
      counts.refused += 1;
      return false;
    }
    const connection: Connection = {
      socket,
      address,
      visits: new Set(),
      cutOff,
      response: undefined,
      bytesSeen: 0,
    };
    connections.set(socket, connection);
    const neighbours = byAddress.get(address);
    if (neighbours === undefined) byAddress.set(address, new Set([connection]));
    else neighbours.add(connection);
    // Any number of answers may wait on one connection, each for its end.
    socket.setMaxListeners(0);
    socket.once('close', () => leave(connection));
    return true;
  };

  const addressOf = (request: IncomingMessage): string =>
    size.proxyHops > 0
      ? clientNetwork(request, size.proxyHops)
      : (connections.get(request.socket)?.address ?? networkOf(request.socket.remoteAddress ?? ''));

  const countRequest = (request: IncomingMessage): (() => void) => {
    if (size.proxyHops === 0) return notCounted;
    const address = addressOf(request);
    const before = requestsOf.get(address) ?? 0;
    if (before >= size.perAddressMax) {
      counts.refused_behind_proxy += 1;
      throw tooManyConnections();
    }
    requestsOf.set(address, before + 1);
    return () => {
      const remaining = (requestsOf.get(address) ?? 1) - 1;
      if (remaining === 0) requestsOf.delete(address);
      else requestsOf.set(address, remaining);
    };
  };

  return {
    /** Installs the limits on a server. */
    guard: (server: Server, { refuseConnection, cutOff }: ConnectionRefusals) => {
      const theirs = server.listeners('connection');
      server.removeAllListeners('connection');
      // Node's own listener would start reading from a refused connection.
      server.on('connection', (socket: Socket) => {
        if (enter(socket, cutOff)) for (const listener of theirs) listener.call(server, socket);
        else refuseConnection(socket);
      });
    },
    /** Registers a request; throws when its client behind a proxy has too many in flight. */
    begin: (request: IncomingMessage, response: ServerResponse) => {
      const discount = countRequest(request);
      const connection = connections.get(request.socket);
      const visitAbort = new AbortController();
      // The connection closed before its `close` event could be observed.
      if (connection === undefined) visitAbort.abort(clientLeft);
      else {
        connection.response = response;
        connection.visits.add(visitAbort);
      }
      return {
        /** Aborts when the client disconnects, or with the reason that `abort` is given. */
        signal: visitAbort.signal,
        abort: (reason: unknown) => visitAbort.abort(reason),
        /** Ends the request; a connection that became a WebSocket counts until it closes. */
        end: (isSocket: boolean) => {
          connection?.visits.delete(visitAbort);
          if (isSocket && !request.socket.closed) request.socket.once('close', discount);
          else discount();
        },
      };
    },
    /** The client network that a request counts for. */
    addressOf,
    open: () => connections.size,
    /** How often a limit was reached, by outcome. */
    counts: () => ({ ...counts }),
  };
}

function notCounted(): void {}

export function tooManyConnections(): Problem {
  return new Problem('busy', 'Too many connections are open; try again shortly.', {
    retryAfterSeconds: 2,
  });
}

/**
 * Displacing is as expensive as serving: an address beyond its limit may displace only some of its own
 * connections a second, and the rest are refused, which is cheap.
 */
function createDisplacementLimit(perSecondMax: number): (address: string) => boolean {
  const acceptedCounts = new Map<string, number>();
  let second = 0;
  return (address) => {
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) acceptedCounts.clear();
    second = now;
    const count = (acceptedCounts.get(address) ?? 0) + 1;
    acceptedCounts.set(address, count);
    return count <= perSecondMax;
  };
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
  const { response, socket, bytesSeen } = connection;
  connection.bytesSeen = socket.bytesRead;
  if (connection.bytesSeen !== bytesSeen) return false;
  return response === undefined || response.writableFinished || !response.req.complete;
}

function heaviest(byAddress: ReadonlyMap<string, Set<Connection>>): Set<Connection> {
  let most = new Set<Connection>();
  for (const connections of byAddress.values())
    if (connections.size > most.size) most = connections;
  return most;
}
