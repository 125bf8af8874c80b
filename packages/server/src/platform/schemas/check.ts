/** The checks that a schema becomes, and what keywords need to make theirs. */
import { Evaluated } from './evaluated.ts';
import type { Pattern } from './patterns.ts';
import type { Schema, SchemaObject } from './references.ts';
import type { Place, SchemaRun } from './schema-run.ts';

/** Whether a value fits; adds to `evaluated`, if given, what of the value the schema has looked at. */
export type Check<Value = unknown> = (
  value: Value,
  place: Place,
  run: SchemaRun,
  evaluated: Evaluated | undefined,
) => boolean;

export interface Compiler {
  /** The check of a schema inside this one. */
  readonly compile: (schema: Schema) => Check;
  readonly refer: (reference: string) => Check;
  readonly referDynamically: (reference: string) => Check;
  readonly pattern: (source: string) => Pattern;
}

/** Makes the check of one keyword of a schema; undefined if it has nothing to check by itself. */
export type Keyword<Value = unknown> = (
  schema: SchemaObject,
  compiler: Compiler,
) => Check<Value> | undefined;

export type Keywords<Value = unknown> = { readonly [keyword: string]: Keyword<Value> };

export type JsonObject = { readonly [name: string]: unknown };

export const anything: Check = () => true;
export const nothing: Check = (_, place, run) => run.fail(place, 'boolean schema is false');

/** The names of an object; listing them is paid for. */
export function namesOf(value: object, run: SchemaRun): readonly string[] {
  const names = Object.keys(value);
  run.spend(1 + names.length);
  return names;
}

/** What a schema has looked at counts only if the value fits it. */
export function applied(check: Check): Check {
  return (value, place, run, evaluated) => {
    if (evaluated === undefined) return check(value, place, run, undefined);
    const own = new Evaluated();
    if (!check(value, place, run, own)) return false;
    run.spend(own.size);
    evaluated.merge(own);
    return true;
  };
}
