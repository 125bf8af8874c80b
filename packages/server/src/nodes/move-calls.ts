/**
 * The calls between two servers for a site that moves. Each is signed with the key of the server that the site leaves:
 * a node accepts its operator; an operator accepts a node to which it had moved the site.
 */
import { type MoveClaims, moveClaimsSchema, nodeLimits, type PublicKey } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import { runningGrants } from '../store/nodes.ts';
import { findMoveArrival, siteAddress } from '../store/site/site-moves.ts';
import { createKeyCache } from './fetch-keys.ts';
import { coversSite } from './grants.ts';
import { grantFault, readGrant } from './own-grant.ts';
import { assertSigned, readClaims, type SigningParts, signClaims } from './signing.ts';

interface MoveCallParts extends SigningParts {
  /** The origin of this server. */
  readonly origin: () => string;
  /** Set on a node. */
  readonly node:
    | { readonly operator: string; readonly grantText: () => Promise<string | null> }
    | undefined;
}

export type MoveCalls = ReturnType<typeof createMoveCalls>;

const moveType = 'site-move+jwt';

export function createMoveCalls(parts: MoveCallParts) {
  const { clock, origin } = parts;
  const keysOf = createKeyCache(clock);
  return {
    sign: async (claims: Omit<MoveClaims, 'iss' | 'iat' | 'exp'>): Promise<string> => {
      const nowMs = clock();
      const times = {
        iat: Math.floor(nowMs / 1000),
        exp: Math.ceil((nowMs + nodeLimits.moveCallMs) / 1000),
      };
      return (await signClaims(parts, moveType, { iss: origin(), ...claims, ...times })).jws;
    },
    /** The claims of a call to this server, and the origin that it comes from. Throws the refusal. */
    verify: async (jws: string) => {
      const { claims, kid } = await readClaims(jws, moveType, moveClaimsSchema, (cause) =>
        refusal('is not signed correctly', cause),
      );
      const nowMs = clock();
      if (claims.aud !== origin()) throw refusal(`is for ${claims.aud}, and this is ${origin()}`);
      if (claims.exp * 1000 + nodeLimits.clockAheadMs <= nowMs) throw refusal('is too old');
      if (claims.iat * 1000 > nowMs + nodeLimits.clockAheadMs)
        throw refusal('is from the future: a clock is wrong');
      const from = parts.node === undefined ? claims.iss : new URL(parts.node.operator).origin;
      const keys = await assertTrusted(parts, claims, from, () =>
        keysOf(from, kid).catch((cause: unknown) => {
          throw refusal(`cannot be checked: ${from} does not show its keys`, cause);
        }),
      );
      await assertSigned(jws, keys, (cause) =>
        refusal('is not signed by a key that its server publishes', cause),
      );
      return { claims, from };
    },
  };
}

/** The keys of the caller, if it may bring this site here. */
async function assertTrusted(
  { store, clock, origin, node }: MoveCallParts,
  { site, move }: MoveClaims,
  from: string,
  keysOf: () => Promise<readonly PublicKey[]>,
): Promise<readonly PublicKey[]> {
  if (node !== undefined) {
    const grant = (await node.grantText()) ?? '';
    const keys = await keysOf();
    const known = { origin: origin(), operator: node.operator, nowMs: clock(), keys };
    const fault = await grantFault(grant, known);
    if (fault !== undefined) throw refusal(`cannot be accepted. ${fault.replace(/\.$/, '')}`);
    const sites = (await readGrant(grant))?.sites ?? [];
    if (!coversSite(sites, site)) throw refusal(`is about ${site}, which the grant does not cover`);
    return keys;
  }
  const grants = await runningGrants(store, clock(), nodeLimits.nodesListedMax);
  const isNode = grants.some(
    (grant) => grant.origin === from && coversSite(JSON.parse(grant.sites) as string[], site),
  );
  if (!isNode) throw refusal(`comes from ${from}, which is not a node for ${site}`);
  // A node brings back what it was given, and nothing else; afterwards it may repeat the end of that move.
  const known = await findMoveArrival(store, move);
  const isBegun = known?.origin === from && known.site_id === site;
  if (!isBegun && (await siteAddress(store, site)) !== from)
    throw refusal(`is about ${site}, which was not moved from here to ${from}`);
  return keysOf();
}

function refusal(why: string, cause?: unknown): Problem {
  return new Problem('unauthorized', `This call of a move ${why}.`, { cause });
}
