/**
 * A schema that is ready to be applied, and its interpreter. Where schemas refer to each other, so do their nodes. Each
 * application pays for its steps, so no schema and no record runs for long.
 */
import { canonicalJson } from '../../kernel/json/canonical-json.ts';
import type { Pattern } from './patterns.ts';
import type { Resource } from './references.ts';
import type { Place, SchemaRun } from './schema-run.ts';
import type { SchemaObject } from './vocabulary.ts';

/** Whether a value fits; adds to `seen`, if given, what of the value the schema has looked at. */
export type Check<Value = unknown> = (value: Value, place: Place, seen?: Evaluated) => boolean;

/** Makes the check of one keyword of a schema; undefined if it has nothing to check by itself. */
export type Keyword<Value = unknown> = (
  schema: SchemaObject,
  builder: Builder,
) => Check<Value> | undefined;

export type Keywords<Value = unknown> = { readonly [keyword: string]: Keyword<Value> };

export type ValueKind = 'any' | 'number' | 'string' | 'array' | 'object';

export interface Node {
  /** The `$id` that its references are relative to. */
  readonly resource: Resource;
  /** Whether it is the schema of its resource. */
  readonly isRoot: boolean;
  /** What is applied to the same value. */
  readonly same: Node[];
  types: readonly string[];
  general: readonly Check[];
  special: { readonly [kind in ValueKind]?: readonly Check[] };
  /** Whether a value of another type is refused after the general keywords: the schema is about its one type. */
  isTypeLate: boolean;
  /** Whether it needs to know what its own keywords have looked at. */
  isTracking: boolean;
}

/** What keywords need to make their checks. */
export interface Builder {
  /** The node of a schema for what is inside the value. */
  readonly inner: (schema: unknown) => Node;
  /** The node of a schema for the value itself. */
  readonly same: (schema: unknown) => Node;
  readonly refer: (reference: string) => Node;
  /** The node of a `$dynamicRef` where one of these resources, the outermost first, has been entered. */
  readonly referDynamically: (reference: string) => (entered: readonly object[]) => Node;
  readonly pattern: (source: string) => Pattern;
}

/** The properties and items of one value that a schema has looked at: the others are unevaluated. */
export class Evaluated {
  hasAllNames = false;
  /** How many items are evaluated if they are the first ones. */
  itemsBefore = 0;
  readonly #some = new Set<string | number>();

  add(name: string | number): void {
    this.#some.add(name);
  }

  has(name: string | number): boolean {
    const isOfRange = typeof name === 'string' ? this.hasAllNames : name < this.itemsBefore;
    return isOfRange || this.#some.has(name);
  }

  /** Takes over what another one has; returns the steps of that. */
  merge(other: Evaluated): number {
    this.hasAllNames ||= other.hasAllNames;
    this.itemsBefore = Math.max(this.itemsBefore, other.itemsBefore);
    for (const name of other.#some) this.#some.add(name);
    return other.#some.size;
  }
}

/** What a schema has looked at counts only if the value fits it. */
export function fits(node: Node, value: unknown, place: Place, outer?: Evaluated): boolean {
  const seen = outer === undefined ? undefined : new Evaluated();
  const isValid = fitsPart(node, value, place, seen);
  if (isValid && seen !== undefined) place.run.spend(outer?.merge(seen) ?? 0);
  return isValid;
}

/** As a part of the schema around it: what it has looked at counts also in the errors of the whole. */
export function fitsPart(node: Node, value: unknown, place: Place, outer?: Evaluated): boolean {
  if (!node.isRoot) return applies(node, value, place, outer);
  return place.run.within(node.resource, () => applies(node, value, place, outer));
}

function applies(node: Node, value: unknown, place: Place, outer?: Evaluated): boolean {
  const { run } = place;
  const { types, general, isTypeLate } = node;
  const special = node.special[kindOf(value)] ?? noChecks;
  run.spend(1 + general.length + special.length);
  const seen = node.isTracking ? new Evaluated() : outer;
  const hasType = types.length === 0 || types.some((type) => isOfType(value, type));
  let isValid = hasType || isTypeLate || refuseType(types, place);
  for (const check of general) isValid = check(value, place, seen) && isValid;
  if (!hasType && isTypeLate) isValid = refuseType(types, place);
  for (const check of special) isValid = check(value, place, seen) && isValid;
  if (isValid && seen !== undefined && seen !== outer) run.spend(outer?.merge(seen) ?? 0);
  return isValid;
}

export const noChecks: readonly Check[] = [];

/** Whether a node has nothing to check. */
export function isAnything({ types, general, special }: Node): boolean {
  return types.length + general.length === 0 && Object.keys(special).length === 0;
}

/** Whether it is the node of the schema `false`. */
export function isNothing({ general }: Node): boolean {
  return general === refuseAll;
}

export const refuseAll: readonly Check[] = [(_, place) => place.fail('boolean schema is false')];

function refuseType(types: readonly string[], place: Place): false {
  return place.fail(`must be ${types.join(',')}`);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  return type === 'boolean' ? typeof value === 'boolean' : kindOf(value) === type;
}

/** `any` for what has no keywords of its own: true, false and null. */
function kindOf(value: unknown): ValueKind {
  if (typeof value === 'string' || typeof value === 'number') return typeof value as 'string';
  if (typeof value !== 'object' || value === null) return 'any';
  return Array.isArray(value) ? 'array' : 'object';
}

/** Checks all of them, for their errors. */
export function every<One>(all: readonly One[], check: (one: One, at: number) => boolean): boolean {
  let isValid = true;
  for (const [at, one] of all.entries()) isValid = check(one, at) && isValid;
  return isValid;
}

/** A keyword whose value is a limit, which takes the place of the % in its message. */
export function bound<Value>(
  keyword: string,
  message: string,
  isWithin: (value: Value, limit: number, run: SchemaRun) => boolean,
): Keywords<Value> {
  return {
    [keyword]: (schema) => {
      const limit = schema[keyword] as number;
      return (value, place) =>
        isWithin(value, limit, place.run) || place.fail(message.replace('%', `${limit}`));
    },
  };
}

/** The same text for the same value, and another one for any other: objects are equal whatever the order of names. */
export function canonicalText(value: unknown, run: SchemaRun): string {
  const text = canonicalJson(value);
  run.spend(6 + (typeof value === 'object' ? text.length : Math.ceil(text.length / 8)));
  return text;
}
