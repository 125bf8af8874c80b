/** Grants: signed statements by which an operator authorises a node for some sites and some time. */

import {
  dayMs,
  everySite,
  type GrantClaims,
  grantCapabilities,
  isSiteSlug,
  type NodeList,
  nodeLimits,
  type ServerRole,
} from '@baraza/contract';
import { isoTime } from '../kernel/clock.ts';
import type { IdMaker } from '../kernel/id.ts';
import { Problem } from '../kernel/problem.ts';
import {
  allGrants,
  findGrant,
  type GrantRow,
  insertGrant,
  nodeTotals,
  revokeGrant,
  runningGrants,
} from '../store/nodes.ts';
import { findSite } from '../store/site/sites.ts';
import type { Store } from '../store/store.ts';
import { nodeIdOf, publicOrigin } from './origin.ts';
import { rotateSigningKey, type SigningParts, signClaims } from './signing.ts';

export interface GrantContext extends SigningParts {
  readonly makeId: IdMaker;
  readonly role: ServerRole;
  /** The address of this operator. */
  readonly siteUrl: () => string;
}

export interface WantedGrant {
  readonly origin: string;
  /** Undefined means every site. */
  readonly sites?: readonly string[];
  readonly days?: number;
}

/** Resolves after the grant is stored, so that every issued grant can be revoked. */
export async function authoriseNode(
  context: GrantContext,
  wanted: WantedGrant,
): Promise<{ readonly jti: string; readonly grant: string }> {
  assertOperator(context.role);
  const origin = publicOrigin(wanted.origin, 'The origin of a node');
  const sites = checkedSites(wanted.sites);
  const { days = nodeLimits.grantDaysDefault } = wanted;
  if (!Number.isInteger(days) || days < 1 || days > nodeLimits.grantDaysMax)
    throw new Problem('invalid', `A grant runs for 1 to ${nodeLimits.grantDaysMax} whole days.`);
  const issuedAt = Math.floor(context.clock() / 1000);
  const claims: GrantClaims = {
    iss: new URL(context.siteUrl()).origin,
    sub: nodeIdOf(origin),
    origin,
    sites: [...sites],
    caps: [...grantCapabilities],
    iat: issuedAt,
    exp: issuedAt + (days * dayMs) / 1000,
    jti: context.makeId('grant'),
  };
  const { jws, kid } = await signClaims(context, 'node-grant+jwt', claims);
  await context.store.write((tx) =>
    insertGrant(tx, {
      jti: claims.jti,
      kid,
      node_id: claims.sub,
      origin,
      sites: JSON.stringify(claims.sites),
      caps: JSON.stringify(claims.caps),
      issued_at: claims.iat * 1000,
      expires_at: claims.exp * 1000,
    }),
  );
  return { jti: claims.jti, grant: jws };
}

/**
 * The sites of a grant that are not on this server. Not an error, since a site may exist only at its
 * node, but reported, since it may be a typing error.
 */
async function absentSites(store: Store, sites: readonly string[]): Promise<readonly string[]> {
  const absent: string[] = [];
  for (const site of new Set(sites))
    if ((await findSite(store, site)) === undefined) absent.push(site);
  return absent;
}

export async function revokeNode(
  { store, clock }: Pick<GrantContext, 'store' | 'clock'>,
  jti: string,
): Promise<{ readonly jti: string; readonly revokedAt: string }> {
  const row = await store.write(async (tx) => {
    await revokeGrant(tx, jti, clock());
    return findGrant(tx, jti);
  });
  if (row?.revoked_at == null)
    throw new Problem('not_found', `There is no grant ${jti}; see nodes list.`);
  return { jti, revokedAt: isoTime(row.revoked_at) };
}

/** All grants, with the usage that their nodes reported this month. */
export async function listGrants({ store, clock }: Pick<GrantContext, 'store' | 'clock'>) {
  const nowMs = clock();
  const month = isoTime(nowMs).slice(0, 7);
  const totals = new Map(
    (await nodeTotals(store, `${month}-01`)).map(({ node_id, read_at, ...counts }) => [
      node_id,
      { counts, readAt: isoTime(read_at) },
    ]),
  );
  return (await allGrants(store)).map((row) => ({
    jti: row.jti,
    nodeId: row.node_id,
    origin: row.origin,
    sites: JSON.parse(row.sites) as readonly string[],
    caps: JSON.parse(row.caps) as readonly string[],
    issuedAt: isoTime(row.issued_at),
    expiresAt: isoTime(row.expires_at),
    status: statusOf(row, nowMs),
    revokedAt: row.revoked_at === null ? null : isoTime(row.revoked_at),
    reportedAt: totals.get(row.node_id)?.readAt ?? null,
    month: totals.get(row.node_id)?.counts ?? null,
  }));
}

/** The public list of nodes with a valid grant of this operator. */
export async function listNodes(store: Store, nowMs: number): Promise<NodeList> {
  const rows = await runningGrants(store, nowMs, nodeLimits.nodesListedMax);
  return {
    nodes: rows.map((row) => ({
      node_id: row.node_id,
      origin: row.origin,
      sites: JSON.parse(row.sites) as string[],
      caps: JSON.parse(row.caps) as string[],
      jti: row.jti,
      issued_at: isoTime(row.issued_at),
      expires_at: isoTime(row.expires_at),
    })),
  };
}

export function coversSite(sites: readonly string[], site: string): boolean {
  return sites.includes(everySite) || sites.includes(site);
}

function statusOf(row: GrantRow, nowMs: number): 'active' | 'revoked' | 'expired' {
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at > nowMs ? 'active' : 'expired';
}

function assertOperator(role: ServerRole): void {
  if (role === 'operator') return;
  throw new Problem('conflict', 'A node cannot authorise other nodes; its operator can.');
}

function checkedSites(sites: readonly string[] | undefined): readonly string[] {
  if (sites === undefined || sites.length === 0) return [everySite];
  const wrong = sites.find((site) => !isSiteSlug(site));
  if (wrong !== undefined)
    throw new Problem('invalid', `${wrong.slice(0, 60)} is not the name of a site.`);
  if (sites.length > nodeLimits.grantSitesMax)
    throw new Problem('invalid', `A grant names at most ${nodeLimits.grantSitesMax} sites.`);
  return [...new Set(sites)];
}

/** Operator commands for nodes. */
export const nodeOperations = {
  'nodes authorize': async (context: GrantContext, input: WantedGrant) => ({
    ...(await authoriseNode(context, input)),
    absent: await absentSites(context.store, input.sites ?? []),
  }),
  'nodes revoke': (context: GrantContext, input: { readonly jti: string }) => {
    assertOperator(context.role);
    return revokeNode(context, input.jti);
  },
  'nodes list': (context: GrantContext, _input: object) => listGrants(context),
  'nodes rotate-key': async (context: GrantContext, _input: object) => ({
    kid: await rotateSigningKey(context),
  }),
} as const;
