/** Bulk import: all records become visible in one transaction, or none. */
import type { Caller } from '../../access/scopes.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import { insertRecords } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Reader } from '../../store/store.ts';
import { saveResource } from '../activity.ts';
import type { CheckedWork } from '../platform.ts';
import { requireHeld, requireResource } from '../resources/resources.ts';
import { assertLegal } from '../resources/transitions.ts';
import { isUsers } from '../users/account-record.ts';
import type { Check } from './checked-write.ts';
import { fullProblem } from './record-changes.ts';
import { assertFreeIds, assertUnique } from './record-unique.ts';
import { checkRecords, schemaTextOf } from './schema.ts';
import {
  type PackedRecord,
  type PackedRecords,
  publish,
  rowsOf,
  type StagedImport,
  unpack,
} from './staged-import.ts';

/** The target collection of an import, checked before the body is read. */
export async function requireImportable(reader: Reader, caller: Caller, id: string) {
  if (caller.visitor !== undefined) throw new Problem('scope', 'An import needs a key.');
  const row = await requireResource(reader, caller, id, 'write');
  assertLegal('add-record', row);
  if (isUsers(row)) throw invalid('Accounts are added one by one or in a batch, not by an import.');
  return row;
}

/** Adds all records; they were checked against `seen` and are checked again if its schema has changed since. */
export async function importRecords(
  work: CheckedWork,
  target: { readonly id: string; readonly ifMatch: VersionTags | undefined },
  seen: ResourceRow | undefined,
  records: PackedRecords,
  /** The import that has stored the records already, if any. */
  staged: StagedImport | undefined,
): Promise<ResourceRow> {
  const { platform, tx } = work;
  const held = await requireHeld(work, target.id, target.ifMatch);
  assertLegal('add-record', held);
  tx.resultOf(importCheck(held, seen, records));
  const { count, bytes } = records;
  if (held.record_count + count > platform.recordsMax) throw fullProblem(platform, held);
  const atMs = platform.clock();
  if (staged === undefined)
    for (const pack of records.packs)
      for (const rows of rowsOf(platform, held, pack, atMs)) {
        await assertFreeIds(tx, held.id, rows);
        await assertUnique(tx, held, rows);
        await insertRecords(tx, held.id, rows);
      }
  else await publish(tx, staged, held);
  const sums = {
    record_count: held.record_count + count,
    record_bytes: held.record_bytes + bytes,
  };
  return saveResource(work, held, sums, {
    action: 'records-imported',
    detail: { records: count },
  });
}

/** The check that the records will need: none, while the schema is the one that they were read with. */
export async function expectImportCheck(
  reader: Reader,
  caller: Caller,
  id: string,
  seen: ResourceRow | undefined,
  records: PackedRecords,
): Promise<Check<void> | undefined> {
  return importCheck(await requireResource(reader, caller, id, 'write'), seen, records);
}

function importCheck(
  { owner_id, config }: ResourceRow,
  seen: ResourceRow | undefined,
  records: PackedRecords,
): Check<void> | undefined {
  const schema = schemaTextOf(config);
  if (schema === undefined || schema === schemaTextOf(seen?.config ?? '')) return undefined;
  const run = async () => {
    for (const pack of records.packs) await checkAll(owner_id, schema, [...unpack(pack)]);
  };
  return { subject: `import ${schema}`, run };
}

export function checkAll(ownerId: string, schema: string, records: readonly PackedRecord[]) {
  const texts = records.map(({ text }) => text);
  return checkRecords(ownerId, schema, texts, (index, problem) =>
    atLine(records[index]?.line ?? 0, problem),
  );
}

export function atLine(number: number, error: unknown): unknown {
  if (!(error instanceof Problem) || error.code === 'full' || error.code === 'busy') return error;
  const sentence =
    error.code === 'json' ? `Line ${number} is not JSON.` : `Line ${number}: ${error.message}`;
  const { fields = {} } = error;
  return new Problem(error.code, sentence, { cause: error, fields: { ...fields, line: number } });
}

/** Limits concurrent imports, in total and per owner, since each holds its body in memory. */
export const importSlots = createFairQueue(
  { atOnce: 6, ofOneMax: 2, waitingMax: 0, waitMs: 0 },
  { sentence: 'Other imports are running; try again shortly.' },
);

/** Imports into one collection run one by one: each must have the newest ids, so parallel ones would all start over. */
export const collectionTurns = createFairQueue(
  { atOnce: 6, ofOneMax: 1, waitingMax: 6, waitMs: 2 ** 31 - 1 },
  { sentence: 'Other imports into this collection are running; try again shortly.' },
);
