/**
 * Fields of accounts that rules trust, such as `user.role`: users cannot set them, unless the Users resource lists them
 * in `config.fields.writable`. They are worked out when a config changes, and stored with the resource of the rules.
 */
import type { Caller } from '../../access/scopes.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import {
  type ResourceRow,
  trustingResources,
  trustsUnknown,
} from '../../store/platform/resources.ts';
import type { Reader } from '../../store/store.ts';
import { parsedConfig } from '../parsed-config.ts';
import { isUsers } from '../users/account-record.ts';
import { type RuleName, ruleNames, rulesOf } from './access-rules.ts';
import { operandsOf } from './rule.ts';

/** What the rules of a resource trust. */
interface Trusts {
  /** The Users resources whose users count; null for all of the owner. */
  readonly users: readonly string[] | null;
  readonly fields: readonly string[];
}

type Ruled = Pick<ResourceRow, 'service' | 'config'>;

/** The server alone sets these, or a code confirms them. */
const apart = ['id', 'verified', 'email'];

/** As it is stored; null if the rules trust nothing. */
export function trustsOf(row: Ruled): string | null {
  const trusts = trustsIn(row);
  return trusts.fields.length === 0 ? null : JSON.stringify(trusts);
}

export function trustsIn(row: Ruled): Trusts {
  const fields = ruleNames.flatMap((name) => fieldsOfUser(row, name));
  return {
    users: rulesOf(row).users ?? null,
    fields: [...new Set(fields)].filter((field) => !apart.includes(field)),
  };
}

/** The first-level fields of the account that a rule names. */
export function fieldsOfUser(row: Ruled, name: RuleName): readonly string[] {
  return operandsOf(rulesOf(row).rules[name] ?? true).flatMap((operand) =>
    'user' in operand ? operand.user.slice(0, 1) : [],
  );
}

/** The fields of an account that this caller cannot set because rules trust them; none for a key. */
export async function lockedFields(
  reader: Reader,
  { keyless }: Caller,
  resource: ResourceRow,
): Promise<readonly string[]> {
  if (keyless === undefined || !isUsers(resource)) return [];
  const writable = writableFields(resource);
  const trusted = await trustedFields(reader, resource);
  return trusted.filter((field) => !writable.includes(field));
}

/** The fields of the accounts of a Users resource that any rule trusts. */
export async function trustedFields(
  reader: Reader,
  { id, owner_id }: Pick<ResourceRow, 'id' | 'owner_id'>,
): Promise<readonly string[]> {
  const rows = await trustingResources(reader, owner_id);
  const fields = rows
    .map((row) =>
      row.trusts === trustsUnknown ? trustsIn(row) : (JSON.parse(row.trusts) as Trusts),
    )
    .flatMap((trusts) => (trusts.users?.includes(id) === false ? [] : trusts.fields));
  return [...new Set(fields)];
}

/** `config.fields.writable` of a Users resource. */
export function writableFields({ config }: Pick<ResourceRow, 'config'>): readonly string[] {
  const { fields } = parsedConfig(config);
  const writable = isObject(fields) ? fields.writable : undefined;
  return Array.isArray(writable) ? writable.filter((field) => typeof field === 'string') : [];
}
