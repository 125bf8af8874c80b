/** The role of a server in a federation: an operator, or a node of one. */
import { dayMs, type NodeList, type ServerRole } from '@baraza/contract';
import { isoTime } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { revokedGrants } from '../store/nodes.ts';
import { listNodes } from './grants.ts';
import { nodeIdOf } from './origin.ts';
import { createGrantFile, readGrant } from './own-grant.ts';
import { createReporter } from './reporter.ts';
import { createReportHandler } from './reports.ts';
import { publicKeys, type SigningParts } from './signing.ts';

export interface NodesParts extends SigningParts {
  readonly log: Log;
  readonly publicUrl: () => string;
  /** Set on a node: its operator, and the file with its grant. */
  readonly node?: { readonly operator: string; readonly grantFile: string } | undefined;
}

export function createNodes(parts: NodesParts) {
  const { store, clock, node } = parts;
  const origin = () => new URL(parts.publicUrl()).origin;
  const role: ServerRole = node === undefined ? 'operator' : 'node';
  const readGrantFile = node && createGrantFile(node.grantFile);
  const grantText = async () => (await readGrantFile?.())?.text ?? null;
  return {
    role,
    /** The descriptor of this server: its identity and its grant. */
    describe: async () => ({
      role,
      operator: node?.operator ?? origin(),
      origin: origin(),
      node_id: nodeIdOf(origin()),
      keys: [...(await publicKeys(parts))],
      grant: await grantText(),
    }),
    /** The nodes that this operator has authorised; a node lists only itself. */
    list: async (): Promise<NodeList> =>
      node === undefined
        ? listNodes(store, clock())
        : selfListed((await grantText()) ?? '', origin(), clock()),
    /** Listed until a day after they would have expired, to allow for clock differences. */
    revoked: () => revokedGrants(store, clock() - dayMs),
    /** Stores a usage report of a node of this operator. */
    takeReport: createReportHandler({ store, clock }),
    /** On a node only. */
    reporter:
      node &&
      readGrantFile &&
      createReporter({ ...parts, origin, operator: node.operator, readGrantFile }),
  };
}

// A grant for another node, or an expired one, is not listed.
async function selfListed(grant: string, origin: string, nowMs: number): Promise<NodeList> {
  const claims = await readGrant(grant);
  if (claims === undefined || claims.origin !== origin || claims.exp * 1000 <= nowMs)
    return { nodes: [] };
  const { sub, sites, caps, jti, iat, exp } = claims;
  const times = { issued_at: isoTime(iat * 1000), expires_at: isoTime(exp * 1000) };
  return { nodes: [{ node_id: sub, origin, sites, caps, jti, ...times }] };
}
