/**
 * Large imports are stored in steps of short transactions that nobody sees, and published in one small one: a
 * single transaction of 20 MB would stop everybody else for its whole time. What is not published is deleted.
 */
import { minuteMs } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import {
  abandonImport,
  deleteAbandoned,
  holdImport,
  type ImportRow,
  importsBefore,
  insertImport,
  publishImport,
} from '../../store/platform/imports.ts';
import { areNewest, insertRecords, type RecordRow } from '../../store/platform/records.ts';
import type { Writer } from '../../store/store.ts';
import type { Platform } from '../platform.ts';
import type { SubmittedRecord } from './schema.ts';

export interface StagedImport extends ImportRow {
  readonly count: number;
}

// A step of this size takes about 10 ms on a slow core.
const stepBytesMax = 512 * 1024;
const stepRowsMax = 1_000;
const deletedAtOnce = 50;
const triesMax = 4;
const abandonedAfterMs = 15 * minuteMs;

const overtaken = new Problem(
  'busy',
  'Others keep adding records to this collection; try again shortly.',
);

/**
 * Stores records ahead where they are too many for one transaction, and gives them to `change`, which publishes
 * them. Ids order records by their time, so an import that others have overtaken is stored again.
 */
export async function withStaged<Result>(
  platform: Platform,
  resourceId: string,
  records: readonly SubmittedRecord[],
  change: (
    staged: StagedImport | undefined,
  ) => Promise<{ readonly isMade: boolean; readonly result: Result }>,
): Promise<Result> {
  if (!isLarge(records)) return (await change(undefined)).result;
  for (let tries = 1; ; tries += 1) {
    const rows = rowsOf(platform, records, platform.clock());
    const staged: StagedImport = {
      id: rows[0]?.id ?? '',
      resource_id: resourceId,
      created_at: platform.clock(),
      count: rows.length,
    };
    let isMade = false;
    try {
      await stage(platform, staged, rows);
      const changed = await change(staged);
      isMade = changed.isMade;
      return changed.result;
    } catch (error) {
      if (error !== overtaken || tries === triesMax) throw error;
    } finally {
      if (!isMade) await discard(platform, staged);
    }
  }
}

/** The last step, inside the transaction of the change. */
export async function publish(tx: Writer, staged: StagedImport): Promise<void> {
  const { id, resource_id, count } = staged;
  if (!(await areNewest(tx, resource_id, id, count))) throw overtaken;
  if (!(await publishImport(tx, id)))
    throw new Problem('busy', 'The import took too long to be stored; try again shortly.');
}

export function rowsOf(
  { makeId }: Pick<Platform, 'makeId'>,
  records: readonly SubmittedRecord[],
  atMs: number,
): readonly RecordRow[] {
  return records.map(({ text, bytes }) => ({
    id: makeId('record'),
    record: text,
    bytes,
    created_at: atMs,
    updated_at: null,
  }));
}

/** Deletes what imports left behind that ended with their process. */
export async function discardOldImports(platform: Platform): Promise<void> {
  const beforeMs = platform.clock() - abandonedAfterMs;
  for (const row of await importsBefore(platform.store, beforeMs)) await discard(platform, row);
}

function isLarge(records: readonly SubmittedRecord[]): boolean {
  if (records.length > stepRowsMax) return true;
  return records.reduce((sum, { bytes }) => sum + bytes, 0) > stepBytesMax;
}

// Where its resource was deleted meanwhile it ends early: the change itself refuses that with its own sentence.
async function stage(
  { store }: Platform,
  staged: StagedImport,
  rows: readonly RecordRow[],
): Promise<void> {
  await store.write((tx) => insertImport(tx, staged));
  for (const step of stepsOf(rows)) {
    const isHeld = await store.write(async (tx) => {
      if (!(await holdImport(tx, staged.id))) return false;
      await insertRecords(tx, staged.resource_id, step, staged.id);
      return true;
    });
    if (!isHeld) return;
  }
}

function* stepsOf(rows: readonly RecordRow[]): Generator<readonly RecordRow[]> {
  let step: RecordRow[] = [];
  let stepBytes = 0;
  for (const row of rows) {
    if (step.length === stepRowsMax || stepBytes + row.bytes > stepBytesMax) {
      yield step;
      step = [];
      stepBytes = 0;
    }
    step.push(row);
    stepBytes += row.bytes;
  }
  yield step;
}

// A store that cannot be written to keeps the leftovers, which nobody sees, until the next tidying.
async function discard({ store, clock, log }: Platform, row: ImportRow): Promise<void> {
  try {
    await store.write((tx) => abandonImport(tx, row.id, clock()));
    while (await store.write((tx) => deleteAbandoned(tx, row, deletedAtOnce)));
  } catch (cause) {
    log.warn('the records of an import that failed are deleted later', { cause });
  }
}
