/** The keywords that check lists. */
import { anything, type Check, type Keywords, nothing } from './check.ts';
import { canonicalText } from './equality.ts';
import type { Schema, SchemaObject } from './references.ts';
import type { Place, SchemaRun } from './schema-run.ts';

type List = readonly unknown[];

export const arrayKeywords: Keywords<List> = {
  maxItems: ({ maxItems }) => {
    const limit = maxItems as number;
    return (list, place, run) => list.length <= limit || run.fail(place, tooMany(limit));
  },
  minItems: ({ minItems }) => {
    const limit = minItems as number;
    return (list, place, run) =>
      list.length >= limit || run.fail(place, `must NOT have fewer than ${limit} items`);
  },
  prefixItems: ({ prefixItems }, { compile }) => {
    const checks = (prefixItems as readonly Schema[]).map(compile);
    return (list, place, run, evaluated) => {
      evaluated?.addItems(checks.length);
      return everyItem(list, place, run, 0, (at) => checks[at], checks.length);
    };
  },
  items: ({ items, prefixItems }, { compile }) => {
    const from = (prefixItems as readonly Schema[] | undefined)?.length;
    const check = compile(items as Schema);
    return (list, place, run, evaluated) => {
      evaluated?.addItems(list.length);
      if (check === anything) return true;
      if (check === nothing && from !== undefined)
        return list.length <= from || run.fail(place, tooMany(from));
      return everyItem(list, place, run, from ?? 0, () => check);
    };
  },
  contains: (schema, { compile }) => compileContains(schema, compile(schema.contains as Schema)),
  // Read together with `contains`.
  minContains: () => undefined,
  maxContains: () => undefined,
  uniqueItems: (schema) => {
    if (schema.uniqueItems !== true) return undefined;
    const isScalar = hasScalarItems(schema.items);
    return (list, place, run) => {
      const found = findDuplicate(list, run, isScalar);
      return (
        found === undefined ||
        run.fail(
          place,
          `must NOT have duplicate items (items ## ${found[0]} and ${found[1]} are identical)`,
        )
      );
    };
  },
  unevaluatedItems: ({ unevaluatedItems }, { compile }) => {
    const check = compile(unevaluatedItems as Schema);
    return (list, place, run, evaluated) => {
      const isLeft = (at: number) => evaluated?.hasItem(at) !== true;
      const before = evaluated?.itemsBefore ?? 0;
      let isValid = true;
      run.spend(list.length);
      if (check === nothing)
        isValid = !list.some((_, at) => isLeft(at)) || run.fail(place, tooMany(before));
      else isValid = everyItem(list, place, run, 0, (at) => (isLeft(at) ? check : undefined));
      evaluated?.addItems(list.length);
      return isValid;
    };
  },
};

function tooMany(limit: number): string {
  return `must NOT have more than ${limit} items`;
}

/** Checks each item that has a check; all of them, for the errors. */
function everyItem(
  list: List,
  place: Place,
  run: SchemaRun,
  from: number,
  checkAt: (at: number) => Check | undefined,
  end = list.length,
): boolean {
  let isValid = true;
  const until = Math.min(end, list.length);
  run.spend(Math.max(0, until - from));
  for (let at = from; at < until; at += 1) {
    const check = checkAt(at);
    if (check === undefined) continue;
    isValid = check(list[at], { outer: place, name: at }, run, undefined) && isValid;
  }
  return isValid;
}

function compileContains(schema: SchemaObject, check: Check): Check<List> | undefined {
  const min = (schema.minContains ?? 1) as number;
  const max = schema.maxContains as number | undefined;
  const most = max === undefined ? '' : ` and no more than ${max}`;
  const message = `must contain at least ${min}${most} valid item(s)`;
  return (list, place, run, evaluated) => {
    const { errorCount } = run;
    let count = 0;
    run.spend(list.length);
    for (const [at, item] of list.entries()) {
      if (!check(item, { outer: place, name: at }, run, undefined)) continue;
      count += 1;
      evaluated?.addItem(at);
      const isDecided = max === undefined ? count >= min : count > max;
      // The others may still be evaluated.
      if (isDecided && evaluated === undefined) break;
    }
    if (count < min || count > (max ?? Number.POSITIVE_INFINITY)) return run.fail(place, message);
    run.forget(errorCount);
    return true;
  };
}

function hasScalarItems(items: unknown): boolean {
  const type = (items as SchemaObject | undefined)?.type;
  const named = type === undefined ? [] : [type].flat();
  return named.length > 0 && !named.includes('object') && !named.includes('array');
}

/** The places of two equal items, as the message names them. */
function findDuplicate(
  list: List,
  run: SchemaRun,
  isScalar: boolean,
): readonly [number, number] | undefined {
  const texts = list.map((item) => canonicalText(item, run));
  if (new Set(texts).size === texts.length) return undefined;
  if (!isScalar) {
    const first = new Map(texts.map((text, at) => [text, at] as const).reverse());
    const later = texts.findLastIndex((text, at) => first.get(text) !== at);
    return [texts.lastIndexOf(texts[later] ?? '', later - 1), later];
  }
  const seen = new Map<string, number>();
  for (const [at, text] of [...texts.entries()].reverse()) {
    const later = seen.get(text);
    if (later !== undefined) return [later, at];
    seen.set(text, at);
  }
  return undefined;
}
