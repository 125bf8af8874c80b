/**
 * Validation of schemas, and of records against them. Checks that are proven cheap run in process; all
 * others in a child process, with a time limit and a CPU budget per owner.
 */
import type { JsonObject } from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { createChild } from '../../kernel/process/child-process.ts';
import { ChildEnded } from '../../kernel/process/running-process.ts';
import { createSlowWorkBudget } from '../slow-work-budget.ts';
import { costOf, isCheap, type SchemaCost } from './schema-cost.ts';
import { type Check, type Compile, loadCompiler } from './schema-engine.ts';
import {
  oneLine,
  type SchemaReply,
  type SchemaRequest,
  type TimedReply,
} from './schema-messages.ts';

const readLimitMs = 1_000;
const checkLimitMs = 500;
// Charged for restarting the process after it was killed.
const restartMs = 200;

const child = createChild<SchemaRequest, TimedReply>({
  name: 'the process that checks schemas',
  kind: 'schemas',
  program: new URL('./schema-child.ts', import.meta.url),
  heapMegabytes: 96,
  memoryMegabytes: 384,
  isBackground: true,
  // No backoff: an owner whose schemas end it must not delay the others.
  restsMs: [0],
  turns: createFairQueue(
    { atOnce: 1, waitingMax: 500, waitingOfOneMax: 50, waitMs: 5_000 },
    {
      sentence: 'Too many records wait to be checked against their schemas; try again shortly.',
      retryAfterSeconds: 5,
    },
  ),
});
// The callers' waits are bounded by the queue and the deadlines.
const never = new AbortController().signal;
const budget = createSlowWorkBudget();

/** The schema of a config as text, or undefined where it has none. */
export function schemaTextOf(configText: string): string | undefined {
  return planOf(configText)?.text;
}

/** For each text why it is no usable JSON Schema, or nothing; all of them share one time limit. */
export async function schemaFaults(
  ownerId: string,
  schemas: readonly string[],
): Promise<readonly (string | undefined)[]> {
  if (schemas.length === 0) return [];
  const reply = await askChild(ownerId, { kind: 'schemas', schemas }, readLimitMs);
  return reply?.kind === 'faults'
    ? reply.faults.map((fault) => fault ?? undefined)
    : schemas.map(() => 'it takes too long to read');
}

/** A record as it would be stored, with its parsed value if available. */
export interface SubmittedRecord {
  readonly text: string;
  readonly bytes: number;
  readonly value?: JsonObject;
}

/**
 * Refuses a record that the schema in its resource's config does not allow. `later` when the check
 * is not cheap: `checkRecords` must be used then.
 */
export function checkAtOnce(configText: string, record: SubmittedRecord): 'later' | undefined {
  const plan = planOf(configText);
  if (plan === undefined) return undefined;
  const check = checkOf(plan, record.bytes);
  if (check === undefined) return 'later';
  const fault = check(record.value ?? JSON.parse(record.text));
  if (fault !== undefined) throw misfitProblem(oneLine(fault));
  return undefined;
}

/** Refuses the first of some records that the schema does not allow; `atRecord` may say which it is. */
export async function checkRecords(
  ownerId: string,
  configText: string,
  records: readonly SubmittedRecord[],
  atRecord: AtRecord = (_, problem) => problem,
): Promise<void> {
  const plan = planOf(configText);
  if (plan === undefined || records.length === 0) return;
  const { cost } = plan;
  if (cost !== undefined && records.some(({ bytes }) => isCheap(cost, bytes)))
    compile ??= await loadCompiler();
  const slow = await checkCheap(plan, records, atRecord);
  if (slow.length === 0) return;
  const texts = slow.map((index) => records[index]?.text ?? '');
  const request = { kind: 'records', schema: plan.text, records: texts } as const;
  const reply = await askChild(ownerId, request, checkLimitMs);
  if (reply?.kind === 'fits') return;
  const index = slow[reply?.kind === 'misfit' ? reply.index : 0] ?? 0;
  throw atRecord(index, problemOf(reply));
}

type AtRecord = (index: number, problem: Problem) => unknown;

/** Checks the cheap ones; returns the indexes of those left for the child process. */
async function checkCheap(
  plan: Plan,
  records: readonly SubmittedRecord[],
  atRecord: AtRecord,
): Promise<readonly number[]> {
  const slow: number[] = [];
  for (const [index, record] of records.entries()) {
    await breathe();
    const check = checkOf(plan, record.bytes);
    if (check === undefined) slow.push(index);
    else {
      const fault = check(record.value ?? JSON.parse(record.text));
      if (fault !== undefined) throw atRecord(index, misfitProblem(oneLine(fault)));
    }
  }
  return slow;
}

function problemOf(reply: SchemaReply | undefined): Problem {
  if (reply?.kind === 'misfit') return misfitProblem(reply.fault);
  if (reply?.kind === 'unusable') return unusableSchema(reply.fault);
  return new Problem('invalid', 'The record takes too long to check against its schema.');
}

export function unusableSchema(fault: string): Problem {
  return new Problem('invalid', `config.schema cannot be used: ${fault}.`);
}

function misfitProblem(fault: string): Problem {
  return new Problem('invalid', `The record is against its schema: ${fault}.`);
}

/** Undefined when the process was killed, over its time or memory limit. */
async function askChild(
  ownerId: string,
  request: SchemaRequest,
  deadlineMs: number,
): Promise<SchemaReply | undefined> {
  const assertLeft = () => {
    if (!budget.hasLeft(ownerId))
      throw new Problem('busy', 'Schemas of this owner took too long lately; try again shortly.', {
        retryAfterSeconds: 5,
      });
  };
  assertLeft();
  const turn = { deadlineMs, account: ownerId, onTurn: assertLeft };
  const reply = await child.ask(request, never, 'urgent', turn).catch((error: unknown) => {
    if (error instanceof ChildEnded) return undefined;
    throw error;
  });
  budget.spend(ownerId, reply?.cpuMs ?? deadlineMs + restartMs);
  return reply?.kind === 'too-deep' ? undefined : reply;
}

/** Cached facts about the schema of a config. */
interface Plan {
  readonly text: string;
  readonly cost: SchemaCost | undefined;
  /** Compiled with the first record that is checked in process. */
  check?: Check;
}

let compile: Compile | undefined;
const plansMax = 200;
const plans = new Map<string, Plan>();

function planOf(configText: string): Plan | undefined {
  // A cheap text check avoids parsing configs without a schema, which most are.
  if (!configText.includes('"schema"')) return undefined;
  const known = plans.get(configText);
  if (known !== undefined) return known;
  const { schema } = JSON.parse(configText) as JsonObject;
  if (schema === undefined) return undefined;
  const plan: Plan = { text: JSON.stringify(schema), cost: costOf(schema) };
  const [oldest] = plans.keys();
  if (plans.size >= plansMax && oldest !== undefined) plans.delete(oldest);
  plans.set(configText, plan);
  return plan;
}

/** The compiled check, when it is proven cheap and the compiler is loaded. */
function checkOf(plan: Plan, recordBytes: number): Check | undefined {
  if (plan.cost === undefined || compile === undefined) return undefined;
  if (!isCheap(plan.cost, recordBytes)) return undefined;
  plan.check ??= compiledPlan(compile, plan);
  return plan.check;
}

function compiledPlan(make: Compile, { text }: Plan): Check {
  try {
    return make(JSON.parse(text));
  } catch (error) {
    throw unusableSchema(oneLine((error as Error).message));
  }
}
