import type { IncomingMessage } from 'node:http';
import { type ImportQuery, isRecordId, type JsonObject, limits } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { type NdjsonLine, readNdjson } from '../../http/body/ndjson-body.ts';
import { readTags } from '../../http/preconditions.ts';
import type { Call } from '../../http/route.ts';
import { breathe } from '../../kernel/breathe.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { parseJson } from '../../kernel/json/json.ts';
import { conflict, invalid, Problem } from '../../kernel/problem.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import { insertRecords } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Reader } from '../../store/store.ts';
import { saveResource } from '../activity.ts';
import {
  changeOnce,
  createFingerprint,
  idempotencyKey,
  isRepeated,
} from '../idempotency.response.ts';
import { parsedConfig } from '../parsed-config.ts';
import type { Platform, Work } from '../platform.ts';
import { etagOf } from '../resources/render.ts';
import { requireHeld, requireResource } from '../resources/resources.ts';
import { assertLegal } from '../resources/transitions.ts';
import { assertFits } from '../schemas/config-schema.ts';
import { isUsers } from '../users/account-record.ts';
import { assertBrought, holdReferences } from './held-references.ts';
import { fullProblem, noteFullness, recordText } from './record-changes.ts';
import { assertFreeIds, assertUnique } from './record-unique.ts';
import {
  createRecordPacker,
  type PackedRecord,
  type PackedRecords,
  parsedRow,
  publish,
  rowsOf,
  type StagedImport,
  withStaged,
} from './staged-import.ts';

const lineLimits = {
  bytesMax: limits.importBytesMax,
  lineBytesMax: limits.jsonBodyBytesMax,
  ms: 300_000,
};

/** Imports an NDJSON body as it arrives; answers the number of records. */
export async function importResponse(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const { caller } = call;
  const id = call.params.id ?? '';
  // A repeated request was checked the first time; its answer is replayed.
  const seen = (await isRepeated(platform, call))
    ? undefined
    : await requireImportable(platform.store, caller, id);
  assertLinesType(call);
  const ifMatch = call.header('if-match');
  const target = { id, ifMatch: readTags(ifMatch) };
  const { ids } = call.query as ImportQuery;
  const fingerprint = createFingerprint('import', id, ifMatch ?? '', ids ?? '');
  const isKeyed = idempotencyKey(call) !== undefined;
  const store = async () => {
    const records = await readRecords(
      platform,
      call.raw,
      { seen, keepsIds: ids === 'keep', caller },
      isKeyed ? fingerprint.add : () => {},
    );
    const request = fingerprint.text();
    const current = { ...call, caller: await call.callerNow() };
    const change = async (staged: StagedImport | undefined) => {
      const { answer, result } = await changeOnce(platform, current, () => request, {
        change: (work) => importRecords(work, target, seen, records, staged),
        answer: (row) => importAnswer(row, records.count),
      });
      return { isPublished: result !== undefined, result: answer };
    };
    // A repeated request has nothing to store.
    if (seen === undefined) return (await change(undefined)).result;
    const publish = () => withStaged(platform, id, records, change);
    return collectionTurns.run(publish, { account: id });
  };
  return importSlots.run(store, { account: caller.ownerId });
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
    throw new Problem(
      'content_type',
      'Send one record with Content-Type: application/json, or lines of records with application/x-ndjson.',
    );
  const encoding = header('content-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new Problem('content_type', 'Send the body without Content-Encoding.');
}

/** All records of an NDJSON body; one invalid line refuses them all. */
async function readRecords(
  platform: Platform,
  request: IncomingMessage,
  {
    seen: resource,
    keepsIds,
    caller,
  }: {
    readonly seen: ResourceRow | undefined;
    readonly keepsIds: boolean;
    readonly caller: Caller;
  },
  onChunk: (chunk: Buffer) => void,
): Promise<PackedRecords> {
  const packer = createRecordPacker();
  const full = () => fullProblem(platform, { service: 'data', kind: 'Collection' }, caller);
  const takeLines = async (lines: readonly NdjsonLine[]) => {
    const left = platform.recordsMax - packer.count();
    for (const record of await readLines(lines, { left, keepsIds, full, resource }))
      packer.add(record);
  };
  await readNdjson(request, lineLimits, takeLines, onChunk);
  const records = packer.finish();
  if (records.count === 0) throw invalid('The body has no record.');
  return records;
}

async function readLines(
  lines: readonly NdjsonLine[],
  {
    left,
    keepsIds,
    full,
    resource,
  }: {
    readonly left: number;
    readonly keepsIds: boolean;
    readonly full: () => Problem;
    /** Undefined for a repeated request, which was checked the first time: its answer is replayed. */
    readonly resource: ResourceRow | undefined;
  },
): Promise<readonly PackedRecord[]> {
  const records: PackedRecord[] = [];
  for (const { bytes: line, number } of lines) {
    await breathe();
    if (isBlank(line)) continue;
    try {
      const { record, id } = recordOf(line, keepsIds);
      const { text, bytes } = recordText(record);
      if (resource !== undefined) assertFits(resource, record, bytes);
      if (records.length === left) throw full();
      records.push({ text, bytes, line: number, id });
    } catch (error) {
      throw atLine(number, error);
    }
  }
  return records;
}

function recordOf(line: Buffer, keepsId: boolean) {
  const value = parseLine(line);
  if (!isObject(value)) throw invalid('a record must be a JSON object, one on each line.');
  if (keepsId) return keptRecord(value);
  return { record: isEntry(value) ? value.record : value, id: undefined };
}

function keptRecord(value: JsonObject) {
  const { recordId: id } = value;
  if (!isEntry(value) || typeof id !== 'string' || !isRecordId(id))
    throw invalid(
      'with ids=keep a line is {"recordId":"…","record":{…}}; an id has 1 to 64 letters, digits, _ or -.',
    );
  return { record: value.record, id };
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

// Bulk import: all records become visible in one transaction, or none.

/** The target collection of an import, checked before the body is read. */
async function requireImportable(reader: Reader, caller: Caller, id: string) {
  if (caller.keyless !== undefined) throw new Problem('scope', 'An import needs a key.');
  const row = await requireResource(reader, caller, id, 'write');
  assertLegal('add-record', row);
  if (isUsers(row)) throw invalid('Accounts are added one by one or in a batch, not by an import.');
  return row;
}

/** Adds all records, which were checked against the schema of `seen`. */
async function importRecords(
  work: Work,
  target: { readonly id: string; readonly ifMatch: VersionTags | undefined },
  seen: ResourceRow | undefined,
  records: PackedRecords,
  /** The import that has stored the records already, if any. */
  staged: StagedImport | undefined,
): Promise<ResourceRow> {
  const { platform, tx } = work;
  const held = await requireHeld(work, target.id, target.ifMatch);
  assertLegal('add-record', held);
  if (seen !== undefined && schemaTextOf(held) !== schemaTextOf(seen))
    throw conflict(
      'The schema of this collection changed while the records arrived; send them again.',
    );
  const { count, bytes } = records;
  if (held.record_count + count > platform.recordsMax)
    throw fullProblem(platform, held, work.caller);
  const atMs = platform.clock();
  const ofImport = { importId: '', awaited: new Map() };
  if (staged === undefined)
    for (const pack of records.packs)
      for (const rows of rowsOf(platform, held, pack, atMs)) {
        await assertFreeIds(tx, held.id, rows);
        await assertUnique(tx, held, rows);
        await insertRecords(tx, held.id, rows);
        if (held.refs !== null) await holdReferences(tx, held, rows.map(parsedRow), ofImport);
      }
  else await publish(tx, staged, held);
  await assertBrought(tx, held.id, ofImport);
  const sums = {
    record_count: held.record_count + count,
    record_bytes: held.record_bytes + bytes,
  };
  const detail = { records: count };
  const saved = await saveResource(work, held, sums, { action: 'records-imported', detail });
  await noteFullness(work, held, saved);
  return saved;
}

/** The schema of a config as text. */
function schemaTextOf({ config }: ResourceRow): string | undefined {
  return config.includes('"schema"') ? JSON.stringify(parsedConfig(config).schema) : undefined;
}

function atLine(number: number, error: unknown): unknown {
  if (!(error instanceof Problem) || error.code === 'full' || error.code === 'busy') return error;
  const sentence =
    error.code === 'json' ? `Line ${number} is not JSON.` : `Line ${number}: ${error.message}`;
  const { fields = {} } = error;
  return new Problem(error.code, sentence, { cause: error, fields: { ...fields, line: number } });
}

/** Limits concurrent imports, in total and per owner, since each holds its body in memory. */
const importSlots = createFairQueue(
  { atOnce: 6, ofOneMax: 2, waitingMax: 0, waitMs: 0 },
  { sentence: 'Other imports are running; try again shortly.' },
);

/** Imports into one collection run one by one: each must have the newest ids, so parallel ones would all start over. */
const collectionTurns = createFairQueue(
  { atOnce: 6, ofOneMax: 1, waitingMax: 6, waitMs: 2 ** 31 - 1 },
  { sentence: 'Other imports into this collection are running; try again shortly.' },
);
