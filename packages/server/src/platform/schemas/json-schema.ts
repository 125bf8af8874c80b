/** JSON Schema 2020-12 of owners: a schema is compiled once, and values are checked against it within steps. */
import type { Check } from './check.ts';
import { compileTree } from './compile.ts';
import { largePatternCharactersMax, patternSizeMax } from './patterns.ts';
import { type FieldError, type Misfit, outOfSteps, SchemaRun } from './schema-run.ts';
import { assertWellFormed } from './well-formed.ts';

export interface JsonSchema {
  /** What is wrong with a record, or undefined if it fits; and how many steps that took. */
  readonly check: (
    record: unknown,
    stepsMax: number,
  ) => { readonly misfit: Misfit | undefined; readonly steps: number };
  /** How many instructions its patterns have. */
  readonly patternSize: number;
  /** A sentence for each pattern that does not read long texts. */
  readonly warnings: readonly string[];
}

const tooManySteps = 'this record needs too many steps of the schema';

/** Throws an error whose message says why a value cannot be used as a schema. */
export function compileSchema(value: unknown): JsonSchema {
  const schema = assertWellFormed(value);
  const { check, patterns } = compileTree(schema);
  return {
    check: (record, stepsMax) => runCheck(check, record, stepsMax),
    patternSize: patterns.reduce((sum, { size }) => sum + size, 0),
    warnings: patterns
      .filter(({ size }) => size > patternSizeMax)
      .map(
        ({ source, size }) =>
          `The pattern ${source.slice(0, 80)} compiles to ${size} instructions, more than ${patternSizeMax}: it reads ` +
          `only texts of at most ${largePatternCharactersMax} characters.`,
      ),
  };
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
