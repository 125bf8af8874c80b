import { type JsonObject, limits } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { type NdjsonLine, readNdjson } from '../../http/body/ndjson-body.ts';
import type { Call } from '../../http/route.ts';
import { parseJson } from '../../kernel/json.ts';
import { Problem } from '../../kernel/problem.ts';
import { inSteps } from '../../kernel/steps.ts';
import { insertRecords } from '../../store/platform/records.ts';
import { type ResourceRow, updateResource } from '../../store/platform/resources.ts';
import type { Writer } from '../../store/store.ts';
import { recordChange } from '../activity.ts';
import { changeOnce, createFingerprint, isRepeated } from '../idempotency.ts';
import type { Platform } from '../platform.ts';
import { recordText } from '../resources/actions.ts';
import { etagOf } from '../resources/render.ts';
import { requireHeld, requireResource } from '../resources/resources.ts';
import { assertLegal } from '../resources/transitions.ts';
import { checkRecords, type SubmittedRecord, schemaTextOf } from './schema.ts';

const lineLimits = {
  bytesMax: limits.importBytesMax,
  lineBytesMax: limits.jsonBodyBytesMax,
  ms: 300_000,
};

/** Adds every record of an NDJSON body, or none: what is wrong with one line refuses them all. */
export async function importRecords(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const { caller } = call;
  const id = call.params.id ?? '';
  const seen = (await isRepeated(platform, call))
    ? undefined
    : await requireResource(platform.store, caller, id, 'write');
  if (seen !== undefined) assertLegal('add-record', seen);
  assertLinesType(call);
  const ifMatch = call.header('if-match');
  const fingerprint = createFingerprint('import', id, ifMatch ?? '');
  return oneOfFew(caller.ownerId, async () => {
    const records = await readRecords(call, seen, fingerprint.add);
    const { answer } = await changeOnce(platform, call, fingerprint.text(), async (tx) => {
      const held = await requireHeld(tx, caller, id, ifMatch);
      assertLegal('add-record', held);
      // The schema may have become another one while the lines were on their way.
      if (schemaTextOf(held.config) !== schemaTextOf(seen?.config ?? ''))
        tx.checks.assertAllFit(held.config, () => checkAll(held, records));
      const row = await addRecords(platform, tx, caller, held, records);
      return { answer: importAnswer(row, records.length), result: row };
    });
    return answer;
  });
}

/** Only the text is kept: the parsed values of a whole import would take many times its size. */
interface Imported extends Omit<SubmittedRecord, 'value'> {
  readonly line: number;
}

async function readRecords(
  call: Call<Caller>,
  resource: ResourceRow | undefined,
  onChunk: (chunk: Buffer) => void,
): Promise<readonly Imported[]> {
  const records: Imported[] = [];
  const take = async (lines: readonly NdjsonLine[]) => {
    const taken = await inSteps(reading(lines, limits.recordsPerResourceMax - records.length));
    records.push(...taken);
    // A repeated request was judged the first time; its answer is history.
    if (resource !== undefined) await checkAll(resource, taken);
  };
  await readNdjson(call.raw, lineLimits, take, onChunk);
  if (records.length === 0) throw new Problem('invalid', 'The body has no record.');
  return records;
}

/** Line after line, so that others are served in between. */
function* reading(
  lines: readonly NdjsonLine[],
  recordsMax: number,
): Generator<void, readonly Imported[]> {
  const records: Imported[] = [];
  for (const { bytes: line, number } of lines) {
    yield;
    if (isBlank(line)) continue;
    try {
      const { text, bytes } = recordText(recordOf(line));
      if (records.length === recordsMax) throw full();
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
): Promise<ResourceRow> {
  if (held.record_count + records.length > limits.recordsPerResourceMax) throw full();
  const atMs = platform.clock();
  await insertRecords(
    tx,
    held.id,
    records.map(({ text, bytes }) => ({
      id: platform.makeId('record'),
      record: text,
      bytes,
      created_at: atMs,
      updated_at: null,
    })),
  );
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

// What was exported has its record one level deeper than a record alone may be nested.
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

function full(): Problem {
  return new Problem('full', `A collection holds at most ${limits.recordsPerResourceMax} records.`);
}

function importAnswer(row: ResourceRow, imported: number): TextAnswer {
  return {
    status: 201,
    headers: { etag: etagOf(row.version) },
    body: JSON.stringify({ imported, recordCount: row.record_count }),
  };
}

function assertLinesType({ header }: Call<Caller>): void {
  const type = header('content-type');
  if (type !== undefined && !/^\s*application\/(?:x-)?ndjson\s*(?:;|$)/i.test(type))
    throw new Problem('content_type', 'Send the body with Content-Type: application/x-ndjson.');
  const encoding = header('content-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new Problem('content_type', 'Send the body without Content-Encoding.');
}

const importsMax = 6;
const importsOfOwnerMax = 2;
const running: string[] = [];

// Each holds up to the size of its body: few at once, and no owner takes the place of all others.
async function oneOfFew<Result>(ownerId: string, work: () => Promise<Result>): Promise<Result> {
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
