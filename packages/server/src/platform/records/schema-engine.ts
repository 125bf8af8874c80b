/**
 * Compiles JSON Schema 2020-12 of owners in isolation: a schema cannot refer to another one or the network,
 * and its patterns run in linear time.
 */
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import type { Ajv2020 } from 'ajv/dist/2020.js';

/** Returns what is wrong with a value, or undefined when it is valid. */
export type Check = (value: unknown) => string | undefined;

/** Compiles a well-formed schema; throws when a reference or a pattern cannot be used. */
export type Compile = (schema: unknown) => Check;

interface SchemaEngine {
  /** Throws an error whose message says why a value is no usable schema. */
  readonly assertWellFormed: (schema: unknown) => void;
  readonly compile: Compile;
}

interface Libraries {
  readonly Ajv2020: typeof Ajv2020;
  readonly formats: typeof import('ajv-formats').default;
  readonly RE2JS: typeof import('re2js').RE2JS;
}

const dialect = 'https://json-schema.org/draft/2020-12/schema';
const common = { strict: false, logger: false, inlineRefs: false, ownProperties: true } as const;
const require = createRequire(import.meta.url);

/** Loads everything synchronously, for a process that serves no requests. */
export function createSchemaEngine(): SchemaEngine {
  const libraries = { ...requireAjv(), ...requireFormats(), ...requirePatterns() };
  const judge = new libraries.Ajv2020(common);
  libraries.formats(judge, { mode: 'fast' });
  judge.validateSchema({});
  return {
    assertWellFormed: (schema) => assertWellFormed(judge, schema),
    compile: compilerWith(libraries),
  };
}

/** Loads the compiler in steps, since each module blocks the event loop for a moment. */
export async function loadCompiler(): Promise<Compile> {
  const ajv = requireAjv();
  await setImmediate();
  const formats = requireFormats();
  await setImmediate();
  const compile = compilerWith({ ...ajv, ...formats, ...requirePatterns() });
  await setImmediate();
  // The first compilation is the slowest, so it is done here.
  compile(true);
  await setImmediate();
  return compile;
}

function requireAjv(): Pick<Libraries, 'Ajv2020'> {
  return require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
}

function requireFormats(): Pick<Libraries, 'formats'> {
  return { formats: require('ajv-formats') as typeof import('ajv-formats').default };
}

function requirePatterns(): Pick<Libraries, 'RE2JS'> {
  return require('re2js') as typeof import('re2js');
}

function compilerWith({ Ajv2020: Ajv, formats, RE2JS }: Libraries): Compile {
  return (schema) => {
    // A new instance for each schema, so that the `$id` of one owner cannot be referenced by another.
    const own = new Ajv({
      ...common,
      meta: false,
      validateSchema: false,
      // Code optimisation costs more than it saves.
      code: { regExp: linearPatterns(RE2JS), optimize: false },
    });
    formats(own, { mode: 'fast' });
    const validate = own.compile(schema as object | boolean);
    return (value) =>
      validate(value)
        ? undefined
        : own.errorsText(validate.errors?.slice(0, 1), { dataVar: 'record' });
  };
}

function assertWellFormed(judge: Ajv2020, schema: unknown): void {
  if (typeof schema === 'boolean') return;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new Error('a JSON Schema is an object, true or false');
  const { $schema } = schema as { readonly $schema?: unknown };
  if ($schema !== undefined && $schema !== dialect && $schema !== `${dialect}#`)
    throw new Error(`$schema must be ${dialect}`);
  // `$async` of the library is refused: its unhandled rejection would end the process.
  if (Object.hasOwn(schema, '$async')) throw new Error('$async is no keyword of JSON Schema');
  if (!judge.validate(dialect, schema))
    throw new Error(judge.errorsText(judge.errors, { dataVar: 'schema' }));
}

/** Patterns of owners run on a linear-time regex engine (no ReDoS). */
function linearPatterns(RE2JS: typeof import('re2js').RE2JS) {
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
