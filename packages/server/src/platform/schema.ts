import { createRequire } from 'node:module';
import type { JsonObject } from '@baraza/contract';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { Problem } from '../kernel/problem.ts';
import { withinTime } from '../kernel/time-limit.ts';

const timeLimitMs = 200;
const compiledMax = 200;

/** Says what is wrong with a value, or nothing when it fits. */
type Check = (value: unknown) => string | undefined;

/** Refuses a config whose `schema` is not a JSON Schema that can be used. */
export function assertSchema(config: JsonObject): void {
  if (config.schema === undefined) return;
  const fault = schemaFault(config.schema);
  if (fault !== undefined) throw new Problem('invalid', `config.schema cannot be used: ${fault}.`);
}

/** Says why a value is no usable JSON Schema, or nothing when it is one. */
export function schemaFault(schema: unknown): string | undefined {
  try {
    const made = withinTime(timeLimitMs, () => compiled(JSON.stringify(schema)));
    return made === undefined ? 'it takes too long to read' : undefined;
  } catch (error) {
    return oneLine((error as Error).message);
  }
}

/** Refuses a record that the schema in its resource's config does not allow. */
export function assertFitsSchema(configText: string, record: JsonObject): void {
  // Most configs have no schema; a look at the text spares them the parse.
  if (!configText.includes('"schema"')) return;
  const { schema } = JSON.parse(configText) as JsonObject;
  if (schema === undefined) return;
  const checked = withinTime(timeLimitMs, () => compiled(JSON.stringify(schema))(record));
  if (checked === undefined)
    throw new Problem('invalid', 'The record takes too long to check against its schema.');
  if (checked.result !== undefined)
    throw new Problem('invalid', `The record is against its schema: ${checked.result}.`);
}

const checks = new Map<string, Check>();

function compiled(schemaText: string): Check {
  let check = checks.get(schemaText);
  if (check === undefined) {
    check = compile(JSON.parse(schemaText));
    if (checks.size >= compiledMax) checks.clear();
    checks.set(schemaText, check);
  }
  return check;
}

function compile(schema: unknown): Check {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null))
    throw new Error('a JSON Schema is an object, true or false');
  const engine = createEngine();
  const validate = engine.compile(schema);
  return (value) =>
    validate(value)
      ? undefined
      : oneLine(engine.errorsText(validate.errors?.slice(0, 1), { dataVar: 'record' }));
}

// Loaded with the first schema: most installations never pay for it. In one piece, because a
// record is checked inside its transaction, which waits for nothing.
const require = createRequire(import.meta.url);

function createEngine(): Ajv2020 {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const formats = require('ajv-formats') as typeof import('ajv-formats').default;
  const engine = new Ajv2020({
    strict: false,
    logger: false,
    inlineRefs: false,
    ownProperties: true,
    // `$id` of one owner's schema must not be found from another's: each gets an engine of its own.
    addUsedSchema: false,
    code: { regExp: linearPattern },
  });
  formats(engine, { mode: 'fast' });
  return engine;
}

interface Pattern {
  readonly test: (text: string) => boolean;
}

function createPattern(pattern: string): Pattern {
  const { RE2JS } = require('re2js') as typeof import('re2js');
  const engine = RE2JS.compile(pattern);
  return { test: (text) => engine.matcher(text).find() };
}

/** Patterns that owners write run on an engine whose time grows with the text, never faster. */
const linearPattern = Object.assign((pattern: string): Pattern => createPattern(pattern), {
  code: 'linearPattern',
});

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300).replace(/\.$/, '');
}
