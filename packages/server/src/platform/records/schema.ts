import type { JsonObject } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import { withinTime } from '../../kernel/time-limit.ts';
import { createSlowWorkBudget } from '../slow-work-budget.ts';
import { type Check, type SchemaEngine, schemaEngine } from './schema-engine.ts';

const readLimitMs = 400;
const checkLimitMs = 250;
// What is kept ready is bounded by the time it took to make, which grows as its memory does.
const keptMsMax = 3_000;
const keptMax = 500;

/** Refuses a config whose `schema` is not a JSON Schema that can be used. */
export function assertSchema(ownerId: string, config: JsonObject): void {
  if (config.schema === undefined) return;
  const [fault] = schemaFaults(ownerId, [config.schema]);
  if (fault !== undefined) throw new Problem('invalid', `config.schema cannot be used: ${fault}.`);
}

/** For each value why it is no usable JSON Schema, or nothing; all of them share one time limit. */
export function schemaFaults(
  ownerId: string,
  schemas: readonly unknown[],
): readonly (string | undefined)[] {
  const faults: (string | undefined)[] = [];
  if (schemas.length === 0) return faults;
  const engine = schemaEngine();
  const done = patiently(ownerId, readLimitMs, () => {
    for (const schema of schemas.slice(faults.length)) faults.push(faultOf(engine, schema));
  });
  return done === undefined
    ? [...faults, ...schemas.slice(faults.length).map(() => 'it takes too long to read')]
    : faults;
}

/** Refuses a record that the schema in its resource's config does not allow. */
export function assertFitsSchema(ownerId: string, configText: string, record: JsonObject): void {
  // Most configs have no schema; a look at the text spares them the parse.
  if (!configText.includes('"schema"')) return;
  const config = JSON.parse(configText) as JsonObject;
  if (config.schema === undefined) return;
  assertSchema(ownerId, config);
  const check = compiled(schemaEngine(), JSON.stringify(config.schema));
  const checked = patiently(ownerId, checkLimitMs, () => check(record));
  if (checked === undefined)
    throw new Problem('invalid', 'The record takes too long to check against its schema.');
  if (checked.result !== undefined)
    throw new Problem('invalid', `The record is against its schema: ${oneLine(checked.result)}.`);
}

const budget = createSlowWorkBudget();
const triesMax = 3;

/**
 * Runs a check within the time limit, on the owner's account. Undefined = cut off. On a crowded
 * machine time passes without any work being done, which is no fault of the schema: tried again,
 * with more of it.
 */
function patiently<Result>(
  ownerId: string,
  timeLimitMs: number,
  work: () => Result,
): { readonly result: Result } | undefined {
  if (!budget.hasLeft(ownerId))
    throw new Problem('busy', 'Schemas of this owner took too long lately; try again shortly.', {
      retryAfterSeconds: 5,
    });
  for (let tries = 1; ; tries += 1) {
    const before = process.threadCpuUsage();
    const done = withinTime(timeLimitMs * 2 ** (tries - 1), work);
    const workedMs = cpuMsSince(before);
    budget.spend(ownerId, workedMs);
    if (done !== undefined || workedMs > timeLimitMs / 2 || tries === triesMax) return done;
  }
}

function faultOf(engine: SchemaEngine, schema: unknown): string | undefined {
  try {
    compiled(engine, JSON.stringify(schema));
    return undefined;
  } catch (error) {
    // Too deep for the stack: for the time limit to tell.
    if (error instanceof RangeError) throw error;
    return oneLine((error as Error).message);
  }
}

interface Kept {
  readonly check: Check;
  readonly ms: number;
}

const kept = new Map<string, Kept>();

function compiled(engine: SchemaEngine, schemaText: string): Check {
  const found = kept.get(schemaText);
  if (found !== undefined) {
    // Last in the order again: what is not asked for goes first.
    kept.delete(schemaText);
    kept.set(schemaText, found);
    return found.check;
  }
  const before = process.threadCpuUsage();
  const schema: unknown = JSON.parse(schemaText);
  engine.assertWellFormed(schema);
  const made: Kept = { check: engine.compile(schema), ms: cpuMsSince(before) };
  kept.set(schemaText, made);
  makeRoom();
  return made.check;
}

function makeRoom(): void {
  let totalMs = 0;
  let count = 0;
  for (const [text, { ms }] of [...kept].reverse()) {
    totalMs += ms;
    count += 1;
    if (count > 1 && (totalMs > keptMsMax || count > keptMax)) kept.delete(text);
  }
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300).replace(/\.$/, '');
}
