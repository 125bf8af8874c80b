/** What an owner is told about rules that trust fields of accounts: who could have set them, and who still can. */
import type { ConfigWarning, JsonObject } from '@baraza/contract';
import { countRecords } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { lockFree, usersOf } from '../../store/platform/resources.ts';
import type { Store } from '../../store/store.ts';
import type { Work } from '../platform.ts';
import type { Preparation } from '../prepared-change.ts';
import { isUsers } from '../users/account-record.ts';
import { type RuleName, ruleNames, rulesOf } from './access-rules.ts';
import { recordsAllowedBy } from './keyless-access.ts';
import {
  counts,
  fieldsOfUser,
  type Trusts,
  trustedFields,
  trustsIn,
  writableFields,
} from './trusted-fields.ts';

type Ruled = Pick<ResourceRow, 'service' | 'config'>;

/** Rules that take an address for its owner's, although nobody has confirmed it. */
function warningsOfAddresses(row: Ruled): readonly ConfigWarning[] {
  return ruleNames
    .filter((name) => {
      const fields = fieldsOfUser(row, name);
      return fields.includes('email') && !fields.includes('verified');
    })
    .map((name) => ({
      path: `/rules/${name}`,
      message: `config.rules.${name} trusts user.email, which anyone can give at sign-up: add user.verified.`,
    }));
}

/** A field that a rule begins to trust, and how many accounts have a value there. */
interface Begun {
  readonly field: string;
  readonly accounts: number;
  /** Accounts were changed while they were counted. */
  readonly isAtLeast: boolean;
}

function warningsOfBegun(row: Ruled, begun: readonly Begun[]): readonly ConfigWarning[] {
  return begun.map(({ field, accounts, isAtLeast }) => {
    const have = accounts === 1 ? 'account already has' : 'accounts already have';
    return {
      path: `/rules/${ruleNaming(row, field)}`,
      message:
        `config.rules.${ruleNaming(row, field)} begins to trust user.${field}: users can no longer set ${field}. ` +
        `${isAtLeast ? 'At least ' : ''}${accounts} ${have} a value there.`,
    };
  });
}

/** Fields that rules trust although users may set them; `users` is the resource whose config says so. */
function warningsOfWritable(
  row: Ruled,
  users: Pick<ResourceRow, 'id' | 'name' | 'config'>,
): readonly ConfigWarning[] {
  const writable = writableFields(users);
  return trustsIn(row)
    .fields.filter((field) => writable.includes(field))
    .map((field) => ({
      path: `/rules/${ruleNaming(row, field)}`,
      message:
        `config.rules.${ruleNaming(row, field)} trusts user.${field}, which users of ${users.name} (${users.id}) ` +
        'set as they like: its config.fields.writable lists it.',
    }));
}

function warningsOfOwnWritable(
  users: Pick<ResourceRow, 'config'>,
  trusted: readonly string[],
): readonly ConfigWarning[] {
  return writableFields(users).flatMap((field, at) =>
    trusted.includes(field)
      ? [
          {
            path: `/fields/writable/${at}`,
            message: `Rules trust user.${field}, and config.fields.writable lets users set it as they like.`,
          },
        ]
      : [],
  );
}

function ruleNaming(row: Ruled, field: string): RuleName {
  return ruleNames.find((name) => fieldsOfUser(row, name).includes(field)) ?? 'list';
}

/** All warnings about trust; `before` is the config that this one replaces, as text. */
export async function trustWarnings(
  { platform, tx, prepared }: Work,
  row: ResourceRow,
  before = '{}',
): Promise<readonly ConfigWarning[]> {
  const trusts = trustsIn(row);
  const counting = countingOfAccounts(platform.store, row, before);
  const counted = counting && prepared?.resultOf(counting);
  const isRead = trusts.fields.length > 0 || trusts.users !== null;
  const users = isRead ? await usersOf(tx, row.owner_id, trusts.users) : [];
  const free = counted === undefined ? [] : await lockFree(tx, [...counted.versions.keys()]);
  const isAtLeast = counted !== undefined && !isAsCounted(counted, free);
  const begun = counted?.begun.map((field) => ({ ...field, isAtLeast })) ?? [];
  const others = isUsers(row) ? await trustedFields(tx, row) : [];
  const own = counts(trusts, row.id) ? trusts.fields : [];
  return [
    ...warningsOfUsers(row, users),
    ...warningsOfAddresses(row),
    ...warningsOfBegun(row, begun),
    ...users.filter(({ id }) => id !== row.id).flatMap((other) => warningsOfWritable(row, other)),
    ...(isUsers(row) ? warningsOfOwnWritable(row, [...others, ...own]) : []),
  ];
}

/** Ids in `config.users` that are no Users resource: a rule lets nobody in by them. */
function warningsOfUsers(
  row: Ruled,
  found: readonly Pick<ResourceRow, 'id'>[],
): readonly ConfigWarning[] {
  const { users } = JSON.parse(row.config) as JsonObject;
  return (rulesOf(row).users ?? []).flatMap((id, at) =>
    found.some((known) => known.id === id)
      ? []
      : [
          {
            path: Array.isArray(users) ? `/users/${at}` : '/users',
            message: `config.users names ${id}, which is no Users resource: nobody counts by it.`,
          },
        ],
  );
}

interface Counted {
  readonly begun: readonly Omit<Begun, 'isAtLeast'>[];
  /** Of the Users resources whose accounts were counted. */
  readonly versions: ReadonlyMap<string, number>;
}

// A change of an account locks its resource before it reads what is trusted. So a resource that is free and unchanged
// has no change on its way that was begun without this trust; nothing waits here, where others may wait for this one.
function isAsCounted(
  { versions }: Counted,
  free: readonly Pick<ResourceRow, 'id' | 'version'>[],
): boolean {
  return (
    free.length === versions.size && free.every(({ id, version }) => versions.get(id) === version)
  );
}

// Each is one more look at every account.
const countedFieldsMax = 20;

/** Counts the accounts with a value in the fields that rules begin to trust: too long for a transaction. */
export function countingOfAccounts(
  store: Store,
  { service, config, owner_id: ownerId }: Pick<ResourceRow, 'service' | 'config' | 'owner_id'>,
  before: string,
): Preparation<Counted> | undefined {
  const trusts = trustsIn({ service, config });
  const begun = begunFields(trustsIn({ service, config: before }), trusts).slice(
    0,
    countedFieldsMax,
  );
  if (begun.length === 0) return undefined;
  return {
    subject: `accounts ${ownerId} ${JSON.stringify([begun, trusts.users])}`,
    run: async () => {
      const users = await usersOf(store, ownerId, trusts.users);
      const counted = [];
      for (const field of begun) {
        let accounts = 0;
        for (const { id } of users)
          accounts += await countRecords(store.scan(ownerId), id, hasValue(field));
        counted.push({ field, accounts });
      }
      return { begun: counted, versions: new Map(users.map(({ id, version }) => [id, version])) };
    },
  };
}

function begunFields(before: Trusts, after: Trusts): readonly string[] {
  const isCovered =
    before.users === null ||
    (after.users?.every((id) => before.users?.includes(id) === true) ?? false);
  return after.fields.filter((field) => !isCovered || !before.fields.includes(field));
}

function hasValue(field: string) {
  return recordsAllowedBy({
    not: { operator: '=', left: { path: [field] }, right: { isNull: true } },
  });
}

/** The config of a change as the row that it makes, for `countingOfAccounts` before there is one. */
export function configured<Row extends Pick<ResourceRow, 'service' | 'owner_id'>>(
  row: Row,
  config: JsonObject,
) {
  return { ...row, config: JSON.stringify(config) };
}
