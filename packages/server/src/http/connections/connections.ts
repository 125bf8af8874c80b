/**
 * Who may be connected: so many in all, so many of one address. Who comes when all places are taken
 * gets the place of one that does nothing with its own; only where none does is it refused. So many
 * silent connections of one client keep nobody out, not even that client.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import { clientNetwork, networkOf } from '../client-address.ts';
import { ClientLeft } from './client-left.ts';

export interface Connections {
  /** Stands before the connections of a server. */
  readonly guard: (server: Server, farewells: Farewells) => void;
  /** A request is under way; throws the refusal where its client has too many of them behind a proxy. */
  readonly begin: (request: IncomingMessage, response: ServerResponse) => Visit;
  /** Who a request counts for. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly open: () => number;
  /** How often there was no place, by what became of it. */
  readonly counts: () => { readonly [outcome in Outcome]: number };
}

/** How a connection that has no place is told so. */
export interface Farewells {
  /** Nothing was read from it yet. */
  readonly refuse: (socket: Socket) => void;
  /** It was in the middle of a request, and nothing of an answer has left. */
  readonly cutOff: (socket: Socket) => void;
}

type Outcome = 'refused' | 'displaced' | 'refused_behind_proxy';

export interface Visit {
  /** Ends when the client leaves, whenever that is noticed. */
  readonly signal: AbortSignal;
  /** Nobody waits for the signal any more; a connection that became a socket counts until its end. */
  readonly end: (isSocket: boolean) => void;
}

export interface ConnectionLimits {
  readonly inAllMax: number;
  readonly perAddressMax: number;
  /** With proxies in front a connection is theirs: what counts for an address are its requests. */
  readonly proxyHops: number;
}

/** One connection, and what is known of what it does. */
interface Place {
  readonly socket: Socket;
  readonly address: string;
  readonly visits: Set<AbortController>;
  readonly cutOff: (socket: Socket) => void;
  /** The answer to its latest request. */
  response: ServerResponse | undefined;
  bytesSeen: number;
}

// Made once: where it was noticed tells nothing, and a stack for each of thousands costs.
const clientLeft = new ClientLeft();

const usualConnectionLimits: ConnectionLimits = {
  inAllMax: limits.connectionsMax,
  perAddressMax: limits.connectionsPerAddressMax,
  proxyHops: 0,
};

export function createConnections(size: ConnectionLimits = usualConnectionLimits): Connections {
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
    socket.once('close', () => leave(place));
    return true;
  };

  const addressOf = (request: IncomingMessage): string =>
    size.proxyHops > 0
      ? clientNetwork(request, size.proxyHops)
      : (places.get(request.socket)?.address ?? networkOf(request.socket.remoteAddress ?? ''));

  const countRequest = (request: IncomingMessage): (() => void) => {
    if (size.proxyHops === 0) return () => {};
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
    guard: (server, { refuse, cutOff }) => {
      const theirs = server.listeners('connection');
      server.removeAllListeners('connection');
      // Node's own listener would begin to read from a connection that has no place.
      server.on('connection', (socket: Socket) => {
        if (enter(socket, cutOff)) for (const listener of theirs) listener.call(server, socket);
        else refuse(socket);
      });
    },
    begin: (request, response) => {
      const discount = countRequest(request);
      const place = places.get(request.socket);
      const visitAbort = new AbortController();
      // Its end was told before anybody could listen for it.
      if (place === undefined) visitAbort.abort(clientLeft);
      else {
        place.response = response;
        place.visits.add(visitAbort);
      }
      return {
        signal: visitAbort.signal,
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

export function tooManyConnections(): Problem {
  return new Problem('busy', 'Too many connections are open; try again shortly.', {
    retryAfterSeconds: 2,
  });
}

/**
 * Serving one that will be displaced costs as much as serving any other: an address that goes on
 * coming beyond its places has so many of them a second, and the rest are refused, which costs little.
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
 * One that does nothing with its place: without a request, or in the middle of sending one, and
 * nothing came from it since the last look. What is looked at and stays goes to the end of the line,
 * so that each look costs about the same however many there are.
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
