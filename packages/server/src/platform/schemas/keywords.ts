/** What the keywords of JSON Schema check, by the kind of value; the order is that of the errors. */
import { canonicalJson } from '../../kernel/json/canonical-json.ts';
import { findFormat } from './formats.ts';
import { arrayKeywords, objectKeywords } from './member-keywords.ts';
import {
  bound,
  type Check,
  canonicalText,
  type Evaluated,
  every,
  fits,
  fitsPart,
  type Keyword,
  type Keywords,
  type Node,
  type ValueKind,
} from './node.ts';
import type { Place, SchemaRun } from './schema-run.ts';

type List = readonly unknown[];

const anyKeywords: Keywords = {
  $dynamicRef: ({ $dynamicRef }, { referDynamically }) => {
    const nodeIn = referDynamically(String($dynamicRef));
    return (value, place, seen) => {
      const { run } = place;
      run.spend(run.resources.length);
      return fitsElsewhere(nodeIn(run.resources), value, place, seen);
    };
  },
  $ref: ({ $ref }, { refer }) => {
    const node = refer(String($ref));
    return (value, place, seen) => fitsElsewhere(node, value, place, seen);
  },
  const: ({ const: right }) => oneOf([right], 'must be equal to constant'),
  enum: ({ enum: given }) => {
    const right = given as List;
    if (right.length === 0) throw new Error('enum must have non-empty array');
    return oneOf(right, 'must be equal to one of the allowed values');
  },
  not: ({ not }, { same }) => {
    const node = same(not);
    return (value, place) =>
      !place.run.quietly(() => fits(node, value, place)) || place.fail('must NOT be valid');
  },
  // Where it is noted what is evaluated, the others may still tell.
  anyOf: ({ anyOf }, { same }) =>
    choice((anyOf as List).map(same), 'must match a schema in anyOf', {
      isRight: (count) => count > 0,
      isDecided: (count, seen) => count > 0 && seen === undefined,
    }),
  oneOf: ({ oneOf: given }, { same }) =>
    choice((given as List).map(same), 'must match exactly one schema in oneOf', {
      isRight: (count) => count === 1,
      isDecided: (count) => count > 1,
    }),
  allOf: ({ allOf }, { same }) => {
    const nodes = (allOf as List).map(same);
    return (value, place, seen) => every(nodes, (node) => fitsPart(node, value, place, seen));
  },
  if: (schema, { same }) => {
    const condition = same(schema.if);
    const [whenTrue, whenFalse] = (['then', 'else'] as const).map((name) => {
      const node = schema[name] === undefined ? undefined : same(schema[name]);
      return { node, message: `must match "${name}" schema` };
    });
    return (value, place, seen) => {
      const holds = place.run.quietly(() => fits(condition, value, place, seen));
      const { node, message = '' } = (holds ? whenTrue : whenFalse) ?? {};
      return node === undefined || fits(node, value, place, seen) || place.fail(message);
    };
  },
};

const numberKeywords: Keywords<number> = {
  ...bound('maximum', 'must be <= %', (value: number, limit) => value <= limit),
  ...bound('minimum', 'must be >= %', (value: number, limit) => value >= limit),
  ...bound('exclusiveMaximum', 'must be < %', (value: number, limit) => value < limit),
  ...bound('exclusiveMinimum', 'must be > %', (value: number, limit) => value > limit),
  ...bound('multipleOf', 'must be multiple of %', (value: number, divisor) =>
    Number.isInteger(value / divisor),
  ),
  format: format('number'),
};

const stringKeywords: Keywords<string> = {
  ...bound(
    'maxLength',
    'must NOT have more than % characters',
    (text: string, limit, run) => text.length <= limit || lengthOf(text, run) <= limit,
  ),
  ...bound(
    'minLength',
    'must NOT have fewer than % characters',
    (text: string, limit, run) => text.length >= limit * 2 || lengthOf(text, run) >= limit,
  ),
  pattern: ({ pattern }, builder) => {
    const { source, charactersMax, test } = builder.pattern(String(pattern));
    const isLong = `must NOT have more than ${charactersMax} characters, because its pattern is large`;
    return (text, place) => {
      if (text.length > charactersMax) return place.fail(isLong);
      return test(text, place.run) || place.fail(`must match pattern "${source}"`);
    };
  },
  format: format('string'),
};

export const keywords = {
  any: anyKeywords,
  number: numberKeywords,
  string: stringKeywords,
  array: arrayKeywords,
  object: objectKeywords,
} as { readonly [kind in ValueKind]: Keywords };

/** A schema that is somewhere else is applied inside its own resource. */
function fitsElsewhere(node: Node, value: unknown, place: Place, seen?: Evaluated): boolean {
  return place.run.within(node.resource, () => fits(node, value, place, seen));
}

/** Equal are numbers by their value, and objects whatever the order of their names. */
function oneOf(allowed: List, message: string): Check {
  const scalars = new Set(allowed);
  const isObject = (one: unknown) => typeof one === 'object' && one !== null;
  const others = new Set(allowed.filter(isObject).map(canonicalJson));
  return (value, place) =>
    scalars.has(value) ||
    (others.size > 0 && isObject(value) && others.has(canonicalText(value, place.run))) ||
    place.fail(message, { allowed });
}

function choice(
  nodes: readonly Node[],
  message: string,
  {
    isRight,
    isDecided,
  }: {
    readonly isRight: (count: number) => boolean;
    readonly isDecided: (count: number, seen: Evaluated | undefined) => boolean;
  },
): Check {
  return (value, place, seen) =>
    place.run.attempt(() => {
      let count = 0;
      for (const node of nodes) {
        if (fits(node, value, place, seen)) count += 1;
        if (isDecided(count, seen)) break;
      }
      return isRight(count) || place.fail(message);
    });
}

function format<Value extends string | number>(kind: 'number' | 'string'): Keyword<Value> {
  return (schema) => {
    const name = String(schema.format);
    const known = findFormat(name);
    if (known?.type !== kind) return undefined;
    return (value, place) => {
      place.run.spend(String(value).length);
      return known.fits(value as never) || place.fail(`must match format "${name}"`);
    };
  };
}

/** In characters, of which some take two places in a text. */
function lengthOf(text: string, run: SchemaRun): number {
  run.spend(Math.ceil(text.length / 8));
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
