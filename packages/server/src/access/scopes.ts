import { type Access, type MemberRole, type Scope, type Service, services } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import type { ResourceRow } from '../store/platform/resources.ts';

/** Who calls: one key of one owner, and what it may do. */
export interface Caller {
  readonly keyId: string;
  readonly keyName: string;
  /** The key as it was read; undefined for a caller that was found in another way. */
  readonly keyAsRead?: KeyAsRead | undefined;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The resources that the scopes apply to; others of the owner look absent to this key. */
  readonly resources: ReadonlySet<string> | 'all';
  /** The resource that the path of the call names, if it was read together with the key. */
  readonly resourceAsRead?: ResourceRow | undefined;
  /** Given if the call came as that of a tool: changes of sites are attributed to it. */
  readonly via?: 'mcp' | undefined;
  /** The session of the console that the key is used by: a change is refused once that has ended. */
  readonly sessionHash?: string | undefined;
  /** Given if there is no key: a caller that is bound by the rules of each resource. */
  readonly keyless?: KeylessCaller | undefined;
  /** The person in the console who acts by the key; undefined if a program does. */
  readonly person?: { readonly name: string; readonly role: MemberRole } | undefined;
  /** What visitors call the person; undefined for a program, and until the person has entered a name. */
  readonly firstName?: string | undefined;
}

interface KeyAsRead {
  readonly expires_at: number | null;
  /** `commitsAbout` keys of the store before the key was read. */
  readonly commits: number | undefined;
}

/** A user of an application, or an anonymous caller. It has no scopes: only rules give it access. */
export interface KeylessCaller {
  /** The account as rules see it; undefined for a caller without a token. */
  readonly user: UserView | undefined;
  /** A call on the caller's own account, which needs no rule; the fields that users may not set stay. */
  readonly isOnOwnAccount?: true;
}

export interface UserView {
  /** The id of the account that callers see. */
  readonly id: string;
  readonly email: string;
  readonly usersId: string;
  /** The record of the account by its position in the store. */
  readonly recordId: string;
  readonly tokenHash: string;
  /** The fields of the account with `id` and `verified`. */
  readonly fields: { readonly [name: string]: unknown };
}

/** Whose share of long reads a call uses. Calls without a key share their own, and leave that of the keys alone. */
export function readAccountOf({ ownerId, keyless }: Caller): string {
  return keyless === undefined ? ownerId : `${ownerId} keyless`;
}

/** The author of a change that is not a plain save: the kind of change, with the name of the person. */
export function attributed({ person }: Pick<Caller, 'person'>, way: string): string {
  return person === undefined ? way : `${person.name} (${way})`;
}

export function allows(caller: Caller, service: Service, access: Access): boolean {
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
  throw new Problem('scope', 'This key is limited to some resources and cannot create others.');
}

export function readableServices(caller: Caller): readonly Service[] {
  return services.filter((service) => allows(caller, service, 'read'));
}
