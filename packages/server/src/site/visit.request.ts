/** Reads the origin and identity of a visitor from the request; rate limits before the body is read. */
import type { IncomingMessage } from 'node:http';
import { minuteMs } from '@baraza/contract';
import type { CallOrigin } from '../access/origins.ts';
import { sentSiteKeys } from '../access/site-keys.ts';
import { clientNetwork } from '../http/client-address.ts';
import { readQuery } from '../http/query.ts';
import type { Arrival } from '../http/route.ts';
import { wantsSocket } from '../http/websocket/socket.ts';
import { assertWithinRate } from '../limits/rate.ts';
import type { Assistant, Visitor } from './assistant.ts';
import { countVisit, type Visit, type VisitCounter, type VisitorInfo } from './visits.ts';

/** The input of a site's access rules. */
export function readCallOrigin(request: IncomingMessage): CallOrigin {
  const { headers } = request;
  return {
    origin: headers.origin,
    secFetchSite: [headers['sec-fetch-site']].flat()[0],
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
    secret: header('x-conversation-secret') ?? query.conversation_secret ?? query.secret,
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

/** Rate limit for calls without a visitor, by network. */
export async function limitNetwork(
  {
    store,
    clock,
    codeOfDay,
    proxyHops,
  }: Pick<Assistant, 'store' | 'clock' | 'codeOfDay' | 'proxyHops'>,
  raw: IncomingMessage,
  calls: string,
  max: number,
): Promise<void> {
  const nowMs = clock();
  const bucket = `${calls} ${codeOfDay(clientNetwork(raw, proxyHops), nowMs)}`;
  const rate = { bucket, max, windowMs: minuteMs, policy: 'network' };
  await store.write((tx) => assertWithinRate(tx, rate, nowMs));
}
