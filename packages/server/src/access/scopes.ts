import { type Access, type Scope, type Service, services } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';

/** Who calls: one key of one owner, and what it may do. */
export interface Caller {
  readonly keyId: string;
  readonly keyName: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly scopes: ReadonlySet<Scope>;
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

export function readableServices(caller: Caller): readonly Service[] {
  return services.filter((service) => allows(caller, service, 'read'));
}
