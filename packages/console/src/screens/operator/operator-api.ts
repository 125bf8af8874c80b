/** What whoever runs the server sees, as the console's API shows it. */
import { call } from '../../api/call.ts';

export const operatorPath = '/console/operator';

export interface Owner {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly resources: number;
  readonly objectBytes: number;
}

interface Used {
  readonly used: number;
  readonly limit: number | null;
}

export interface OperatorSite {
  readonly id: string;
  readonly owner: string;
  readonly status: string;
  readonly plan: string;
  readonly createdAt: string;
  readonly usage: {
    readonly questions: Used;
    readonly answered: number;
    readonly leads: number;
    readonly voice: Used;
    readonly liveSeconds: Used;
  };
}

interface PlanList {
  readonly usual: string;
  readonly plans: readonly {
    readonly name: string;
    readonly questions: number | null;
    readonly voice: number | null;
    readonly live_seconds: number | null;
    readonly live_sessions: number | null;
  }[];
}

export interface Node {
  readonly jti: string;
  readonly nodeId: string;
  readonly origin: string;
  readonly sites: readonly string[];
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly status: string;
  readonly revokedAt: string | null;
  readonly reportedAt: string | null;
}

export async function listOwners(signal?: AbortSignal): Promise<readonly Owner[]> {
  const { owners } = await read<{ readonly owners: readonly Owner[] }>('/owners', signal);
  return owners;
}

export async function listOperatorSites(signal?: AbortSignal): Promise<readonly OperatorSite[]> {
  const { sites } = await read<{ readonly sites: readonly OperatorSite[] }>('/sites', signal);
  return sites;
}

export function listPlans(signal?: AbortSignal): Promise<PlanList> {
  return read('/plans', signal);
}

export async function listNodes(signal?: AbortSignal): Promise<readonly Node[]> {
  const { nodes } = await read<{ readonly nodes: readonly Node[] }>('/nodes', signal);
  return nodes;
}

export function read<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return call('GET', `${operatorPath}${path}`, { signal });
}
