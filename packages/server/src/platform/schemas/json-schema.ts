/** JSON Schema 2020-12 of owners: a schema is compiled once, and values are checked against it within steps. */
import { limits } from '@baraza/contract';
import type { Check } from './check.ts';
import { compileTree } from './compile.ts';
import { largePatternCharactersMax, type Pattern, patternSizeMax } from './patterns.ts';
import { type FieldError, type Misfit, outOfSteps, SchemaRun } from './schema-run.ts';
import { assertWellFormed } from './well-formed.ts';

export interface JsonSchema {
  /** What is wrong with a record, or undefined if it fits; and how many steps that took. */
  readonly check: (
    record: unknown,
    stepsMax: number,
  ) => { readonly misfit: Misfit | undefined; readonly steps: number };
  /** A sentence for each pattern that does not read long texts, and for values that need too many steps. */
  readonly warnings: readonly string[];
  /** About what it takes in memory; its patterns have their own. */
  readonly bytes: number;
}

/** What the compilation of schemas may still cost, in microseconds, about. */
export interface CompileAllowance {
  left: number;
}

/** The steps of one request, about 25 ms. */
export const requestStepsMax = 250_000;

const tooManySteps = 'this record needs too many steps of the schema';

/** Enough for a schema of the largest size, and for patterns of 10 ms. */
export function createCompileAllowance(): CompileAllowance {
  return { left: limits.configBytesMax / 2 + 10_000 };
}

/** Throws an error whose message says why a value cannot be used as a schema. */
export function compileSchema(
  value: unknown,
  allowance: CompileAllowance = createCompileAllowance(),
): JsonSchema {
  const spend = (cost: number) => {
    allowance.left -= cost;
    if (allowance.left < 0) throw new Error('it takes too long to read');
  };
  const { length } = JSON.stringify(value);
  spend(length / 2);
  const schema = assertWellFormed(value);
  const { check, patterns, stepsOfValue, schemaCount } = compileTree(schema, spend);
  return {
    check: (record, stepsMax) => runCheck(check, record, stepsMax),
    bytes: schemaCount * bytesOfSchema + length * bytesOfCharacter,
    warnings: [
      ...(stepsOfValue > requestStepsMax ? [stepsWarning] : []),
      ...patterns.filter(({ size }) => size > patternSizeMax).map(patternWarning),
    ],
  };
}

const bytesOfSchema = 600;
const bytesOfCharacter = 20;

const stepsWarning =
  'Some records need more steps of this schema than a request has, because its parts refer to each other again and ' +
  'again: they are refused.';

function patternWarning({ source, size }: Pattern): string {
  return (
    `The pattern ${source.slice(0, 80)} compiles to ${size} instructions, more than ${patternSizeMax}: it reads only ` +
    `texts of at most ${largePatternCharactersMax} characters.`
  );
}

function runCheck(check: Check, record: unknown, stepsMax: number) {
  const run = new SchemaRun(stepsMax);
  const misfit = findMisfit(check, record, run);
  return { misfit, steps: stepsMax - Math.max(0, run.stepsLeft) };
}

function findMisfit(check: Check, record: unknown, run: SchemaRun): Misfit | undefined {
  try {
    return check(record, undefined, run, undefined) ? undefined : run.misfit('record');
  } catch (error) {
    // A record and a schema of the largest depth together may also be too deep for the stack.
    if (error !== outOfSteps && !(error instanceof RangeError)) throw error;
    const errors: readonly FieldError[] = [{ path: '', message: tooManySteps }];
    return { sentence: tooManySteps, errors };
  }
}
