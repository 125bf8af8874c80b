import type { IncomingMessage } from 'node:http';
import { isSiteSlug } from '@baraza/contract';
import { admit, asProblem, type Gate } from '../access/origins.ts';
import { sentSiteKeys } from '../access/site-keys.ts';
import { wantsSocket } from '../http/websocket/socket.ts';
import { absentSite } from '../kernel/problem.ts';
import { findOwnSite, findSite, type SiteRow } from '../store/site/sites.ts';
import type { Reader } from '../store/store.ts';
import type { Assistant, Visitor } from './site.ts';

/**
 * Lets a visitor in, or throws the refusal. Everything is read for this very call: a key that was
 * rotated and a list that was changed count from the next request on, in every process.
 */
export async function admitVisitor(
  assistant: Pick<Assistant, 'store' | 'publicUrl'>,
  request: IncomingMessage,
  slug: string,
): Promise<Visitor> {
  const site = isSiteSlug(slug) ? await findSite(assistant.store, slug) : undefined;
  if (site === undefined) throw absentSite();
  const { headers } = request;
  const verdict = admit(
    gateOf(site),
    {
      origin: headers.origin,
      secFetchSite: oneOf(headers['sec-fetch-site']),
      referer: headers.referer,
      isSocket: wantsSocket(request),
      keys: sentSiteKeys(request),
    },
    { site: site.id, key: site.key, ownOrigins: ownOrigins(assistant.publicUrl()) },
  );
  const problem = asProblem(verdict);
  if (problem !== undefined) throw problem;
  return { site };
}

/** The site of an owner; another's is as absent as none. */
export async function requireOwnSite(
  reader: Reader,
  ownerId: string,
  slug: string,
): Promise<SiteRow> {
  const site = isSiteSlug(slug) ? await findOwnSite(reader, ownerId, slug) : undefined;
  if (site === undefined) throw absentSite();
  return site;
}

export function gateOf(site: Pick<SiteRow, 'gate'>): Gate {
  return JSON.parse(site.gate) as Gate;
}

/** This machine has two names for itself. */
function ownOrigins(publicUrl: string): readonly string[] {
  const { origin } = new URL(publicUrl);
  const local = origin.replace('//127.0.0.1', '//localhost');
  return local === origin ? [origin] : [origin, local];
}

function oneOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' || header === undefined ? header : header[0];
}
