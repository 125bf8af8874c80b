/** What the rules have to know of a visitor's call, read from its head. */
import type { IncomingMessage } from 'node:http';
import type { CallOrigin } from '../access/origins.ts';
import { sentSiteKeys } from '../access/site-keys.ts';
import { clientNetwork } from '../http/client-address.ts';
import { readQuery } from '../http/query.ts';
import type { Arrival } from '../http/route.ts';
import { wantsSocket } from '../http/websocket/socket.ts';
import type { Assistant, Visitor } from './site.ts';
import { countVisit, type Guest, type Visit } from './visits.ts';

/** By which the gate of a site judges who may come in. */
export function readKnock(request: IncomingMessage): CallOrigin {
  const { headers } = request;
  return {
    origin: headers.origin,
    secFetchSite: oneOf(headers['sec-fetch-site']),
    referer: headers.referer,
    isSocket: wantsSocket(request),
    keys: sentSiteKeys(request),
  };
}

export function readGuest(
  { proxyHops }: Pick<Assistant, 'proxyHops'>,
  { caller, raw, header }: Pick<Arrival<Visitor>, 'caller' | 'raw' | 'header'>,
): Guest {
  const query = readQuery(raw.url ?? '');
  return {
    site: caller.site,
    network: clientNetwork(raw, proxyHops),
    visitor: header('x-visitor') ?? query.visitor,
    language: query.language,
    acceptLanguage: header('accept-language'),
  };
}

/** Counts the calls of visitors before anything of their bodies is read. */
export function limitVisits(
  assistant: Assistant,
  visit: Visit,
): (arrival: Arrival<Visitor>) => Promise<void> {
  return (arrival) => countVisit(assistant, visit, readGuest(assistant, arrival));
}

function oneOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' || header === undefined ? header : header[0];
}
