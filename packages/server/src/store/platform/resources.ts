import type { Service, State } from '@baraza/contract';
import { foldText } from '../../kernel/formats/normalized.ts';
import { hasRows, insertInto, listOf, readNumber } from '../rows.ts';
import {
  contains,
  forUpdate,
  joinQueries,
  type Query,
  type Reader,
  type Store,
  skipLocked,
  sql,
  type Writer,
} from '../store.ts';

export interface ResourceRow {
  readonly id: string;
  readonly owner_id: string;
  readonly service: Service;
  readonly kind: string;
  readonly name: string;
  readonly config: string;
  readonly state: State;
  readonly state_before: State | null;
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly archived_at: number | null;
  readonly completed_at: number | null;
  readonly captured_at: number | null;
  readonly validation: string | null;
  readonly record_count: number;
  readonly record_bytes: number;
  readonly object_count: number;
  readonly object_bytes: number;
  /** The declared indexes of its records as JSON; null if there are none. */
  readonly indexes: string | null;
  /** The rules of unique values as JSON; null if there are none. */
  readonly uniques: string | null;
  /** The searched fields of its records as JSON; null if there are none. */
  readonly search: string | null;
  /** The fields of accounts that its rules trust, as JSON; null if there are none. */
  readonly trusts: string | null;
  /** The references that are checked, as JSON; null if there are none. Only `setReferences` changes it. */
  readonly refs: string | null;
}

const columns = sql`id, owner_id, service, kind, name, config, state, state_before, version, created_at,
  updated_at, archived_at, completed_at, captured_at, validation, record_count, record_bytes,
  object_count, object_bytes, indexes, uniques, search, trusts, refs`;

export function insertResource(tx: Writer, row: ResourceRow): Promise<number> {
  const given = sql`id, owner_id, service, kind, name, name_folded, config, state, version, created_at,
    updated_at, indexes, uniques, search, trusts, refs`;
  return tx.run(insertInto('resources', given, [{ ...row, name_folded: foldText(row.name) }]));
}

export function findResource(reader: Reader, ownerId: string, id: string) {
  return reader.get<ResourceRow>(sql`SELECT ${columns} FROM resources
    WHERE id = ${id} AND owner_id = ${ownerId} AND removed_at IS NULL`);
}

/** Without owner check: only for resources that are public. */
export function findAnyResource(reader: Reader, id: string): Promise<ResourceRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM resources
    WHERE id = ${id} AND removed_at IS NULL`);
}

/** The row with a lock until the transaction ends; every change reads it with this. */
export function lockResource(tx: Writer, ownerId: string, id: string) {
  return tx.get<ResourceRow>(sql`SELECT ${columns} FROM resources
    WHERE id = ${id} AND owner_id = ${ownerId} AND removed_at IS NULL${forUpdate}`);
}

export async function updateResource(tx: Writer, row: ResourceRow): Promise<void> {
  const changed = await tx.run(sql`UPDATE resources SET
      name = ${row.name}, name_folded = ${foldText(row.name)}, config = ${row.config},
      state = ${row.state}, state_before = ${row.state_before}, version = ${row.version},
      updated_at = ${row.updated_at}, archived_at = ${row.archived_at},
      completed_at = ${row.completed_at}, captured_at = ${row.captured_at},
      validation = ${row.validation}, record_count = ${row.record_count},
      record_bytes = ${row.record_bytes}, object_count = ${row.object_count},
      object_bytes = ${row.object_bytes}, indexes = ${row.indexes}, uniques = ${row.uniques},
      search = ${row.search}, trusts = ${row.trusts}
    WHERE id = ${row.id} AND owner_id = ${row.owner_id} AND version = ${row.version - 1}`);
  if (changed !== 1) throw new Error('a resource changed while it was held');
}

/** The settings that decide which index columns and search words are stored for the records of a resource. */
export type RecordColumns = Pick<ResourceRow, 'indexes' | 'uniques' | 'search'>;

/** With the references, whose rows are stored too. */
export type ColumnsOf = RecordColumns & Pick<ResourceRow, 'refs'>;

/** The current settings; all null if the resource is gone. */
export async function columnsOf(reader: Reader, id: string): Promise<ColumnsOf> {
  const found = await reader.get<ColumnsOf>(sql`SELECT indexes, uniques, search, refs FROM resources
    WHERE id = ${id}`);
  return found ?? { indexes: null, uniques: null, search: null, refs: null };
}

/** In `trusts` of a resource that an earlier version configured. */
export const trustsUnknown = 'unknown';

/** What the rules of an owner's resources trust, archived ones included; with the config where that is unknown. */
export function trustingResources(reader: Reader, ownerId: string) {
  return reader.all<
    Pick<ResourceRow, 'service' | 'config'> & { readonly trusts: string }
  >(sql`SELECT
      service, trusts, CASE WHEN trusts = ${trustsUnknown} THEN config ELSE '{}' END AS config
    FROM resources WHERE owner_id = ${ownerId} AND trusts IS NOT NULL AND removed_at IS NULL`);
}

/** The Users resources of an owner, or those of them that have these ids. */
export function usersOf(reader: Reader, ownerId: string, ids: readonly string[] | null) {
  const some = ids === null ? sql`` : sql` AND id IN (${listOf(ids)})`;
  return reader.all<UsersRow>(sql`SELECT id, name, config, version FROM resources
    WHERE owner_id = ${ownerId} AND service = 'data' AND lower(kind) = 'users'
      AND removed_at IS NULL${some} ORDER BY id`);
}

type UsersRow = Pick<ResourceRow, 'id' | 'name' | 'config' | 'version'>;

/** Locks those of these resources that no other transaction has locked, and waits for none. */
export function lockFree(tx: Writer, ids: readonly string[]) {
  return tx.all<Pick<ResourceRow, 'id' | 'version'>>(sql`SELECT id, version FROM resources
    WHERE id IN (${listOf(ids)}) ORDER BY id${skipLocked}`);
}

/** From now on the resource is not found; its records are deleted later. */
export function hideResource(tx: Writer, id: string, atMs: number): Promise<number> {
  return tx.run(sql`UPDATE resources SET removed_at = ${atMs} WHERE id = ${id}`);
}

export function deleteResource(tx: Writer, ownerId: string, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM resources WHERE id = ${id} AND owner_id = ${ownerId}`);
}

export interface ResourceFilter {
  readonly ownerId: string;
  readonly services: readonly Service[];
  /** Undefined for all resources of the owner. */
  readonly ids?: readonly string[] | undefined;
  readonly kind?: string | undefined;
  readonly state?: State | undefined;
  readonly q?: string | undefined;
}

export function countResources(reader: Reader, filter: ResourceFilter): Promise<number> {
  return readNumber(reader, sql`SELECT count(*) FROM resources WHERE ${matching(filter)}`);
}

/** Newest first: ids sort by the time they were made. */
export function resourcesQuery(
  filter: ResourceFilter,
  page: { readonly beforeId?: string | undefined; readonly limit?: number | undefined },
): Query {
  const before = page.beforeId === undefined ? sql`` : sql` AND id < ${page.beforeId}`;
  const limit = page.limit === undefined ? sql`` : sql` LIMIT ${page.limit}`;
  return sql`SELECT ${columns} FROM resources
    WHERE ${matching(filter)}${before} ORDER BY id DESC${limit}`;
}

/** The ids of all that match, newest first. Reads every name of the owner: it needs a reader of `store.scan`. */
export async function searchResources(scan: Reader, filter: ResourceFilter) {
  const rows = await scan.all<{ id: string }>(sql`SELECT id FROM resources
    WHERE ${matching(filter)} ORDER BY id DESC`);
  return rows.map(({ id }) => id);
}

// A scan starts a thread, which costs more than to look at so few.
const fewResources = 200;

/** Resources of some services whose config contains a text, of all owners. */
export async function resourcesNaming(store: Store, services: readonly Service[], text: string) {
  const hasMany = await hasMoreResources(store, fewResources);
  const reader = hasMany ? store.scan('housekeeping') : store;
  return reader.all<{ id: string; owner_id: string }>(sql`SELECT id, owner_id FROM resources
    WHERE service IN (${listOf(services)}) AND removed_at IS NULL AND ${contains(sql`config`, text)}`);
}

/** Whether there are more resources than `count`, of all owners; reads no more rows than that. */
function hasMoreResources(reader: Reader, count: number): Promise<boolean> {
  return hasRows(reader, sql`SELECT 1 FROM resources LIMIT 1 OFFSET ${count}`);
}

/** Which of these ids are the owner's own, and in what state. */
export function statesOf(reader: Reader, ownerId: string, ids: readonly string[]) {
  return reader.all<{ id: string; state: State }>(sql`SELECT id, state FROM resources
    WHERE owner_id = ${ownerId} AND removed_at IS NULL AND id IN (${listOf(ids)})`);
}

/** The owner's resource of a service if there is exactly one, archived ones included; else undefined. */
export async function onlyResourceOf(
  reader: Reader,
  ownerId: string,
  service: Service,
  ids?: readonly string[],
): Promise<{ readonly id: string } | undefined> {
  const rows = await reader.all<{ id: string }>(sql`SELECT id FROM resources
    WHERE ${matching({ ownerId, services: [service], ids })} LIMIT 2`);
  return rows.length === 1 ? rows[0] : undefined;
}

function matching(filter: ResourceFilter): Query {
  const conditions = [
    sql`owner_id = ${filter.ownerId} AND removed_at IS NULL`,
    sql`service IN (${listOf(filter.services)})`,
  ];
  if (filter.ids !== undefined) conditions.push(sql`id IN (${listOf(filter.ids)})`);
  if (filter.kind !== undefined) conditions.push(sql`kind = ${filter.kind}`);
  if (filter.state !== undefined) conditions.push(sql`state = ${filter.state}`);
  if (filter.q !== undefined) conditions.push(contains(sql`name_folded`, foldText(filter.q)));
  return joinQueries(conditions, ' AND ');
}
