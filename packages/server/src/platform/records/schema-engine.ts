/**
 * Compiles JSON Schema 2020-12 of owners in isolation: a schema cannot refer to another one or the network,
 * and its patterns run in linear time.
 */
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { RE2JS } from 're2js';

/** Returns what is wrong with a value, or undefined when it is valid. */
export type Check = (value: unknown) => Misfit | undefined;

const errorsMax = 20;

const dialect = 'https://json-schema.org/draft/2020-12/schema';
const common = { strict: false, logger: false, inlineRefs: false, ownProperties: true } as const;
const metaSchema = new Ajv2020(common);
formats.default(metaSchema, { mode: 'fast' });

/** Throws an error whose message says why a value cannot be used as a schema. */
export function compileSchema(schema: unknown): Check {
  assertWellFormed(schema);
  // A new instance for each schema, so that the `$id` of one owner cannot be referenced by another.
  const ajv = new Ajv2020({
    ...common,
    meta: false,
    validateSchema: false,
    // A form shows every field that is wrong, not only the first.
    allErrors: true,
    // Code optimisation costs more than it saves.
    code: { regExp: linearPatterns(), optimize: false },
  });
  formats.default(ajv, { mode: 'fast' });
  const validate = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return undefined;
    const errors = validate.errors?.slice(0, errorsMax) ?? [];
    return {
      sentence: oneLine(ajv.errorsText(errors.slice(0, 1), { dataVar: 'record' })),
      errors: errors.map(fieldError),
    };
  };
}

/** A library message shortened to one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300).replace(/\.$/, '');
}

function fieldError({ instancePath, message = 'is wrong', params }: ErrorObject): FieldError {
  const facts = params as { readonly [name: string]: unknown };
  const name = facts.missingProperty ?? facts.additionalProperty ?? facts.unevaluatedProperty;
  const path =
    typeof name === 'string'
      ? `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      : instancePath;
  const { allowedValues, allowedValue } = facts;
  const allowed = Array.isArray(allowedValues)
    ? (allowedValues as readonly unknown[])
    : allowedValue === undefined
      ? undefined
      : [allowedValue];
  return {
    path: path.slice(0, pathCharactersMax),
    message: oneLine(message),
    ...(allowed === undefined ? {} : { allowed: allowed.slice(0, allowedMax) }),
  };
}

const pathCharactersMax = 1_000;
const allowedMax = 100;

function assertWellFormed(schema: unknown): asserts schema is object | boolean {
  if (typeof schema === 'boolean') return;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new Error('a JSON Schema is an object, true or false');
  const { $schema } = schema as { readonly $schema?: unknown };
  if ($schema !== undefined && $schema !== dialect && $schema !== `${dialect}#`)
    throw new Error(`$schema must be ${dialect}`);
  // `$async` of the library is refused: its unhandled rejection would end the process.
  if (Object.hasOwn(schema, '$async')) throw new Error('$async is not a keyword of JSON Schema');
  if (metaSchema.validate(dialect, schema)) return;
  const errors = metaSchema.errors ?? [];
  // A value that is none of those listed has several errors, and only this one says what would be right.
  const choice = errors.find(({ keyword }) => keyword === 'enum');
  if (choice === undefined) throw new Error(metaSchema.errorsText(errors, { dataVar: 'schema' }));
  const { allowedValues } = choice.params as { readonly allowedValues: readonly string[] };
  throw new Error(`schema${choice.instancePath} must be ${allowedValues.join(', ')}`);
}

/** Patterns of owners run on a linear-time regex engine (no ReDoS). */
function linearPatterns() {
  const known = new Map<string, ReturnType<typeof make>>();
  const make = (pattern: string) => {
    const linear = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return {
      test: (text: string) => linear.test(text),
      // The compiler deduplicates patterns by `toString`; without it all would share the first.
      toString: () => `/${pattern}/`,
    };
  };
  return Object.assign(
    (pattern: string) => {
      const made = known.get(pattern) ?? make(pattern);
      known.set(pattern, made);
      return made;
    },
    { code: 'linearPattern' },
  );
}

/** Requests to the schema child process. */
export type SchemaRequest =
  /** Whether each of some values is a usable schema. */
  | { readonly kind: 'schemas'; readonly schemas: readonly string[] }
  /** Whether each of some records fits a schema. */
  | { readonly kind: 'records'; readonly schema: string; readonly records: readonly string[] };

/** Why a record violates its schema: the first reason as a sentence, and all of them by their paths. */
interface Misfit {
  readonly sentence: string;
  readonly errors: readonly FieldError[];
}

interface FieldError {
  /** A JSON Pointer into the record; of a missing field, where it belongs. */
  readonly path: string;
  readonly message: string;
  /** The values that would be right, if the schema lists them. */
  readonly allowed?: readonly unknown[];
}

/** `cpuMs` is the CPU time that the request used. */
export type TimedReply = SchemaReply & { readonly cpuMs: number };

export type SchemaReply =
  /** For each value why it cannot be used as a schema. */
  | { readonly kind: 'faults'; readonly faults: readonly (string | null)[] }
  /** For each record where it does not fit its schema. */
  | { readonly kind: 'misfits'; readonly misfits: readonly (Misfit | null)[] }
  /** The schema itself cannot be used. */
  | { readonly kind: 'unusable'; readonly fault: string }
  /** Stack overflow in the child process. */
  | { readonly kind: 'too-deep' };
