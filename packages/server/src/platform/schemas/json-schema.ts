/** JSON Schema 2020-12 of owners: a schema is compiled once, and values are checked against it within steps. */
import { limits } from '@baraza/contract';
import { buildTree } from './build.ts';
import { fits, type Node } from './node.ts';
import { largePatternCharactersMax, type Pattern, patternSizeMax } from './patterns.ts';
import { type FieldError, type Misfit, outOfSteps, Place, SchemaRun } from './schema-run.ts';
import { formOfSchemas, isSchema, type Schema } from './vocabulary.ts';

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
  const { root, patterns, stepsOfValue, nodeCount } = buildTree(schema, spend);
  return {
    check: (record, stepsMax) => runCheck(root, record, stepsMax),
    bytes: nodeCount * bytesOfNode + length * bytesOfCharacter,
    warnings: [
      ...(stepsOfValue > requestStepsMax ? [stepsWarning] : []),
      ...patterns.filter(({ size }) => size > patternSizeMax).map(patternWarning),
    ],
  };
}

const bytesOfNode = 900;
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

function runCheck(root: Node, record: unknown, stepsMax: number) {
  const run = new SchemaRun(stepsMax);
  const misfit = findMisfit(root, record, run);
  return { misfit, steps: stepsMax - Math.max(0, run.stepsLeft) };
}

function findMisfit(root: Node, record: unknown, run: SchemaRun): Misfit | undefined {
  try {
    return fits(root, record, new Place(run)) ? undefined : run.misfit('record');
  } catch (error) {
    // A record and a schema of the largest depth together may also be too deep for the stack.
    if (error !== outOfSteps && !(error instanceof RangeError)) throw error;
    const errors: readonly FieldError[] = [{ path: '', message: tooManySteps }];
    return { sentence: tooManySteps, errors };
  }
}

const dialect = 'https://json-schema.org/draft/2020-12/schema';
// For a schema of the largest size.
const formStepsMax = 2_000_000;
// Made with the first schema, so that a start does not pay for it.
let form: Node | undefined;

/** Whether a value has the form of a JSON Schema 2020-12: each keyword has a value of its kind. */
function assertWellFormed(value: unknown): Schema {
  if (!isSchema(value)) throw new Error('a JSON Schema is an object, true or false');
  if (typeof value === 'boolean') return value;
  const { $schema } = value;
  if ($schema !== undefined && $schema !== dialect && $schema !== `${dialect}#`)
    throw new Error(`$schema must be ${dialect}`);
  form ??= buildTree(formOfSchemas, () => {}).root;
  const run = new SchemaRun(formStepsMax);
  if (fits(form, value, new Place(run))) return value;
  const { sentence, errors } = run.misfit('schema');
  // A value that is none of those listed has several errors, and only this one says what would be right.
  const choice = errors.find(({ allowed }) => allowed !== undefined);
  throw new Error(
    choice === undefined ? sentence : `schema${choice.path} must be ${choice.allowed?.join(', ')}`,
  );
}
