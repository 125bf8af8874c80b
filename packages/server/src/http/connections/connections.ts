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
  /** Stands before the connections of a server; who is let in by none of the rules is given to `refuse`. */
  readonly guard: (server: Server, refuse: (socket: Socket) => void) => void;
  /** A request is under way; throws the refusal where its client has too many of them behind a proxy. */
  readonly begin: (request: IncomingMessage, response: ServerResponse) => Visit;
  /** Who a request counts for. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly open: () => number;
  /** How often there was no place, by what became of it. */
  readonly counts: () => { readonly [outcome in Outcome]: number };
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
  /** The answer to its latest request. */
  response: ServerResponse | undefined;
  bytesRead: number;
  sinceMs: number;
}

export const usualConnectionLimits: ConnectionLimits = {
  inAllMax: limits.connectionsMax,
  perAddressMax: limits.connectionsPerAddressMax,
  proxyHops: 0,
};

export function createConnections(size: ConnectionLimits = usualConnectionLimits): Connections {
  const places = new Map<Socket, Place>();
  const byAddress = new Map<string, Set<Place>>();
  const requestsOf = new Map<string, number>();
  const counts = { refused: 0, displaced: 0, refused_behind_proxy: 0 };

  const leave = (place: Place): void => {
    if (!places.delete(place.socket)) return;
    const neighbours = byAddress.get(place.address);
    neighbours?.delete(place);
    if (neighbours?.size === 0) byAddress.delete(place.address);
    for (const visit of place.visits) visit.abort(new ClientLeft());
    place.visits.clear();
  };

  const displace = (victims: readonly Place[]): boolean => {
    for (const place of victims) {
      counts.displaced += 1;
      leave(place);
      place.socket.destroy();
    }
    return victims.length > 0;
  };

  const hasPlaceFor = (address: string): boolean => {
    const own = byAddress.get(address);
    if (size.proxyHops === 0 && own !== undefined && own.size >= size.perAddressMax)
      return displace(idlest(own, size.perAddressMax));
    if (places.size < size.inAllMax) return true;
    return (
      displace(idlest(heaviest(byAddress), size.inAllMax)) ||
      displace(idlest(places.values(), size.inAllMax))
    );
  };

  const enter = (socket: Socket): boolean => {
    const address = networkOf(socket.remoteAddress ?? '');
    if (!hasPlaceFor(address)) {
      counts.refused += 1;
      return false;
    }
    const place: Place = {
      socket,
      address,
      visits: new Set(),
      response: undefined,
      bytesRead: 0,
      sinceMs: performance.now(),
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
      const left = (requestsOf.get(address) ?? 1) - 1;
      if (left === 0) requestsOf.delete(address);
      else requestsOf.set(address, left);
    };
  };

  return {
    guard: (server, refuse) => {
      const theirs = server.listeners('connection');
      server.removeAllListeners('connection');
      // Node's own listener would begin to read from a connection that has no place.
      server.on('connection', (socket: Socket) => {
        if (enter(socket)) for (const listener of theirs) listener.call(server, socket);
        else refuse(socket);
      });
    },
    begin: (request, response) => {
      const discount = countRequest(request);
      const place = places.get(request.socket);
      const gone = new AbortController();
      // Its end was told before anybody could listen for it.
      if (place === undefined) gone.abort(new ClientLeft());
      else {
        place.response = response;
        place.visits.add(gone);
      }
      return {
        signal: gone.signal,
        end: (isSocket) => {
          place?.visits.delete(gone);
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

const longSilenceMs = 1_000;

/**
 * Those that do least with their places: without a request, or long silent in the middle of one,
 * oldest first; where there are none, the one that has been waited for longest. Several at once,
 * since whoever fills all places goes on trying, and looking through them takes time.
 */
function idlest(places: Iterable<Place>, placesMax: number): readonly Place[] {
  const nowMs = performance.now();
  const idle: Place[] = [];
  let slowest: Place | undefined;
  for (const place of places) {
    noteProgress(place, nowMs);
    const { response } = place;
    if (response === undefined || response.writableFinished) idle.push(place);
    else if (!response.req.complete) {
      if (nowMs - place.sinceMs >= longSilenceMs) idle.push(place);
      else if (slowest === undefined || place.sinceMs < slowest.sinceMs) slowest = place;
    }
  }
  if (idle.length === 0) return slowest === undefined ? [] : [slowest];
  idle.sort((one, other) => one.sinceMs - other.sinceMs);
  return idle.slice(0, Math.max(1, Math.floor(placesMax / 32)));
}

function noteProgress(place: Place, nowMs: number): void {
  const { bytesRead } = place.socket;
  if (bytesRead === place.bytesRead) return;
  place.bytesRead = bytesRead;
  place.sinceMs = nowMs;
}

function heaviest(byAddress: ReadonlyMap<string, ReadonlySet<Place>>): Iterable<Place> {
  let most: ReadonlySet<Place> = new Set();
  for (const places of byAddress.values()) if (places.size > most.size) most = places;
  return most;
}
