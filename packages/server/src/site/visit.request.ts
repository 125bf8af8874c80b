/** Reads the origin and identity of a visitor from the request. */
import type { IncomingMessage } from 'node:http';
import type { CallOrigin } from '../access/origins.ts';
import { sentSiteKeys } from '../access/site-keys.ts';
import { clientNetwork } from '../http/client-address.ts';
import { readQuery } from '../http/query.ts';
import type { Arrival } from '../http/route.ts';
import { wantsSocket } from '../http/websocket/socket.ts';
import type { Assistant, Visitor } from './assistant.ts';
import { countVisit, type Visit, type VisitCounter, type VisitorInfo } from './visits.ts';

/** The input of a site's access rules. */
export function readCallOrigin(request: IncomingMessage): CallOrigin {
  const { headers } = request;
  return {
    origin: headers.origin,
    secFetchSite: firstValue(headers['sec-fetch-site']),
    referer: headers.referer,
    isSocket: wantsSocket(request),
    keys: sentSiteKeys(request),
  };
}

export function readVisitorInfo(
  { proxyHops }: Pick<Assistant, 'proxyHops'>,
  { caller, raw, header }: Pick<Arrival<Visitor>, 'caller' | 'raw' | 'header'>,
): VisitorInfo {
  const query = readQuery(raw.url ?? '');
  return {
    site: caller.site,
    network: clientNetwork(raw, proxyHops),
    visitor: header('x-visitor') ?? query.visitor,
    language: query.language,
    acceptLanguage: header('accept-language'),
  };
}

/** Rate limit for visitors, before the body is read. */
export function limitVisits(
  assistant: VisitCounter & Pick<Assistant, 'proxyHops'>,
  visit: Visit,
): (arrival: Arrival<Visitor>) => Promise<void> {
  return (arrival) => countVisit(assistant, visit, readVisitorInfo(assistant, arrival));
}

function firstValue(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' || header === undefined ? header : header[0];
}
