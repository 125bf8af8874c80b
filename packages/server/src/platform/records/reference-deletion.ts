/**
 * What a deletion does to the records that refer to what is deleted: it is refused, they are deleted too, or their
 * field is cleared. All of them are found first. Rules of the other resources are not asked.
 */
import { type JsonObject, limits } from '@baraza/contract';
import { allows, type Caller, isKnown } from '../../access/scopes.ts';
import { Problem } from '../../kernel/problem.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import { recordsNaming } from '../../store/platform/record-references.ts';
import { type RecordRow, recordIdOf, recordsByIds } from '../../store/platform/records.ts';
import { type ResourceRow, updateResource } from '../../store/platform/resources.ts';
import type { Reader } from '../../store/store.ts';
import { recordChange } from '../activity.ts';
import type { Work } from '../platform.ts';
import { giveUpFilling, type HeldReference, lockReferring } from './held-references.ts';
import { valueAt } from './query/record-path.ts';
import { dropRecord, type RecordChange, removeRecord, storeUpdated } from './record-changes.ts';

/** A record that has been deleted, or all records of a resource that is about to be. */
interface Deleted {
  readonly resource: ResourceRow;
  readonly record?: RecordRow | undefined;
}

/** The locks of a deletion, before any other. SQLite has one writer and needs none. */
export async function lockBeforeDeletion(work: Work, resourceId: string): Promise<void> {
  if (work.platform.store.engine === 'postgres') await lockReferring(work, [resourceId]);
}

/** Removes a record, with what goes because it refers to it. */
export async function removeWithDependants(
  work: Work,
  resource: ResourceRow,
  old: RecordRow,
  ifMatch?: VersionTags,
): Promise<RecordChange> {
  const { set, record } = await removeRecord(work, resource, old, ifMatch);
  const lost = await followReferences(work, { resource, record });
  const { record_count: count = 0, record_bytes: bytes = 0 } = set;
  const sizes = { record_count: count - lost.records, record_bytes: bytes - lost.bytes };
  return { set: { ...set, ...sizes }, record };
}

/**
 * Deletes and clears the records that refer to what is deleted, or refuses the deletion. Returns how much more the
 * resource of the deleted record loses, which its own change stores.
 */
export async function followReferences(work: Work, { resource, record }: Deleted) {
  const lost = { records: 0, bytes: 0 };
  const locked = await lockReferring(work, [resource.id]);
  if (locked.resources.size === 0) return lost;
  const { dependants, isGone } = await findDependants(work, { resource, record }, locked);
  const byResource = Map.groupBy(dependants, ({ resourceId }) => resourceId);
  const changes = [...byResource].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [id, some] of changes) {
    const before = id === resource.id ? resource : locked.resources.get(id);
    if (before === undefined) throw new Error('a resource with dependants is locked');
    assertReached(work.caller, before);
    const change = await changeDependants(work, before, some, isGone);
    if (id === resource.id) Object.assign(lost, change.lost);
    else await updateResource(work.tx, change.after);
    for (const { action, record: changed } of change.records) {
      const detail = { recordId: recordIdOf(changed) };
      await recordChange(work, { action, resource: change.after, detail, record: changed });
    }
  }
  return lost;
}

/** A record that refers to what is deleted. */
interface Dependant {
  readonly resourceId: string;
  readonly row: RecordRow;
  /** The references that are cleared if it is not deleted. */
  readonly cleared: Set<HeldReference>;
  readonly isDeleted: boolean;
}

type IsGone = (resourceId: string, recordId: string) => boolean;
type Locked = Awaited<ReturnType<typeof lockReferring>>;

const { dependantsMax } = limits;
// What is known already may be among them.
const readMax = 2 * dependantsMax + 1;

async function findDependants(
  { tx, caller }: Work,
  { resource, record }: Deleted,
  { resources, referrersOf }: Locked,
) {
  const dependants = new Map<string, Dependant>();
  const gone = new Set<string>();
  const restricting: { readonly id: string; readonly field: string; readonly rowId: string }[] = [];
  const isDeleted = (id: string, rowId: string) =>
    dependants.get(`${id} ${rowId}`)?.isDeleted === true;
  let next = new Map([[resource.id, record && [recordIdOf(record)]]]);
  while (next.size > 0) {
    const deleted = next;
    next = new Map();
    for (const [to, ids] of deleted) {
      for (const id of ids ?? []) gone.add(`${to} ${id}`);
      for (const { id, reference } of referrersOf(to)) {
        const { field, onDelete, state } = reference;
        // The records of a resource that is deleted go with it.
        if (record === undefined && id === resource.id) continue;
        if (ids === undefined && onDelete === 'restrict' && state === undefined)
          throw inUse(caller, { resource: id, field });
        const place = { resource_id: id, field, to_resource: to };
        const named = await recordsNaming(tx, place, ids, readMax);
        const rowIds = [...named].filter((rowId) => !isDeleted(id, rowId));
        const [rowId] = rowIds;
        if (rowId === undefined) continue;
        if (state !== undefined) await giveUpFilling(tx, resources.get(id), [reference]);
        else if (onDelete === 'restrict')
          restricting.push(...rowIds.map((one) => ({ id, field, rowId: one })));
        else {
          if (rowIds.length > dependantsMax) throw tooMany();
          for (const row of await publishedRecords(tx, id, rowIds)) {
            const key = `${id} ${row.id}`;
            const known = dependants.get(key);
            const cleared = known?.cleared ?? new Set();
            if (onDelete === 'clear') cleared.add(reference);
            else next.set(id, [...(next.get(id) ?? []), recordIdOf(row)]);
            const goes = onDelete === 'cascade' || known?.isDeleted === true;
            dependants.set(key, { resourceId: id, row, cleared, isDeleted: goes });
          }
          if (dependants.size > dependantsMax) throw tooMany();
        }
      }
    }
  }
  const left = restricting.find(({ id, rowId }) => !isDeleted(id, rowId));
  if (left !== undefined) {
    const [row] = await publishedRecords(tx, left.id, [left.rowId]);
    const recordId = row && recordIdOf(row);
    throw inUse(caller, { resource: left.id, field: left.field, recordId });
  }
  const isGone: IsGone = (resourceId, recordId) =>
    (record === undefined && resourceId === resource.id) || gone.has(`${resourceId} ${recordId}`);
  return { dependants: [...dependants.values()], isGone };
}

async function publishedRecords(tx: Reader, resourceId: string, rowIds: readonly string[]) {
  const rows = await recordsByIds(tx, resourceId, rowIds);
  if (rows.length === rowIds.length) return rows;
  throw new Problem(
    'busy',
    'A running import has records that refer to what is deleted; try again shortly.',
  );
}

interface RecordEvent {
  readonly action: 'record-deleted' | 'record-updated';
  readonly record: RecordRow;
}

/** Deletes and clears records of one resource. */
async function changeDependants(
  work: Work,
  before: ResourceRow,
  dependants: readonly Dependant[],
  isGone: IsGone,
) {
  const atMs = work.platform.clock();
  const records: RecordEvent[] = [];
  const lost = { records: 0, bytes: 0 };
  // First the deletions: what they leave is free for a unique value.
  for (const { row, isDeleted } of dependants) {
    if (!isDeleted) continue;
    await dropRecord(work, before, row);
    records.push({ action: 'record-deleted', record: row });
    lost.records += 1;
    lost.bytes += row.bytes;
  }
  for (const { row, cleared, isDeleted } of dependants) {
    if (isDeleted) continue;
    const record = JSON.parse(row.record) as JsonObject;
    for (const { field, to } of cleared) clearAt(record, field, (id) => isGone(to, id));
    const updated = await storeUpdated(work, before, row, record, atMs).catch((error: unknown) => {
      throw uncleared(work.caller, before, row, error);
    });
    records.push({ action: 'record-updated', record: updated });
    lost.bytes += row.bytes - updated.bytes;
  }
  const after: ResourceRow = {
    ...before,
    record_count: before.record_count - lost.records,
    record_bytes: before.record_bytes - lost.bytes,
    version: before.version + 1,
    updated_at: atMs,
  };
  return { after, lost, records };
}

/** Null in place of an id, or its list without those that are gone. */
function clearAt(record: JsonObject, field: string, isGone: (id: string) => boolean): void {
  const path = field.split('.');
  const holder = valueAt(record, path.slice(0, -1)) as { [name: string]: unknown };
  const name = path.at(-1) ?? '';
  const value = holder[name];
  holder[name] = Array.isArray(value) ? value.filter((id) => !isGone(id)) : null;
}

/** Refuses to change a resource that the key does not reach, or that takes no changes; users change what depends. */
function assertReached(caller: Caller, { id, service, state }: ResourceRow): void {
  const isReached = isTold(caller, id) && allows(caller, service, 'write');
  if (caller.keyless === undefined && !isReached)
    throw refusal('records that this key cannot change refer to it');
  if (state === 'archived') {
    const where = isTold(caller, id) ? id : 'a resource';
    throw refusal(`records of ${where} refer to it, and that is archived`);
  }
}

function inUse(
  caller: Caller,
  place: {
    readonly resource: string;
    readonly field: string;
    readonly recordId?: string | undefined;
  },
): Problem {
  const { resource, field, recordId } = place;
  if (!isTold(caller, resource)) return refusal('something else refers to it');
  return recordId === undefined
    ? refusal(
        `config.references.${field} of ${resource} refers to it, with onDelete restrict`,
        place,
      )
    : refusal(`${field} of the record ${recordId} in ${resource} refers to it`, place);
}

function tooMany(): Problem {
  return refusal(`more than ${dependantsMax} records would be deleted or changed with it`);
}

/** A record that may not be without what it refers to, whatever its schema says about it. */
function uncleared(caller: Caller, { id }: ResourceRow, row: RecordRow, cause: unknown): unknown {
  if (!(cause instanceof Problem) || cause.code === 'busy') return cause;
  if (!isTold(caller, id)) return refusal('a record that refers to it cannot be without it');
  const recordId = recordIdOf(row);
  const reason = `the record ${recordId} in ${id} cannot be without it: ${cause.message.replace(/\.$/, '')}`;
  return refusal(reason, { resource: id, recordId });
}

/** Whether the caller may be told which resource refers to what it deletes. */
function isTold(caller: Caller, id: string): boolean {
  return caller.keyless === undefined && isKnown(caller, id);
}

function refusal(reason: string, fields: { readonly [name: string]: unknown } = {}): Problem {
  return new Problem('reference', `This cannot be deleted: ${reason}.`, { fields });
}
