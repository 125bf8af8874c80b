/** Bulk import: all records become visible in one transaction, or none. */
import { type JsonObject, limits } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { parseJson } from '../../kernel/json.ts';
import { Problem } from '../../kernel/problem.ts';
import { inSteps } from '../../kernel/steps.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import { insertRecords } from '../../store/platform/records.ts';
import { type ResourceRow, updateResource } from '../../store/platform/resources.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { recordChange } from '../activity.ts';
import type { Platform } from '../platform.ts';
import { recordText } from '../resources/actions.ts';
import { requireHeld, requireResource } from '../resources/resources.ts';
import { assertLegal } from '../resources/transitions.ts';
import type { CheckedWriter } from './checked-write.ts';
import { checkRecords, type SubmittedRecord, schemaTextOf } from './schema.ts';
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
  records: readonly Imported[],
  /** Where the records are stored already. */
  staged: StagedImport | undefined,
): Promise<ResourceRow> {
  const held = await requireHeld(tx, caller, target.id, target.ifMatch);
  assertLegal('add-record', held);
  if (schemaTextOf(held.config) !== schemaTextOf(seen?.config ?? ''))
    tx.checks.assertAllFit(held.config, () => checkAll(held, records));
  return addRecords(platform, tx, caller, held, records, staged);
}

/** Only the text is kept: parsed values would take many times the memory. */
interface Imported extends Omit<SubmittedRecord, 'value'> {
  readonly line: number;
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
  eachLine: EachLine,
  resource: ResourceRow | undefined,
): Promise<readonly Imported[]> {
  const records: Imported[] = [];
  const takeLines = async (lines: readonly Line[]) => {
    const batch = await inSteps(reading(lines, limits.recordsPerResourceMax - records.length));
    records.push(...batch);
    // A repeated request was checked the first time; its answer is replayed.
    if (resource !== undefined) await checkAll(resource, batch);
  };
  await eachLine(takeLines);
  if (records.length === 0) throw new Problem('invalid', 'The body has no record.');
  return records;
}

/** Yields after every line, so that the event loop is not blocked. */
function* reading(
  lines: readonly Line[],
  recordsMax: number,
): Generator<void, readonly Imported[]> {
  const records: Imported[] = [];
  for (const { bytes: line, number } of lines) {
    yield;
    if (isBlank(line)) continue;
    try {
      const { text, bytes } = recordText(recordOf(line));
      if (records.length === recordsMax) throw collectionFullProblem();
      records.push({ text, bytes, line: number });
    } catch (error) {
      throw atLine(number, error);
    }
  }
  return records;
}

function checkAll({ owner_id, config }: ResourceRow, records: readonly Imported[]): Promise<void> {
  return checkRecords(owner_id, config, records, (index, problem) =>
    atLine(records[index]?.line ?? 0, problem),
  );
}

async function addRecords(
  platform: Platform,
  tx: Writer,
  caller: Caller,
  held: ResourceRow,
  records: readonly Imported[],
  staged: StagedImport | undefined,
): Promise<ResourceRow> {
  if (held.record_count + records.length > limits.recordsPerResourceMax)
    throw collectionFullProblem();
  const atMs = platform.clock();
  if (staged === undefined) await insertRecords(tx, held.id, rowsOf(platform, records, atMs));
  else await publish(tx, staged);
  const row: ResourceRow = {
    ...held,
    record_count: held.record_count + records.length,
    record_bytes: held.record_bytes + records.reduce((sum, { bytes }) => sum + bytes, 0),
    version: held.version + 1,
    updated_at: atMs,
  };
  await updateResource(tx, row);
  await recordChange(platform, tx, caller, {
    action: 'records-imported',
    resource: row,
    detail: { records: records.length },
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

const entryNames = ['recordId', 'record', 'createdAt', 'updatedAt'];

function isEntry(value: JsonObject): value is JsonObject & { readonly record: JsonObject } {
  return isObject(value.record) && Object.keys(value).every((name) => entryNames.includes(name));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

function collectionFullProblem(): Problem {
  return new Problem('full', `A collection holds at most ${limits.recordsPerResourceMax} records.`);
}

const importsMax = 6;
const importsOfOwnerMax = 2;
const running: string[] = [];

/** Limits concurrent imports, in total and per owner, since each holds its body in memory. */
export async function oneOfFewImports<Result>(
  ownerId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const own = running.filter((other) => other === ownerId).length;
  if (running.length >= importsMax || own >= importsOfOwnerMax)
    throw new Problem('busy', 'Other imports are running; try again shortly.');
  running.push(ownerId);
  try {
    return await work();
  } finally {
    running.splice(running.indexOf(ownerId), 1);
  }
}

const underWay = new Map<string, Promise<unknown>>();

/** Imports into one collection follow each other: at once, they would overtake each other again and again. */
export function oneAtATime<Result>(
  resourceId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = underWay.get(resourceId) ?? Promise.resolve();
  const result = before.then(work, work);
  underWay.set(resourceId, result);
  const leave = () => {
    if (underWay.get(resourceId) === result) underWay.delete(resourceId);
  };
  result.then(leave, leave);
  return result;
}
