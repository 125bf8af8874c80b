/** Bulk import: all records become visible in one transaction, or none. */
import { type JsonObject, limits } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { breathe } from '../../kernel/breathe.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { parseJson } from '../../kernel/json.ts';
import { Problem } from '../../kernel/problem.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import { insertRecords } from '../../store/platform/records.ts';
import { type ResourceRow, updateResource } from '../../store/platform/resources.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { recordChange } from '../activity.ts';
import type { Platform } from '../platform.ts';
import { requireHeld, requireResource } from '../resources/resources.ts';
import { assertLegal } from '../resources/transitions.ts';
import type { Check, CheckedWriter } from './checked-write.ts';
import { fullProblem, recordText } from './record-changes.ts';
import {
  createRecordPacker,
  type PackedRecord,
  type PackedRecords,
  unpack,
} from './record-packs.ts';
import { checkRecords, schemaTextOf } from './schema.ts';
import { publish, rowsOf, type StagedImport } from './staged-import.ts';

/** The target collection of an import, checked before the body is read. */
export async function requireImportable(
  reader: Reader,
  caller: Caller,
  id: string,
): Promise<ResourceRow> {
  const row = await requireResource(reader, caller, id, 'write');
  assertLegal('add-record', row);
  return row;
}

/** Adds all records; they were checked against `seen` and are checked again if its schema has changed since. */
export async function importRecords(
  platform: Platform,
  tx: CheckedWriter,
  caller: Caller,
  target: { readonly id: string; readonly ifMatch: VersionTags | undefined },
  seen: ResourceRow | undefined,
  records: PackedRecords,
  /** Where the records are stored already. */
  staged: StagedImport | undefined,
): Promise<ResourceRow> {
  const held = await requireHeld(tx, caller, target.id, target.ifMatch);
  assertLegal('add-record', held);
  tx.resultOf(importCheck(held, seen, records));
  return addRecords(platform, tx, caller, held, records, staged);
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
  return { subject: `import ${schema}`, run: () => checkPacks(owner_id, schema, records) };
}

interface Line {
  readonly bytes: Buffer;
  /** Counted from 1. */
  readonly number: number;
}

/** Passes the lines of a body to `take` as they arrive; an exception ends the reading. */
type EachLine = (take: (lines: readonly Line[]) => Promise<void>) => Promise<void>;

/** All records of an NDJSON body; one invalid line refuses them all. */
export async function readRecords(
  { recordsMax }: Pick<Platform, 'recordsMax'>,
  eachLine: EachLine,
  resource: ResourceRow | undefined,
): Promise<PackedRecords> {
  const packer = createRecordPacker();
  const schema = resource === undefined ? undefined : schemaTextOf(resource.config);
  const takeLines = async (lines: readonly Line[]) => {
    const batch = await readLines(lines, recordsMax - packer.count(), recordsMax);
    for (const record of batch) packer.add(record, record.line);
    // A repeated request was checked the first time; its answer is replayed.
    if (resource !== undefined && schema !== undefined)
      await checkAll(resource.owner_id, schema, batch);
  };
  await eachLine(takeLines);
  const records = packer.finish();
  if (records.count === 0) throw new Problem('invalid', 'The body has no record.');
  return records;
}

async function readLines(
  lines: readonly Line[],
  left: number,
  recordsMax: number,
): Promise<readonly PackedRecord[]> {
  const records: PackedRecord[] = [];
  for (const { bytes: line, number } of lines) {
    await breathe();
    if (isBlank(line)) continue;
    try {
      const { text, bytes } = recordText(recordOf(line));
      if (records.length === left) throw fullProblem({ recordsMax }, { service: 'data' });
      records.push({ text, bytes, line: number });
    } catch (error) {
      throw atLine(number, error);
    }
  }
  return records;
}

async function checkPacks(
  ownerId: string,
  schema: string,
  { packs }: PackedRecords,
): Promise<void> {
  for (const pack of packs) await checkAll(ownerId, schema, [...unpack(pack)]);
}

function checkAll(
  ownerId: string,
  schema: string,
  records: readonly PackedRecord[],
): Promise<void> {
  const texts = records.map(({ text }) => text);
  return checkRecords(ownerId, schema, texts, (index, problem) =>
    atLine(records[index]?.line ?? 0, problem),
  );
}

async function addRecords(
  platform: Platform,
  tx: Writer,
  caller: Caller,
  held: ResourceRow,
  records: PackedRecords,
  staged: StagedImport | undefined,
): Promise<ResourceRow> {
  const { count, bytes } = records;
  if (held.record_count + count > platform.recordsMax) throw fullProblem(platform, held);
  const atMs = platform.clock();
  if (staged === undefined)
    for (const pack of records.packs)
      for (const rows of rowsOf(platform, held, pack, atMs)) await insertRecords(tx, held.id, rows);
  else await publish(tx, staged, held.indexes);
  const row: ResourceRow = {
    ...held,
    record_count: held.record_count + count,
    record_bytes: held.record_bytes + bytes,
    version: held.version + 1,
    updated_at: atMs,
  };
  await updateResource(tx, row);
  await recordChange(platform, tx, caller, {
    action: 'records-imported',
    resource: row,
    detail: { records: count },
  });
  return row;
}

function recordOf(line: Buffer): JsonObject {
  const value = parseLine(line);
  if (!isObject(value)) throw new Problem('invalid', 'a record must be a JSON object.');
  return isEntry(value) ? value.record : value;
}

// An exported line holds its record one level deeper, so the depth limit is one more.
function parseLine(line: Buffer): unknown {
  try {
    return parseJson(line, limits.jsonDepthMax);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid') throw error;
    const value = parseJson(line, limits.jsonDepthMax + 1);
    if (isObject(value) && isEntry(value)) return value;
    throw error;
  }
}

const entryNames = ['recordId', 'record', 'version', 'createdAt', 'updatedAt'];

function isEntry(value: JsonObject): value is JsonObject & { readonly record: JsonObject } {
  return isObject(value.record) && Object.keys(value).every((name) => entryNames.includes(name));
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

function atLine(number: number, error: unknown): unknown {
  if (!(error instanceof Problem) || error.code === 'full' || error.code === 'busy') return error;
  const sentence =
    error.code === 'json' ? `Line ${number} is not JSON.` : `Line ${number}: ${error.message}`;
  return new Problem(error.code, sentence, { cause: error });
}

/** Limits concurrent imports, in total and per owner, since each holds its body in memory. */
export const importSlots = createFairQueue(
  { atOnce: 6, ofOneMax: 2, waitingMax: 0, waitMs: 0 },
  { sentence: 'Other imports are running; try again shortly.' },
);

/** Imports into one collection follow each other: at once, they would overtake each other again and again. */
export const collectionTurns = createFairQueue(
  { atOnce: 6, ofOneMax: 1, waitingMax: 6, waitMs: 2 ** 31 - 1 },
  { sentence: 'Other imports into this collection are running; try again shortly.' },
);
