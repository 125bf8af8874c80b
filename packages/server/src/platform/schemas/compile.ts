/** Turns a schema into a tree of checks. Each check pays for its steps, so no schema and no record runs for long. */
import { anything, applied, type Check, type Compiler, type Keyword, nothing } from './check.ts';
import { Evaluated } from './evaluated.ts';
import { keywords, type ValueKind } from './keywords.ts';
import { patternCost } from './pattern-cost.ts';
import { compilePattern, type Pattern } from './patterns.ts';
import {
  type LocatedSchema,
  type Resource,
  readReferences,
  type Schema,
  type SchemaObject,
} from './references.ts';

export interface CompiledTree {
  readonly check: Check;
  readonly patterns: readonly Pattern[];
  /** The most steps that one value can take, without what is in it. */
  readonly stepsOfValue: number;
  /** How many schemas there are in it. */
  readonly schemaCount: number;
}

/** Throws an error whose message says why the schema cannot be used. `spend` is told what its patterns will cost. */
export function compileTree(schema: Schema, spend: (cost: number) => void): CompiledTree {
  const references = readReferences(schema);
  const checks = new Map<Schema, Check>();
  const patterns = new Map<string, Pattern>();
  const dynamic = new Map<string, ReadonlyMap<object, Check>>();
  /** The schemas that a schema applies to the same value. */
  const applies = new Map<Schema, Schema[]>();

  const pattern = (source: string): Pattern => {
    const known = patterns.get(source);
    if (known !== undefined) return known;
    const cost = patternCost(source);
    spend(cost.cost);
    const made = compilePattern(source, cost);
    patterns.set(source, made);
    return made;
  };

  const namedDynamically = (name: string): ReadonlyMap<object, Check> => {
    const known = dynamic.get(name);
    if (known !== undefined) return known;
    const made = new Map<object, Check>();
    dynamic.set(name, made);
    for (const one of references.namedDynamically(name))
      made.set(one.resource, referTo(checkOf, one));
    return made;
  };

  const checkOf = ({ schema, resource }: LocatedSchema): Check => {
    if (typeof schema === 'boolean') return schema ? anything : nothing;
    const known = checks.get(schema);
    if (known !== undefined) return known;
    const itself = laterCheck();
    checks.set(schema, itself.check);
    const applied: Schema[] = [];
    applies.set(schema, applied);
    const check = compileObject(
      schema,
      compilerIn(resource, () => {}),
      compilerIn(resource, (one) => applied.push(one)),
    );
    const made = schema === resource.schema ? inResource(resource, check) : check;
    itself.set(made);
    checks.set(schema, made);
    return made;
  };

  const compilerIn = (resource: Resource, note: (applied: Schema) => void): Compiler => ({
    compile: (inner) => {
      note(inner);
      return checkOf({ schema: inner, resource: references.resourceOf(inner, resource) });
    },
    refer: (reference) => {
      const found = references.find(reference, resource);
      note(found.schema);
      return referTo(checkOf, found);
    },
    referDynamically: (reference) => {
      const { found, name } = references.findDynamic(reference, resource);
      note(found.schema);
      const own = referTo(checkOf, found);
      if (name === undefined) return own;
      return referDynamically(namedDynamically(name), own);
    },
    pattern,
  });

  const check = checkOf(references.root);
  return {
    check,
    patterns: [...patterns.values()],
    stepsOfValue: mostSteps(applies),
    schemaCount: checks.size,
  };
}

/** A schema that applies itself to the same value takes steps without end. */
function mostSteps(applies: ReadonlyMap<Schema, readonly Schema[]>): number {
  const known = new Map<Schema, number>();
  const stepsOf = (schema: Schema): number => {
    const steps = known.get(schema);
    if (steps !== undefined) return steps;
    known.set(schema, Number.POSITIVE_INFINITY);
    const sum = (applies.get(schema) ?? []).reduce((all, one) => all + stepsOf(one), 1);
    known.set(schema, sum);
    return sum;
  };
  return Math.max(0, ...[...applies.keys()].map(stepsOf));
}

// The checks are made outside of the function that compiles: they would keep all that it knows in memory.

/** A recursive schema refers to itself before it is made. */
function laterCheck() {
  let made: Check = nothing;
  return {
    check: ((...call) => made(...call)) satisfies Check,
    set: (check: Check) => {
      made = check;
    },
  };
}

function inResource(resource: object, check: Check): Check {
  return (value, place, run, evaluated) =>
    run.within(resource, () => check(value, place, run, evaluated));
}

/** The outermost resource that was entered decides. */
function referDynamically(refers: ReadonlyMap<object, Check>, own: Check): Check {
  return (value, place, run, evaluated) => {
    run.spend(run.resources.length);
    const outermost = run.resources.find((entered) => refers.has(entered));
    const check = outermost === undefined ? undefined : refers.get(outermost);
    return (check ?? own)(value, place, run, evaluated);
  };
}

function referTo(checkOf: (located: LocatedSchema) => Check, located: LocatedSchema): Check {
  return applied(inResource(located.resource, checkOf(located)));
}

const types = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'];

/** `inPlace` compiles what is applied to the value itself. */
function compileObject(schema: SchemaObject, compiler: Compiler, inPlace: Compiler): Check {
  const expected = typesOf(schema);
  const checksFor = (kind: ValueKind): readonly Check[] => {
    const checks = Object.entries<Keyword<never>>(keywords[kind]).flatMap(([keyword, make]) => {
      if (schema[keyword] === undefined) return [];
      const isInPlace = kind === 'any' || inPlaceOfObjects.includes(keyword);
      const check = make(schema, isInPlace ? inPlace : compiler);
      // Only values of its kind are given to it.
      return check === undefined ? [] : [check as Check];
    });
    return checks.length === 0 ? none : checks;
  };
  const general = checksFor('any');
  const special = {
    number: checksFor('number'),
    string: checksFor('string'),
    array: checksFor('array'),
    object: checksFor('object'),
  };
  if (expected.length === 0 && general.length === 0) {
    const hasNone = Object.values(special).every((checks) => checks.length === 0);
    if (hasNone) return anything;
  }
  // Where a schema has one type and keywords of this type, other values are refused after the general keywords.
  const [only] = expected;
  const isTypeLate =
    expected.length === 1 &&
    Object.keys(keywords[only as ValueKind] ?? {}).some((name) => schema[name] !== undefined);
  const tracksItself =
    schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
  return checkAll({ expected, isTypeLate, general, special, tracksItself });
}

interface Checks {
  readonly expected: readonly string[];
  readonly isTypeLate: boolean;
  readonly general: readonly Check[];
  readonly special: { readonly [kind in Exclude<ValueKind, 'any'>]: readonly Check[] };
  readonly tracksItself: boolean;
}

function checkAll({ expected, isTypeLate, general, special, tracksItself }: Checks): Check {
  const message = `must be ${expected.join(',')}`;
  const steps = 1 + general.length;
  return (value, place, run, outer) => {
    const kind = kindOf(value);
    const checks = kind === undefined ? none : special[kind];
    run.spend(steps + checks.length);
    const evaluated = tracksItself ? new Evaluated() : outer;
    const hasType = expected.length === 0 || expected.some((type) => isOfType(value, type));
    let isValid = hasType || isTypeLate || run.fail(place, message);
    for (const check of general) isValid = check(value, place, run, evaluated) && isValid;
    if (!hasType && isTypeLate) isValid = run.fail(place, message);
    for (const check of checks) isValid = check(value, place, run, evaluated) && isValid;
    if (tracksItself && isValid && evaluated && outer) {
      run.spend(evaluated.size);
      outer.merge(evaluated);
    }
    return isValid;
  };
}

const none: readonly Check[] = [];
const inPlaceOfObjects = ['dependencies', 'dependentSchemas'];

function typesOf({ type, nullable }: SchemaObject): readonly string[] {
  const named = (type === undefined ? [] : [type].flat()) as string[];
  const wrong = named.find((name) => !types.includes(name));
  if (wrong !== undefined) throw new Error(`there is no type ${wrong}`);
  if (nullable !== true) return named;
  if (named.length === 0) throw new Error('"nullable" cannot be used without "type"');
  return named.includes('null') ? named : [...named, 'null'];
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'boolean') return typeof value === 'boolean';
  return kindOf(value) === type;
}

/** Undefined for what has no keywords of its own: true, false and null. */
function kindOf(value: unknown): Exclude<ValueKind, 'any'> | undefined {
  if (typeof value === 'string' || typeof value === 'number') return typeof value as 'string';
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) ? 'array' : 'object';
}
