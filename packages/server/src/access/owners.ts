import { nameSchema } from '@baraza/contract';
import { type Clock, isoTime } from '../kernel/clock.ts';
import type { IdMaker } from '../kernel/id.ts';
import { conflict, invalid, Problem } from '../kernel/problem.ts';
import {
  allOwners,
  bytesOf,
  findOwner,
  insertOwner,
  type OwnerRow,
  renameOwner as writeName,
} from '../store/owners.ts';
import type { Reader, Store } from '../store/store.ts';

export interface Registry {
  readonly store: Store;
  readonly clock: Clock;
  readonly makeId: IdMaker;
}

interface OwnerView {
  readonly id: string;
  readonly name: string;
}

/**
 * Names are unique, so that a person can use one on the command line. `write` joins a transaction that is already
 * open; by default it is a new one.
 */
export async function createOwner(
  registry: Registry,
  wantedName: string,
  write: Store['write'] = registry.store.write,
): Promise<OwnerView> {
  const name = checkedName(wantedName);
  return write(async (tx) => {
    const id = registry.makeId('owner');
    const inserted = await insertOwner(tx, { id, name, createdAt: registry.clock() });
    if (inserted === 0) throw nameTaken(name);
    return { id, name };
  });
}

/** Keys and sessions of the owner stay as they are. */
export async function renameOwner(
  { store }: Pick<Registry, 'store'>,
  idOrName: string,
  wantedName: string,
): Promise<OwnerView> {
  const name = checkedName(wantedName);
  return store.write(async (tx) => {
    const { id } = await requireOwner(tx, idOrName);
    if ((await writeName(tx, id, name)) === 0) throw nameTaken(name);
    return { id, name };
  });
}

function nameTaken(name: string): Problem {
  return conflict(`There is an owner called ${name} already.`);
}

export async function listOwners(reader: Reader): Promise<
  (OwnerView & {
    readonly createdAt: string;
    readonly sites: number;
    readonly resources: number;
    readonly objectBytes: number;
    /** All that counts against the quota. */
    readonly bytes: number;
  })[]
> {
  return (await allOwners(reader)).map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: isoTime(row.created_at),
    sites: Number(row.site_count),
    resources: row.resource_count,
    objectBytes: row.object_bytes,
    bytes: bytesOf(row),
  }));
}

/** By id or by name. */
export async function requireOwner(reader: Reader, idOrName: string): Promise<OwnerRow> {
  const owner = await findOwner(reader, idOrName);
  if (owner === undefined)
    throw new Problem('not_found', `There is no owner ${idOrName}; see owners list.`);
  return owner;
}

/** The name of an owner or a key, by the same rule as that of a resource. */
export function checkedName(name: string): string {
  const checked = nameSchema.safeParse(name);
  if (checked.success) return checked.data;
  throw invalid(checked.error.issues[0]?.message ?? 'name must be text.');
}
