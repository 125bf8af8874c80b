/** The schema in the config of a resource, compiled once for each text of a config, and paid for by its owner. */
import { type JsonObject, limits } from '@baraza/contract';
import { LRUCache } from 'lru-cache';
import { invalid, Problem } from '../../kernel/problem.ts';
import { createSlowWorkBudget } from '../../kernel/process/slow-work-budget.ts';
import { parsedConfig } from '../parsed-config.ts';
import {
  type CompileAllowance,
  compileSchema,
  type JsonSchema,
  requestStepsMax,
} from './json-schema.ts';
import { oneLine, stepsPerMs } from './schema-run.ts';

/** Of a resource: its owner pays for what its schema costs. */
interface Configured {
  readonly owner_id: string;
  readonly config: string;
}

/** The steps that one request has for all its records. */
export interface SchemaSteps {
  left: number;
}

export function createSchemaSteps(): SchemaSteps {
  return { left: requestStepsMax };
}

// What ordinary schemas need is free: this much for each record and for each of its bytes.
const freeMs = 0.1;
const freeMsPerByte = 1 / 20_000;
const freeCompileMs = 1;
const budget = createSlowWorkBudget({ capacityMs: 200, returnedMsPerSecond: 50 });

type Compiled = { readonly schema: JsonSchema } | { readonly fault: string };

type Found = Compiled | { readonly schema?: undefined };

const byConfig = new LRUCache<string, Found>({
  maxSize: 64_000_000,
  sizeCalculation: (found, text) =>
    1_000 + 2 * text.length + ('fault' in found ? 0 : (found.schema?.bytes ?? 0)),
});

/** Why a value cannot be used as a JSON Schema, or undefined; several may share an allowance. */
export function schemaFault(
  ownerId: string,
  schema: unknown,
  allowance: CompileAllowance,
): string | undefined {
  const compiled = compile(ownerId, schema, allowance);
  return 'fault' in compiled ? compiled.fault : undefined;
}

/** The compiled schema of a config, or undefined if it has none; refuses one that cannot be used. */
export function schemaOf({ owner_id, config }: Configured): JsonSchema | undefined {
  // Most configs have none and are not parsed.
  if (!config.includes('"schema"')) return undefined;
  const found = byConfig.get(config) ?? remember(owner_id, config);
  if ('fault' in found) throw invalid(`config.schema cannot be used: ${found.fault}.`);
  return found.schema;
}

/** Refuses a record that the schema of its resource does not allow. */
export function assertFits(
  resource: Configured,
  record: JsonObject,
  bytes: number,
  steps = createSchemaSteps(),
): void {
  const schema = schemaOf(resource);
  // A record that is too large is refused for its size.
  if (schema === undefined || bytes > limits.recordBytesMax) return;
  assertBudget(resource.owner_id);
  const { misfit, steps: used } = schema.check(record, steps.left);
  steps.left -= used;
  spend(resource.owner_id, used / stepsPerMs - freeMs - bytes * freeMsPerByte);
  if (misfit === undefined) return;
  throw invalid(`The record is against its schema: ${misfit.sentence}.`, {
    fields: { errors: misfit.errors },
  });
}

function remember(ownerId: string, config: string): Found {
  const { schema } = parsedConfig(config);
  const compiled = schema === undefined ? {} : compile(ownerId, schema);
  byConfig.set(config, compiled);
  return compiled;
}

function compile(ownerId: string, schema: unknown, allowance?: CompileAllowance): Compiled {
  assertBudget(ownerId);
  const before = process.threadCpuUsage();
  try {
    return { schema: compileSchema(schema, allowance) };
  } catch (error) {
    return { fault: oneLine((error as Error).message) };
  } finally {
    const { user, system } = process.threadCpuUsage(before);
    spend(ownerId, (user + system) / 1_000 - freeCompileMs);
  }
}

function spend(ownerId: string, ms: number): void {
  if (ms > 0) budget.spend(ownerId, ms);
}

function assertBudget(ownerId: string): void {
  if (!budget.hasLeft(ownerId))
    throw new Problem('busy', 'Schemas of this owner took too long lately; try again shortly.', {
      retryAfterSeconds: budget.secondsUntilLeft(ownerId),
    });
}
