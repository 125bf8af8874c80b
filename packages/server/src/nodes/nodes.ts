/** The role of a server in a federation: an operator, or a node of one. */
import type { Descriptor, NodeList, PublicKey, ServerRole } from '@baraza/contract';
import { isoTime } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { createGrantFile } from './grant-file.ts';
import { listNodes, listRevoked } from './grants.ts';
import { createMoveCalls, type MoveCalls } from './move-calls.ts';
import { nodeIdOf } from './origin.ts';
import { readGrant } from './own-grant.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { createReportHandler, type TakeReport } from './reports.ts';
import { publicKeys, type SigningParts } from './signing.ts';

export interface Nodes {
  readonly role: ServerRole;
  /** The descriptor of this server: its identity and its grant. */
  readonly describe: () => Promise<
    Pick<Descriptor, 'role' | 'operator' | 'origin' | 'node_id' | 'keys' | 'grant'>
  >;
  /** The nodes that this operator has authorised; a node lists only itself. */
  readonly list: () => Promise<NodeList>;
  readonly revoked: () => Promise<readonly string[]>;
  /** Stores a usage report of a node of this operator. */
  readonly takeReport: TakeReport;
  /** Signs and verifies the calls of sites that move. */
  readonly moveCalls: MoveCalls;
  /** On a node only. */
  readonly reporter: Reporter | undefined;
}

export interface NodesParts extends SigningParts {
  readonly log: Log;
  readonly publicUrl: () => string;
  /** Set on a node: its operator, and the file with its grant. */
  readonly node?: { readonly operator: string; readonly grantFile: string } | undefined;
}

export function createNodes(parts: NodesParts): Nodes {
  const { store, clock, node } = parts;
  const origin = () => new URL(parts.publicUrl()).origin;
  const role: ServerRole = node === undefined ? 'operator' : 'node';
  const readGrantFile = node && createGrantFile(node.grantFile);
  const grantText = async () => (await readGrantFile?.())?.text ?? null;
  return {
    role,
    describe: async () => ({
      role,
      operator: node?.operator ?? origin(),
      origin: origin(),
      node_id: nodeIdOf(origin()),
      keys: [...(await publicKeys(parts))] as PublicKey[],
      grant: await grantText(),
    }),
    list: async () =>
      node === undefined
        ? listNodes(store, clock())
        : selfListed((await grantText()) ?? '', origin(), clock()),
    revoked: () => listRevoked(store, clock()),
    takeReport: createReportHandler({ store, clock }),
    moveCalls: createMoveCalls({
      ...parts,
      origin,
      node: node && readGrantFile && { operator: node.operator, grantText },
    }),
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
