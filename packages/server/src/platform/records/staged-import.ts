/**
 * Large imports are stored in short transactions, invisible, and published in one small transaction at the end: a
 * single transaction of 20 MB would block all other writers. An import that is not published is deleted.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { minuteMs } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import {
  abandonImport,
  deleteAbandoned,
  type ImportRow,
  importsBefore,
  insertImport,
  lockImport,
  publishImport,
} from '../../store/platform/imports.ts';
import { lockForUpkeep } from '../../store/platform/record-upkeep.ts';
import { areNewest, insertRecords, type NewRecord } from '../../store/platform/records.ts';
import {
  type ColumnsOf,
  columnsOf,
  type RecordColumns,
  type ResourceRow,
} from '../../store/platform/resources.ts';
import type { Writer } from '../../store/store.ts';
import type { Platform } from '../platform.ts';
import { assertBrought, holdReferences, referenceKey } from './held-references.ts';
import { columnMaker, type SubmittedRecord } from './record-changes.ts';
import { assignmentOf } from './record-index.ts';
import { assertFreeIds, assertUnique } from './record-unique.ts';
import { searchedFields } from './record-words.ts';

/** With the indexes, unique values, searched fields and references for which its records are stored. */
export interface StagedImport extends ImportRow, ColumnsOf {
  readonly count: number;
}

const deletedAtOnce = 50;
const triesMax = 4;
const abandonedAfterMs = 15 * minuteMs;
const importsAtOnce = 100;

const overtaken = new Problem(
  'busy',
  'Others keep adding records to this collection; try again shortly.',
);

/**
 * Stores records in advance if they are too many for one transaction, and gives them to `change`, which publishes
 * them. Ids order records by their time, so an import that others have overtaken is stored again.
 */
export async function withStaged<Result>(
  platform: Platform,
  resourceId: string,
  records: PackedRecords,
  change: (
    staged: StagedImport | undefined,
  ) => Promise<{ readonly isPublished: boolean; readonly result: Result }>,
): Promise<Result> {
  if (records.packs.length === 1) return (await change(undefined)).result;
  for (let tries = 1; ; tries += 1) {
    const staged: StagedImport = {
      // Made before the ids of its records, so that all of them sort after it.
      id: platform.makeId('record'),
      resource_id: resourceId,
      created_at: platform.clock(),
      count: records.count,
      ...(await columnsOf(platform.store, resourceId)),
    };
    let isPublished = false;
    try {
      await stage(platform, staged, records);
      const changed = await change(staged);
      isPublished = changed.isPublished;
      return changed.result;
    } catch (error) {
      if (error !== overtaken || tries === triesMax) throw error;
    } finally {
      if (!isPublished) await discard(platform, staged);
    }
  }
}

/** The last step, inside the transaction of the change. */
export async function publish(
  tx: Writer,
  staged: StagedImport,
  { indexes, uniques, search, refs }: ColumnsOf,
): Promise<void> {
  const { id, resource_id, count } = staged;
  if (assignmentOf(staged.indexes) !== assignmentOf(indexes)) throw overtaken;
  if (staged.uniques !== uniques) throw overtaken;
  if (searchedFields(staged.search) !== searchedFields(search)) throw overtaken;
  if (referenceKey(staged.refs) !== referenceKey(refs)) throw overtaken;
  if (!(await areNewest(tx, resource_id, id, count))) throw overtaken;
  if (!(await publishImport(tx, id)))
    throw new Problem('busy', 'The import took too long to be stored; try again shortly.');
}

const rowsAtOnce = 50;
const bytesAtOnce = 128 * 1024;
// The words of this many bytes are made in about 10 ms.
const searchedBytesAtOnce = 64 * 1024;

type ImportedRecord = NewRecord & { readonly line: number };

/** The rows of a pack, a few at a time: what lives only briefly costs no memory. */
export function* rowsOf(
  { makeId }: Pick<Platform, 'makeId'>,
  resource: Pick<ResourceRow, 'id'> & RecordColumns,
  pack: RecordPack,
  atMs: number,
): Generator<readonly ImportedRecord[], void> {
  const makeColumns = columnMaker(resource);
  const bytesMax = resource.search === null ? bytesAtOnce : searchedBytesAtOnce;
  let rows: ImportedRecord[] = [];
  let rowsBytes = 0;
  for (const { text, bytes, line, id: clientId = null } of unpack(pack)) {
    const entry = {
      id: makeId('record'),
      client_id: clientId,
      created_at: atMs,
      updated_at: null,
    };
    rows.push({
      ...entry,
      line,
      record: text,
      bytes,
      version: 1,
      ...makeColumns?.(entry, JSON.parse(text)),
    });
    rowsBytes += bytes;
    if (rows.length < rowsAtOnce && rowsBytes < bytesMax) continue;
    yield rows;
    rows = [];
    rowsBytes = 0;
  }
  if (rows.length > 0) yield rows;
}

/** Deletes what imports of ended processes left behind. */
export async function discardOldImports(platform: Platform): Promise<void> {
  const beforeMs = platform.clock() - abandonedAfterMs;
  let place: string | undefined = '';
  while (place !== undefined) {
    const found: readonly ImportRow[] = await importsBefore(platform.store, beforeMs, {
      after: place,
      limit: importsAtOnce,
    });
    for (const row of found) await discard(platform, row);
    place = found.at(-1)?.id;
  }
}

// Ends early if its resource has been deleted: the change refuses that itself.
async function stage(platform: Platform, staged: StagedImport, { packs }: PackedRecords) {
  const { store } = platform;
  const { resource_id: id, created_at: atMs } = staged;
  const ofImport = { importId: staged.id, awaited: new Map() };
  const insert = (makeRows: () => Iterable<readonly ImportedRecord[]>) =>
    store.write(async (tx) => {
      const refs = staged.refs === null ? null : await lockReferences(tx, staged);
      if (!(await lockImport(tx, staged.id))) return false;
      for (const rows of makeRows()) {
        await assertFreeIds(tx, id, rows, staged.id);
        await assertUnique(tx, staged, rows, { importId: staged.id });
        await insertRecords(tx, id, rows, staged.id);
        if (refs !== null) await holdReferences(tx, { id, refs }, rows.map(parsedRow), ofImport);
      }
      return true;
    });
  await store.write((tx) => insertImport(tx, staged));
  for (const pack of packs) {
    const makeRows = () => rowsOf(platform, { ...staged, id }, pack, atMs);
    // Words take longer than the records: a pack of them would keep others waiting.
    const parts = staged.search === null ? [makeRows] : partsOf(makeRows());
    for (const part of parts) {
      if (!(await insert(part))) return;
      // The next words are made in another turn than the commit.
      await nextTurn();
    }
  }
  await assertBrought(store, id, ofImport);
}

/** With the lock of the resource, so that nobody deletes what the records name without seeing them. */
async function lockReferences(tx: Writer, staged: StagedImport): Promise<string | null> {
  const resource = await lockForUpkeep(tx, staged.resource_id);
  if (referenceKey(staged.refs) !== referenceKey(resource?.refs ?? null)) throw overtaken;
  return resource?.refs ?? null;
}

/** For `holdReferences`. */
export function parsedRow(row: ImportedRecord) {
  return { row, record: JSON.parse(row.record) as unknown };
}

function* partsOf<Row>(rows: Iterable<readonly Row[]>): Generator<() => (readonly Row[])[], void> {
  for (const some of rows) yield () => [some];
}

// A store that cannot be written to keeps the invisible leftovers until the next housekeeping.
async function discard({ store, clock, log }: Platform, row: ImportRow): Promise<void> {
  try {
    await store.write((tx) => abandonImport(tx, row.id, clock()));
    while (await store.write((tx) => deleteAbandoned(tx, row, deletedAtOnce)));
  } catch (cause) {
    log.warn('the records of an import that failed are deleted later', { cause });
  }
}

// The records of an import from their arrival until they are stored: as bytes, in packs of one step each.
// Parsed values, or a string for each of 100,000 records, would take many times the memory.

export interface PackedRecords {
  readonly packs: readonly RecordPack[];
  readonly count: number;
  readonly bytes: number;
}

interface RecordPack {
  /** JSON texts, each followed by a line feed, which JSON.stringify never writes. */
  readonly texts: Buffer;
  /** For each text the number of the line that it came from, if it has one. */
  readonly lines: readonly number[];
  /** For each text the id that its record keeps, if it keeps one. */
  readonly ids: readonly (string | undefined)[];
}

export interface PackedRecord extends SubmittedRecord {
  readonly line: number;
  readonly id?: string | undefined;
}

// Storing a pack of this size takes about 10 ms on a slow core, twice that with five indexes.
const packBytesMax = 512 * 1024;
const packRowsMax = 250;
const lineFeed = 0x0a;

export function createRecordPacker() {
  const packs: RecordPack[] = [];
  let page = Buffer.alloc(0);
  let from = 0;
  let to = 0;
  let lines: number[] = [];
  let ids: (string | undefined)[] = [];
  let count = 0;
  let bytes = 0;
  const close = () => {
    if (lines.length > 0) packs.push({ texts: page.subarray(from, to), lines, ids });
    lines = [];
    ids = [];
    from = to;
  };
  return {
    add: (record: SubmittedRecord & Partial<PackedRecord>) => {
      const room = record.bytes + 1;
      if (lines.length === packRowsMax || to + room > page.length) close();
      if (to + room > page.length) {
        page = Buffer.allocUnsafeSlow(packBytesMax);
        from = 0;
        to = 0;
      }
      // At once: a text that waits for others would be moved to the old generation, and stay there as garbage.
      to += page.write(record.text, to);
      page[to] = lineFeed;
      to += 1;
      lines.push(record.line ?? 0);
      ids.push(record.id);
      bytes += record.bytes;
      count += 1;
    },
    count: () => count,
    finish: (): PackedRecords => {
      close();
      return { packs, count, bytes };
    },
  };
}

function* unpack({ texts, lines, ids }: RecordPack): Generator<PackedRecord, void> {
  let from = 0;
  for (const [index, line] of lines.entries()) {
    const to = texts.indexOf(lineFeed, from);
    yield { text: texts.toString('utf8', from, to), bytes: to - from, line, id: ids[index] };
    from = to + 1;
  }
}
