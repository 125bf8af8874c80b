/** The keywords that check lists and objects. */
import {
  bound,
  type Check,
  canonicalText,
  every,
  fits,
  isAnything,
  isNothing,
  type Keywords,
  type Node,
} from './node.ts';
import type { Place, SchemaRun } from './schema-run.ts';
import type { Schema, SchemaObject } from './vocabulary.ts';

type List = readonly unknown[];
type JsonObject = { readonly [name: string]: unknown };
type Schemas = { readonly [name: string]: Schema };
type NameLists = { readonly [name: string]: readonly string[] };

const tooManyItems = 'must NOT have more than % items';

export const arrayKeywords: Keywords<List> = {
  ...bound('maxItems', tooManyItems, (list: List, limit) => list.length <= limit),
  ...bound(
    'minItems',
    'must NOT have fewer than % items',
    (list: List, limit) => list.length >= limit,
  ),
  prefixItems: ({ prefixItems }, { inner }) => {
    const nodes = (prefixItems as List).map(inner);
    return (list, place, seen) => {
      if (seen !== undefined) seen.itemsBefore = Math.max(seen.itemsBefore, nodes.length);
      place.run.spend(Math.min(list.length, nodes.length));
      return every(nodes.slice(0, list.length), (node, at) =>
        fits(node, list[at], place.inside(at)),
      );
    };
  },
  items: ({ items, prefixItems }, { inner }) => {
    const from = (prefixItems as List | undefined)?.length;
    const node = inner(items);
    return (list, place, seen) => {
      if (seen !== undefined) seen.itemsBefore = Math.max(seen.itemsBefore, list.length);
      if (isAnything(node)) return true;
      if (isNothing(node) && from !== undefined)
        return list.length <= from || place.fail(tooManyItems.replace('%', `${from}`));
      return everyItem(list, from ?? 0, node, place);
    };
  },
  contains: ({ contains, minContains = 1, maxContains }, { inner }) => {
    const node = inner(contains);
    const [min, max] = [Number(minContains), Number(maxContains ?? Number.POSITIVE_INFINITY)];
    const most = maxContains === undefined ? '' : ` and no more than ${max}`;
    const message = `must contain at least ${min}${most} valid item(s)`;
    return (list, place, seen) =>
      place.run.attempt(() => {
        place.run.spend(list.length);
        let count = 0;
        for (const [at, item] of list.entries()) {
          if (!fits(node, item, place.inside(at))) continue;
          count += 1;
          seen?.add(at);
          const isDecided = maxContains === undefined ? count >= min : count > max;
          // Where it is noted what is evaluated, the others still count.
          if (isDecided && seen === undefined) break;
        }
        return (count >= min && count <= max) || place.fail(message);
      });
  },
  uniqueItems: ({ uniqueItems, items }) => {
    if (uniqueItems !== true) return undefined;
    const isScalar = hasScalarItems(items);
    return (list, place) => {
      const [at, other] = findDuplicate(list, place.run, isScalar) ?? [];
      const same = `(items ## ${at} and ${other} are identical)`;
      return at === undefined || place.fail(`must NOT have duplicate items ${same}`);
    };
  },
  unevaluatedItems: ({ unevaluatedItems }, { inner }) => {
    const node = inner(unevaluatedItems);
    return (list, place, seen) => {
      place.run.spend(list.length);
      const before = seen?.itemsBefore ?? 0;
      const left = [...list.keys()].filter((at) => seen?.has(at) !== true);
      if (seen !== undefined) seen.itemsBefore = Math.max(before, list.length);
      if (isNothing(node))
        return left.length === 0 || place.fail(tooManyItems.replace('%', `${before}`));
      return every(left, (at) => fits(node, list[at], place.inside(at)));
    };
  },
};

export const objectKeywords: Keywords<JsonObject> = {
  ...bound(
    'maxProperties',
    'must NOT have more than % properties',
    (value: JsonObject, limit, run) => namesOf(value, run).length <= limit,
  ),
  ...bound(
    'minProperties',
    'must NOT have fewer than % properties',
    (value: JsonObject, limit, run) => namesOf(value, run).length >= limit,
  ),
  required: ({ required }) => {
    const names = required as readonly string[];
    return (value, place) => {
      place.run.spend(names.length);
      return requires(value, names, place, (name) => `must have required property '${name}'`);
    };
  },
  propertyNames: ({ propertyNames }, { inner }) => {
    const node = inner(propertyNames);
    return (value, place) =>
      isAnything(node) ||
      every(
        namesOf(value, place.run),
        (name) => fits(node, name, place) || place.fail('property name must be valid'),
      );
  },
  additionalProperties: (schema, { inner, pattern }) => {
    const { properties = {}, patternProperties = {}, additionalProperties } = schema;
    const node = inner(additionalProperties);
    const names = new Set(Object.keys(properties as Schemas));
    const patterns = Object.keys(patternProperties as Schemas).map(pattern);
    return (value, place, seen) => {
      if (seen !== undefined) seen.hasAllNames = true;
      if (isAnything(node)) return true;
      const { run } = place;
      const isNamed = (name: string) =>
        names.has(name) || patterns.some((one) => one.test(name, run));
      const others = namesOf(value, run).filter((name) => !isNamed(name));
      return everyProperty(value, others, node, place, 'must NOT have additional properties');
    };
  },
  dependencies: ({ dependencies }, { same }) => {
    const all = Object.entries(dependencies as SchemaObject);
    const lists = all.filter(([, one]) => Array.isArray(one)) as [string, string[]][];
    const schemas = all.filter(([, one]) => !Array.isArray(one));
    const required = dependentRequired(lists);
    const dependent = dependentSchemas(schemas.map(([name, one]) => [name, same(one)]));
    return (...call) => every([required, dependent], (check) => check(...call));
  },
  properties: ({ properties }, { inner }) => {
    const nodes = Object.entries(properties as Schemas).map(
      ([name, schema]) => [name, inner(schema)] as const,
    );
    return (value, place, seen) => {
      place.run.spend(nodes.length);
      let isValid = true;
      for (const [name, node] of nodes) {
        if (!Object.hasOwn(value, name)) continue;
        seen?.add(name);
        isValid = fits(node, value[name], place.inside(name)) && isValid;
      }
      return isValid;
    };
  },
  patternProperties: ({ patternProperties }, { inner, pattern }) => {
    const nodes = Object.entries(patternProperties as Schemas).map(
      ([source, schema]) => [pattern(source), inner(schema)] as const,
    );
    return (value, place, seen) => {
      const names = namesOf(value, place.run);
      return every(nodes, ([matching, node]) =>
        every(names, (name) => {
          if (!matching.test(name, place.run)) return true;
          seen?.add(name);
          return fits(node, value[name], place.inside(name));
        }),
      );
    };
  },
  dependentRequired: (schema) =>
    dependentRequired(Object.entries(schema.dependentRequired as NameLists)),
  dependentSchemas: (schema, { same }) =>
    dependentSchemas(
      Object.entries(schema.dependentSchemas as Schemas).map(([name, one]) => [name, same(one)]),
    ),
  unevaluatedProperties: ({ unevaluatedProperties }, { inner }) => {
    const node = inner(unevaluatedProperties);
    return (value, place, seen) => {
      const names = isAnything(node) ? [] : namesOf(value, place.run);
      const left = names.filter((name) => seen?.has(name) !== true);
      if (seen !== undefined) seen.hasAllNames = true;
      return everyProperty(value, left, node, place, 'must NOT have unevaluated properties');
    };
  },
};

function everyItem(list: List, from: number, node: Node, place: Place): boolean {
  place.run.spend(Math.max(0, list.length - from));
  let isValid = true;
  for (let at = from; at < list.length; at += 1)
    isValid = fits(node, list[at], place.inside(at)) && isValid;
  return isValid;
}

/** `message`: of a property that should not be there at all. */
function everyProperty(
  value: JsonObject,
  names: readonly string[],
  node: Node,
  place: Place,
  message: string,
): boolean {
  if (isNothing(node)) return every(names, (property) => place.fail(message, { property }));
  return every(names, (name) => fits(node, value[name], place.inside(name)));
}

function requires(
  value: JsonObject,
  names: readonly string[],
  place: Place,
  messageOf: (name: string) => string,
): boolean {
  return every(
    names,
    (property) => Object.hasOwn(value, property) || place.fail(messageOf(property), { property }),
  );
}

function dependentRequired(
  lists: readonly (readonly [string, readonly string[]])[],
): Check<JsonObject> {
  return (value, place) =>
    every(lists, ([present, names]) => {
      place.run.spend(1 + names.length);
      if (!Object.hasOwn(value, present)) return true;
      const noun = names.length === 1 ? 'property' : 'properties';
      const message = `must have ${noun} ${names.join(', ')} when property ${present} is present`;
      return requires(value, names, place, () => message);
    });
}

function dependentSchemas(nodes: readonly (readonly [string, Node])[]): Check<JsonObject> {
  return (value, place, seen) => {
    place.run.spend(nodes.length);
    return every(
      nodes,
      ([name, node]) => !Object.hasOwn(value, name) || fits(node, value, place, seen),
    );
  };
}

/** The names of an object; listing them is paid for. */
function namesOf(value: JsonObject, run: SchemaRun): readonly string[] {
  const names = Object.keys(value);
  run.spend(1 + names.length);
  return names;
}

function hasScalarItems(items: unknown): boolean {
  const type = (items as SchemaObject | undefined)?.type;
  const named = type === undefined ? [] : [type].flat();
  return named.length > 0 && !named.includes('object') && !named.includes('array');
}

/** The places of two equal items, as the message names them. */
function findDuplicate(list: List, run: SchemaRun, isScalar: boolean) {
  const texts = list.map((item) => canonicalText(item, run));
  if (new Set(texts).size === texts.length) return undefined;
  if (!isScalar) {
    const first = new Map(texts.map((text, at) => [text, at] as const).reverse());
    const later = texts.findLastIndex((text, at) => first.get(text) !== at);
    return [texts.lastIndexOf(texts[later] ?? '', later - 1), later] as const;
  }
  const seen = new Map<string, number>();
  for (const [at, text] of [...texts.entries()].reverse()) {
    const later = seen.get(text);
    if (later !== undefined) return [later, at] as const;
    seen.set(text, at);
  }
  return undefined;
}
