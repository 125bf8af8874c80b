/**
 * Connection limits, in total and per address. When a limit is reached, a new connection displaces an idle
 * one and is refused only where none is idle: any number of silent connections of one client keep no other
 * client out, nor that client itself.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import { clientNetwork, networkOf } from '../client-address.ts';
import { ClientLeft } from './client-left.ts';

export interface Connections {
  /** Installs the limits on a server. */
  readonly guard: (server: Server, refusals: ConnectionRefusals) => void;
  /** Registers a request; throws when its client behind a proxy has too many in flight. */
  readonly begin: (request: IncomingMessage, response: ServerResponse) => Visit;
  /** The client network that a request counts for. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly open: () => number;
  /** How often a limit was reached, by what happened. */
  readonly counts: () => {
    readonly [outcome in 'refused' | 'displaced' | 'refused_behind_proxy']: number;
  };
}

interface ConnectionRefusals {
  /** Refuses a connection from which nothing was read yet. */
  readonly refuseConnection: (socket: Socket) => void;
  /** Cuts off a connection with an incomplete request, to which no part of an answer was sent. */
  readonly cutOff: (socket: Socket) => void;
}

export interface Visit {
  /** Aborts when the client disconnects, or with the reason that `abort` is given. */
  readonly signal: AbortSignal;
  readonly abort: (reason: unknown) => void;
  /** Ends the request; a connection that became a WebSocket counts until it closes. */
  readonly end: (isSocket: boolean) => void;
}

export interface ConnectionLimits {
  readonly inAllMax: number;
  readonly perAddressMax: number;
  /** Behind proxies the connections are theirs, so requests are counted per address instead. */
  readonly proxyHops: number;
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly visits: Set<AbortController>;
  readonly cutOff: (socket: Socket) => void;
  /** The answer to its latest request. */
  response: ServerResponse | undefined;
}

// One shared instance: its stack carries no information, and capturing thousands of them is expensive.
const clientLeft = new ClientLeft();

const defaultLimits: ConnectionLimits = {
  inAllMax: limits.connectionsMax,
  perAddressMax: limits.connectionsPerAddressMax,
  proxyHops: 0,
};

export function createConnections(size: ConnectionLimits = defaultLimits): Connections {
  const all = new Map<Socket, Connection>();
  const byAddress = new Map<string, Set<Connection>>();
  const requestCounts = new Map<string, number>();
  const counts = { refused: 0, displaced: 0, refused_behind_proxy: 0 };

  const leave = (connection: Connection): void => {
    if (!all.delete(connection.socket)) return;
    const ofAddress = byAddress.get(connection.address);
    ofAddress?.delete(connection);
    if (ofAddress?.size === 0) byAddress.delete(connection.address);
    for (const visit of connection.visits) visit.abort(clientLeft);
    connection.visits.clear();
  };

  const displaceIdle = (connections: Iterable<Connection>): boolean => {
    const idle = findIdle(connections);
    if (idle === undefined) return false;
    counts.displaced += 1;
    leave(idle);
    const { socket, response, cutOff } = idle;
    const hasNothingPending =
      response === undefined ? socket.bytesRead === 0 : response.headersSent;
    if (hasNothingPending) socket.destroy();
    else cutOff(socket);
    return true;
  };

  const hasRoomFor = (address: string): boolean => {
    const ofAddress = byAddress.get(address);
    if (size.proxyHops === 0 && ofAddress !== undefined && ofAddress.size >= size.perAddressMax)
      return displaceIdle(ofAddress);
    if (all.size < size.inAllMax) return true;
    return displaceIdle(largest(byAddress.values())) || displaceIdle(all.values());
  };

  const enter = (socket: Socket, cutOff: Connection['cutOff']): boolean => {
    const address = networkOf(socket.remoteAddress ?? '');
    if (!hasRoomFor(address)) {
      counts.refused += 1;
      return false;
    }
    const entered: Connection = {
      socket,
      address,
      visits: new Set(),
      cutOff,
      response: undefined,
    };
    all.set(socket, entered);
    const ofAddress = byAddress.get(address);
    if (ofAddress === undefined) byAddress.set(address, new Set([entered]));
    else ofAddress.add(entered);
    // Any number of answers may wait on one connection, each for its end.
    socket.setMaxListeners(0);
    socket.once('close', () => leave(entered));
    return true;
  };

  const addressOf = (request: IncomingMessage): string =>
    size.proxyHops > 0
      ? clientNetwork(request, size.proxyHops)
      : (all.get(request.socket)?.address ?? networkOf(request.socket.remoteAddress ?? ''));

  const countRequest = (request: IncomingMessage): (() => void) => {
    if (size.proxyHops === 0) return () => {};
    const address = addressOf(request);
    const before = requestCounts.get(address) ?? 0;
    if (before >= size.perAddressMax) {
      counts.refused_behind_proxy += 1;
      throw tooManyConnections();
    }
    requestCounts.set(address, before + 1);
    return () => {
      const remaining = (requestCounts.get(address) ?? 1) - 1;
      if (remaining === 0) requestCounts.delete(address);
      else requestCounts.set(address, remaining);
    };
  };

  return {
    guard: (server, { refuseConnection, cutOff }) => {
      const ownListeners = server.listeners('connection');
      server.removeAllListeners('connection');
      // Node's own listener would start reading from a refused connection.
      server.on('connection', (socket: Socket) => {
        if (enter(socket, cutOff))
          for (const listener of ownListeners) listener.call(server, socket);
        else refuseConnection(socket);
      });
    },
    begin: (request, response) => {
      const discount = countRequest(request);
      const connection = all.get(request.socket);
      const visitAbort = new AbortController();
      // The connection closed before its `close` event could be observed.
      if (connection === undefined) visitAbort.abort(clientLeft);
      else {
        connection.response = response;
        connection.visits.add(visitAbort);
      }
      return {
        signal: visitAbort.signal,
        abort: (reason) => visitAbort.abort(reason),
        end: (isSocket) => {
          connection?.visits.delete(visitAbort);
          if (isSocket && !request.socket.closed) request.socket.once('close', discount);
          else discount();
        },
      };
    },
    addressOf,
    open: () => all.size,
    counts: () => ({ ...counts }),
  };
}

export function tooManyConnections(): Problem {
  return new Problem('busy', 'Too many connections are open; try again shortly.', {
    retryAfterSeconds: 2,
  });
}

/** The oldest connection without a request; if there is none, the oldest whose request is incomplete. */
function findIdle(connections: Iterable<Connection>): Connection | undefined {
  let incomplete: Connection | undefined;
  for (const connection of connections) {
    const { response } = connection;
    if (response === undefined || response.writableFinished) return connection;
    if (!response.req.complete) incomplete ??= connection;
  }
  return incomplete;
}

function largest(groups: Iterable<Set<Connection>>): Set<Connection> {
  let found = new Set<Connection>();
  for (const group of groups) if (group.size > found.size) found = group;
  return found;
}
