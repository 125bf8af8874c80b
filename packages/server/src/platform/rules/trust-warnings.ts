/** What an owner is told about rules that trust fields of accounts: who could have set them, and who still can. */
import type { ConfigWarning, JsonObject } from '@baraza/contract';
import { countRecords } from '../../store/platform/records.ts';
import { lockFree, type ResourceRow, usersOf } from '../../store/platform/resources.ts';
import type { Store } from '../../store/store.ts';
import { parsedConfig } from '../parsed-config.ts';
import type { Work } from '../platform.ts';
import type { Preparation } from '../prepared-change.ts';
import { isUsers } from '../users/account-record.ts';
import { ruleNames } from './access-rules.ts';
import { recordsAllowedBy } from './keyless-access.ts';
import { fieldsOfUser, trustedFields, trustsIn, writableFields } from './trusted-fields.ts';

/** All warnings about trust; `before` is the config that this one replaces, as text. */
export async function trustWarnings(
  work: Work,
  row: ResourceRow,
  before = '{}',
): Promise<readonly ConfigWarning[]> {
  const { tx } = work;
  const { fields, users: ids } = trustsIn(row);
  const users = fields.length > 0 || ids !== null ? await usersOf(tx, row.owner_id, ids) : [];
  const warnings: ConfigWarning[] = [];
  const warn = (path: string, message: string) => warnings.push({ path, message });
  const warnOfRule = (field: string, message: string) => {
    const name = ruleNames.find((one) => fieldsOfUser(row, one).includes(field)) ?? 'list';
    warn(`/rules/${name}`, `config.rules.${name} ${message}`);
  };

  for (const [at, id] of (ids ?? []).entries())
    if (!users.some((known) => known.id === id))
      warn(
        Array.isArray(parsedConfig(row.config).users) ? `/users/${at}` : '/users',
        `config.users names ${id}, which is no Users resource: nobody counts by it.`,
      );

  for (const name of ruleNames) {
    const named = fieldsOfUser(row, name);
    if (named.includes('email') && !named.includes('verified'))
      warn(
        `/rules/${name}`,
        `config.rules.${name} trusts user.email, which anyone can give at sign-up: add user.verified.`,
      );
  }

  for (const { field, accounts, isAtLeast } of await begunFields(work, row, before))
    warnOfRule(
      field,
      `begins to trust user.${field}: users can no longer set ${field}. ${isAtLeast ? 'At least ' : ''}` +
        `${accounts} account${accounts === 1 ? ' already has' : 's already have'} a value there.`,
    );

  for (const other of users.filter(({ id }) => id !== row.id))
    for (const field of fields.filter((one) => writableFields(other).includes(one)))
      warnOfRule(
        field,
        `trusts user.${field}, which users of ${other.name} (${other.id}) set as they like: ` +
          'its config.fields.writable lists it.',
      );

  if (!isUsers(row)) return warnings;
  const own = ids?.includes(row.id) === false ? [] : fields;
  const trusted = [...(await trustedFields(tx, row)), ...own];
  for (const [at, field] of writableFields(row).entries())
    if (trusted.includes(field))
      warn(
        `/fields/writable/${at}`,
        `Rules trust user.${field}, and config.fields.writable lets users set it as they like.`,
      );
  return warnings;
}

/** The fields that rules begin to trust, and how many accounts have a value there. */
async function begunFields({ platform, tx, prepared }: Work, row: ResourceRow, before: string) {
  const counting = countingOfAccounts(platform.store, row, before);
  const counted = counting && prepared?.resultOf(counting);
  if (counted === undefined) return [];
  const { fields, versions } = counted;
  // A change of an account locks its resource before it reads what is trusted. So a resource that is free and
  // unchanged has no change on its way that was begun without this trust. Nothing waits here: others may wait for us.
  const free = await lockFree(tx, [...versions.keys()]);
  const same = free.filter(({ id, version }) => versions.get(id) === version);
  return fields.map((field) => ({ ...field, isAtLeast: same.length < versions.size }));
}

interface Counted {
  readonly fields: readonly { readonly field: string; readonly accounts: number }[];
  /** Of the Users resources whose accounts were counted. */
  readonly versions: ReadonlyMap<string, number>;
}

// Each is one more look at every account.
const countedFieldsMax = 20;

/** Counts the accounts with a value in the fields that rules begin to trust: too long for a transaction. */
export function countingOfAccounts(
  store: Store,
  { service, config, owner_id: ownerId }: Pick<ResourceRow, 'service' | 'config' | 'owner_id'>,
  before: string,
): Preparation<Counted> | undefined {
  const [old, now] = [trustsIn({ service, config: before }), trustsIn({ service, config })];
  const wereCounted =
    old.users === null || (now.users?.every((id) => old.users?.includes(id)) ?? false);
  const begun = now.fields
    .filter((field) => !wereCounted || !old.fields.includes(field))
    .slice(0, countedFieldsMax);
  if (begun.length === 0) return undefined;
  return {
    subject: `accounts ${ownerId} ${JSON.stringify([begun, now.users])}`,
    run: async () => {
      const users = await usersOf(store, ownerId, now.users);
      const fields = [];
      for (const field of begun) {
        const hasValue = recordsAllowedBy({
          not: { operator: '=', left: { path: [field] }, right: { isNull: true } },
        });
        let accounts = 0;
        for (const { id } of users)
          accounts += await countRecords(store.scan(ownerId), id, hasValue);
        fields.push({ field, accounts });
      }
      return { fields, versions: new Map(users.map(({ id, version }) => [id, version])) };
    },
  };
}

/** The config of a change as the row that it makes, for `countingOfAccounts` before there is one. */
export function configured<Row extends Pick<ResourceRow, 'service' | 'owner_id'>>(
  row: Row,
  config: JsonObject,
) {
  return { ...row, config: JSON.stringify(config) };
}
