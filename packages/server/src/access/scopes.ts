import { type Access, type Scope, type Service, services } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';

/** Who calls: one key of one owner, and what it may do. */
export interface Caller {
  readonly keyId: string;
  readonly keyName: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The resources that the scopes hold for; any other of the owner is as absent to this key. */
  readonly resources: ReadonlySet<string> | 'all';
  /** The session of the console that the key is used by: a change is refused once that has ended. */
  readonly sessionHash?: string | undefined;
}

function allows(caller: Caller, service: Service, access: Access): boolean {
  const { scopes } = caller;
  if (scopes.has('*') || scopes.has(service)) return true;
  return access === 'read' && scopes.has(`${service}:read`);
}

export function assertAllowed(caller: Caller, service: Service, access: Access): void {
  if (allows(caller, service, access)) return;
  const needed = access === 'read' ? `${service}:read` : service;
  throw new Problem('scope', `This key needs the scope ${needed}.`);
}

/** Whether a resource of the owner exists for this caller at all; asked before its scopes. */
export function isKnown({ resources }: Caller, resourceId: string): boolean {
  return resources === 'all' || resources.has(resourceId);
}

/** The ids that a list is limited to; undefined for a key of all resources. */
export function knownIds({ resources }: Caller): readonly string[] | undefined {
  return resources === 'all' ? undefined : [...resources];
}

export function assertMayCreate({ resources }: Caller): void {
  if (resources === 'all') return;
  throw new Problem('scope', 'This key is for some resources and creates none.');
}

export function readableServices(caller: Caller): readonly Service[] {
  return services.filter((service) => allows(caller, service, 'read'));
}
