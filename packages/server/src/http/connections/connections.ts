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
  /** How often a limit was reached, by outcome. */
  readonly counts: () => { readonly [outcome in Outcome]: number };
}

/** How a connection is refused or displaced. */
interface ConnectionRefusals {
  /** Nothing was read from it yet. */
  readonly refuseConnection: (socket: Socket) => void;
  /** A request was incomplete, and no part of an answer was sent. */
  readonly cutOff: (socket: Socket) => void;
}

type Outcome = 'refused' | 'displaced' | 'refused_behind_proxy';

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

/** One connection and its activity. */
interface Place {
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

export function createConnections(size: ConnectionLimits = defaultLimits): Connections {
  const places = new Map<Socket, Place>();
  const byAddress = new Map<string, Set<Place>>();
  const mayDisplace = createPace(Math.max(1, Math.floor(size.perAddressMax / 2)));
  const requestsOf = new Map<string, number>();
  const counts = { refused: 0, displaced: 0, refused_behind_proxy: 0 };

  const leave = (place: Place): void => {
    if (!places.delete(place.socket)) return;
    const neighbours = byAddress.get(place.address);
    neighbours?.delete(place);
    if (neighbours?.size === 0) byAddress.delete(place.address);
    for (const visit of place.visits) visit.abort(clientLeft);
    place.visits.clear();
  };

  const displace = (place: Place | undefined): boolean => {
    if (place === undefined) return false;
    counts.displaced += 1;
    leave(place);
    const { socket, response } = place;
    const isBetween = response === undefined ? socket.bytesRead === 0 : response.headersSent;
    if (isBetween) socket.destroy();
    else place.cutOff(socket);
    return true;
  };

  const hasPlaceFor = (address: string): boolean => {
    const own = byAddress.get(address);
    if (size.proxyHops === 0 && own !== undefined && own.size >= size.perAddressMax)
      return mayDisplace(address) && displace(longestIdle(own));
    if (places.size < size.inAllMax) return true;
    return (
      displace(longestIdle(heaviest(byAddress))) || displace(longestIdle(new Set(places.values())))
    );
  };

  const enter = (socket: Socket, cutOff: Place['cutOff']): boolean => {
    const address = networkOf(socket.remoteAddress ?? '');
    if (!hasPlaceFor(address)) {
      counts.refused += 1;
      return false;
    }
    const place: Place = {
      socket,
      address,
      visits: new Set(),
      cutOff,
      response: undefined,
      bytesSeen: 0,
    };
    places.set(socket, place);
    const neighbours = byAddress.get(address);
    if (neighbours === undefined) byAddress.set(address, new Set([place]));
    else neighbours.add(place);
    // Any number of answers may wait on one connection, each for its end.
    socket.setMaxListeners(0);
    socket.once('close', () => leave(place));
    return true;
  };

  const addressOf = (request: IncomingMessage): string =>
    size.proxyHops > 0
      ? clientNetwork(request, size.proxyHops)
      : (places.get(request.socket)?.address ?? networkOf(request.socket.remoteAddress ?? ''));

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
    guard: (server, { refuseConnection, cutOff }) => {
      const theirs = server.listeners('connection');
      server.removeAllListeners('connection');
      // Node's own listener would start reading from a refused connection.
      server.on('connection', (socket: Socket) => {
        if (enter(socket, cutOff)) for (const listener of theirs) listener.call(server, socket);
        else refuseConnection(socket);
      });
    },
    begin: (request, response) => {
      const discount = countRequest(request);
      const place = places.get(request.socket);
      const visitAbort = new AbortController();
      // The connection closed before its `close` event could be observed.
      if (place === undefined) visitAbort.abort(clientLeft);
      else {
        place.response = response;
        place.visits.add(visitAbort);
      }
      return {
        signal: visitAbort.signal,
        abort: (reason) => visitAbort.abort(reason),
        end: (isSocket) => {
          place?.visits.delete(visitAbort);
          if (isSocket && !request.socket.closed) request.socket.once('close', discount);
          else discount();
        },
      };
    },
    addressOf,
    open: () => places.size,
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
 * Displacing is as expensive as serving: an address beyond its limit may displace only so many of its own
 * connections a second, and the rest are refused, which is cheap.
 */
function createPace(perSecondMax: number): (address: string) => boolean {
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

const looksMax = 2_048;

/**
 * An idle connection: without a request, or with an incomplete one and no bytes since the last check.
 * Checked connections that stay are moved to the end (clock algorithm), so that the cost of a search does
 * not grow with their number.
 */
function longestIdle(line: Set<Place>): Place | undefined {
  let looks = Math.min(looksMax, 2 * line.size);
  for (const place of line) {
    if (looks === 0) return undefined;
    looks -= 1;
    if (isIdle(place)) return place;
    line.delete(place);
    line.add(place);
  }
  return undefined;
}

function isIdle(place: Place): boolean {
  const { response, socket, bytesSeen } = place;
  place.bytesSeen = socket.bytesRead;
  if (place.bytesSeen !== bytesSeen) return false;
  return response === undefined || response.writableFinished || !response.req.complete;
}

function heaviest(byAddress: ReadonlyMap<string, Set<Place>>): Set<Place> {
  let most = new Set<Place>();
  for (const places of byAddress.values()) if (places.size > most.size) most = places;
  return most;
}
