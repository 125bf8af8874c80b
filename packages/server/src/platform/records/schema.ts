/**
 * JSON Schemas of owners, and records that have to fit them. A small schema can take exponential time, so all of it
 * runs in a child process, with a time limit for each request and a CPU budget for each owner.
 */
import { type JsonObject, limits, type Service } from '@baraza/contract';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { createChild } from '../../kernel/process/child-process.ts';
import { ChildEnded } from '../../kernel/process/running-process.ts';
import { createSlowWorkBudget } from '../../kernel/process/slow-work-budget.ts';
import { holdsRecords } from '../resources/transitions.ts';
import type { Check } from './checked-write.ts';
// Types only: the engine loads ajv, which belongs into the child process.
import type { SchemaReply, SchemaRequest, TimedReply } from './schema-engine.ts';

// Ordinary requests take milliseconds; the rest is for a machine that is busy.
const requestMsMax = 2_000;
// Charged when the process was killed, whose CPU time is not known then.
const killedMs = 1_200;
// What an ordinary schema needs is free: this much for each record and for each of its bytes.
const freeMs = 0.5;
const freeMsPerByte = 1 / 20_000;

const createSchemaChild = () =>
  createChild<SchemaRequest, TimedReply>({
    name: 'the process that checks schemas',
    kind: 'schemas',
    program: new URL('./schema-child.ts', import.meta.url),
    heapMegabytes: 96,
    memoryMegabytes: 384,
    // No backoff: an owner whose schemas end it must not delay the others.
    restartDelaysMs: [0],
    turns: createFairQueue(
      { atOnce: 1, waitingMax: 2_000, waitingOfOneMax: 500, waitMs: 5_000 },
      {
        sentence: 'Too many records wait to be checked against their schemas; try again shortly.',
        retryAfterSeconds: 5,
      },
    ),
  });
const usualChild = createSchemaChild();
// For owners whose schemas were slow lately: the others do not wait for them.
const slowChild = createSchemaChild();
const slowMs = 1_000;
// The callers' waits are bounded by the queue and the deadlines.
const never = new AbortController().signal;
const budget = createSlowWorkBudget({ capacityMs: 2_000, returnedMsPerSecond: 200 });

/** A record as it would be stored. */
export interface SubmittedRecord {
  readonly text: string;
  readonly bytes: number;
}

/** The schema of a config as text, or undefined if it has none. */
export function schemaTextOf(configText: string): string | undefined {
  // Most configs have none and are not parsed.
  if (!configText.includes('"schema"')) return undefined;
  const { schema } = JSON.parse(configText) as JsonObject;
  return schema === undefined ? undefined : JSON.stringify(schema);
}

type SchemaFaults = readonly (string | undefined)[];

/** For each value why it cannot be used as a JSON Schema, or undefined. */
export function schemasCheck(
  ownerId: string,
  schemas: readonly unknown[],
): Check<SchemaFaults> | undefined {
  if (schemas.length === 0) return undefined;
  const texts = schemas.map((schema) => JSON.stringify(schema));
  return { subject: `schemas ${texts.join('\n')}`, run: () => schemaFaults(ownerId, texts) };
}

/** Refuses a config whose `schema` cannot be used; undefined if it has none. */
export function configCheck(
  service: Service,
  ownerId: string,
  { schema }: JsonObject,
): Check<void> | undefined {
  if (schema === undefined || !holdsRecords(service)) return undefined;
  const text = JSON.stringify(schema);
  const run = async () => {
    const [fault] = await schemaFaults(ownerId, [text]);
    if (fault !== undefined) throw unusableSchema(fault);
  };
  return { subject: `config ${text}`, run };
}

/** Refuses a record that the schema in its resource's config does not allow; undefined if it has none. */
export function recordCheck(
  { owner_id, config }: { readonly owner_id: string; readonly config: string },
  record: SubmittedRecord,
): Check<void> | undefined {
  const schema = schemaTextOf(config);
  // A record that is too large is refused for its size.
  if (schema === undefined || record.bytes > limits.recordBytesMax) return undefined;
  return {
    subject: `record ${schema}\n${record.text}`,
    run: () => checkInBatch(owner_id, schema, record.text),
  };
}

/** All of them share one time limit. */
export async function schemaFaults(ownerId: string, schemas: readonly string[]) {
  const reply = await askChild(ownerId, { kind: 'schemas', schemas });
  return reply?.kind === 'faults'
    ? reply.faults.map((fault) => fault ?? undefined)
    : schemas.map(() => 'it takes too long to read');
}

/** Refuses the first record that the schema does not allow; `atRecord` may say which one it is. */
export async function checkRecords(
  ownerId: string,
  schema: string,
  records: readonly string[],
  atRecord: (index: number, problem: Problem) => unknown = (_, problem) => problem,
): Promise<void> {
  if (records.length === 0) return;
  const reply = await askChild(ownerId, { kind: 'records', schema, records });
  for (const index of records.keys()) {
    const problem = problemAt(index, reply);
    if (problem !== undefined) throw atRecord(index, problem);
  }
}

/** Records of one owner and one schema that wait for their turn. */
interface Batch {
  readonly records: string[];
  readonly reply: Promise<SchemaReply | undefined>;
}

const batches = new Map<string, Batch>();
const batchRecordsMax = 64;
// About what the largest records take that wait one by one.
const batchCharactersMax = 64 * 1024;

/** Checks a record together with others that wait: then one commit of the store can have them all. */
async function checkInBatch(ownerId: string, schema: string, record: string): Promise<void> {
  const batch = joinBatch(ownerId, schema, record);
  const index = batch.records.length - 1;
  const reply = await batch.reply;
  // Which of them ended the process is not known.
  if (reply === undefined && batch.records.length > 1)
    return checkRecords(ownerId, schema, [record]);
  const problem = problemAt(index, reply);
  if (problem !== undefined) throw problem;
}

function joinBatch(ownerId: string, schema: string, record: string): Batch {
  const name = `${ownerId} ${schema}`;
  const open = batches.get(name);
  if (open !== undefined && hasRoom(open, record)) {
    open.records.push(record);
    return open;
  }
  const records = [record];
  const close = () => {
    if (batches.get(name)?.records === records) batches.delete(name);
  };
  const request = { kind: 'records', schema, records } as const;
  const batch = { records, reply: askChild(ownerId, request, close).finally(close) };
  batches.set(name, batch);
  return batch;
}

function hasRoom({ records }: Batch, record: string): boolean {
  const characters = records.reduce((sum, { length }) => sum + length, record.length);
  return records.length < batchRecordsMax && characters <= batchCharactersMax;
}

function problemAt(index: number, reply: SchemaReply | undefined): Problem | undefined {
  if (reply?.kind === 'unusable') return unusableSchema(reply.fault);
  if (reply?.kind !== 'misfits')
    return invalid('The record takes too long to check against its schema.');
  const misfit = reply.misfits[index] ?? null;
  if (misfit === null) return undefined;
  const { sentence, errors } = misfit;
  return invalid(`The record is against its schema: ${sentence}.`, {
    fields: { errors },
  });
}

function unusableSchema(fault: string): Problem {
  return invalid(`config.schema cannot be used: ${fault}.`);
}

/** Undefined when the process was killed, over its time or memory limit. */
async function askChild(ownerId: string, request: SchemaRequest, onTurn = () => {}) {
  const assertLeft = () => {
    if (!budget.hasLeft(ownerId))
      throw new Problem('busy', 'Schemas of this owner took too long lately; try again shortly.', {
        retryAfterSeconds: 5,
      });
  };
  assertLeft();
  const child = budget.spent(ownerId) < slowMs ? usualChild : slowChild;
  const turn = {
    deadlineMs: requestMsMax,
    account: ownerId,
    onTurn: () => {
      onTurn();
      assertLeft();
    },
  };
  const reply = await child.ask(request, never, 'urgent', turn).catch((error: unknown) => {
    if (error instanceof ChildEnded) return undefined;
    throw error;
  });
  budget.spend(ownerId, Math.max(0, (reply?.cpuMs ?? killedMs) - freeMsOf(request)));
  return reply?.kind === 'too-deep' ? undefined : reply;
}

/** What ordinary schemas need for these records. */
function freeMsOf(request: SchemaRequest): number {
  if (request.kind === 'schemas') return 0;
  return request.records.reduce(
    (sum, record) => sum + freeMs + Buffer.byteLength(record) * freeMsPerByte,
    0,
  );
}
