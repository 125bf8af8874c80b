/** What each keyword of JSON Schema checks, by the kind of value; the order is that of the errors. */
import { arrayKeywords } from './array-keywords.ts';
import { applied, type Check, type Keyword, type Keywords } from './check.ts';
import { isEqual } from './equality.ts';
import { findFormat } from './formats.ts';
import { objectKeywords } from './object-keywords.ts';
import type { Schema } from './references.ts';
import type { SchemaRun } from './schema-run.ts';

export type ValueKind = 'any' | 'number' | 'string' | 'array' | 'object';

const anyKeywords: Keywords = {
  $dynamicRef: ({ $dynamicRef }, { referDynamically }) => referDynamically(String($dynamicRef)),
  $ref: ({ $ref }, { refer }) => refer(String($ref)),
  const: ({ const: right }) => {
    const facts = { allowed: [right] };
    return (value, place, run) =>
      isEqual(value, right, run) || run.fail(place, 'must be equal to constant', facts);
  },
  enum: ({ enum: right }) => {
    const allowed = right as readonly unknown[];
    if (allowed.length === 0) throw new Error('enum must have non-empty array');
    const scalars = new Set(allowed);
    const others = allowed.filter((one) => typeof one === 'object' && one !== null);
    return (value, place, run) =>
      scalars.has(value) ||
      others.some((one) => isEqual(value, one, run)) ||
      run.fail(place, 'must be equal to one of the allowed values', { allowed });
  },
  not: ({ not }, { compile }) => {
    const check = compile(not as Schema);
    return (value, place, run) =>
      !run.quietly(() => check(value, place, run, undefined)) ||
      run.fail(place, 'must NOT be valid');
  },
  anyOf: ({ anyOf }, { compile }) => {
    const checks = (anyOf as readonly Schema[]).map((one) => applied(compile(one)));
    return (value, place, run, evaluated) => {
      const { errorCount } = run;
      let isValid = false;
      for (const check of checks) {
        isValid = check(value, place, run, evaluated) || isValid;
        // The others may still tell what is evaluated.
        if (isValid && evaluated === undefined) break;
      }
      if (!isValid) return run.fail(place, 'must match a schema in anyOf');
      run.forget(errorCount);
      return true;
    };
  },
  oneOf: ({ oneOf }, { compile }) => {
    const checks = (oneOf as readonly Schema[]).map((one) => applied(compile(one)));
    return (value, place, run, evaluated) => {
      const { errorCount } = run;
      let fitting = 0;
      for (const check of checks) {
        if (check(value, place, run, evaluated)) fitting += 1;
        if (fitting > 1) break;
      }
      if (fitting !== 1) return run.fail(place, 'must match exactly one schema in oneOf');
      run.forget(errorCount);
      return true;
    };
  },
  allOf: ({ allOf }, { compile }) => {
    const checks = (allOf as readonly Schema[]).map(compile);
    return (value, place, run, evaluated) => {
      let isValid = true;
      for (const check of checks) isValid = check(value, place, run, evaluated) && isValid;
      return isValid;
    };
  },
  if: (schema, { compile }) => {
    const condition = applied(compile(schema.if as Schema));
    const clause = (name: 'then' | 'else'): Check => {
      const found = schema[name];
      const check = found === undefined ? undefined : applied(compile(found as Schema));
      return (value, place, run, evaluated) =>
        check === undefined ||
        check(value, place, run, evaluated) ||
        run.fail(place, `must match "${name}" schema`);
    };
    const [whenTrue, whenFalse] = [clause('then'), clause('else')];
    return (value, place, run, evaluated) =>
      (run.quietly(() => condition(value, place, run, evaluated)) ? whenTrue : whenFalse)(
        value,
        place,
        run,
        evaluated,
      );
  },
};

function format<Value extends string | number>(kind: 'number' | 'string'): Keyword<Value> {
  return (schema) => {
    const name = String(schema.format);
    const known = findFormat(name);
    if (known?.type !== kind) return undefined;
    return (value, place, run) => {
      run.spend(String(value).length);
      return known.fits(value as never) || run.fail(place, `must match format "${name}"`);
    };
  };
}

function bound(name: string, sign: string, fits: (value: number, limit: number) => boolean) {
  const keyword: Keyword<number> = (schema) => {
    const limit = schema[name] as number;
    return (value, place, run) => fits(value, limit) || run.fail(place, `must be ${sign} ${limit}`);
  };
  return { [name]: keyword };
}

const numberKeywords: Keywords<number> = {
  ...bound('maximum', '<=', (value, limit) => value <= limit),
  ...bound('minimum', '>=', (value, limit) => value >= limit),
  ...bound('exclusiveMaximum', '<', (value, limit) => value < limit),
  ...bound('exclusiveMinimum', '>', (value, limit) => value > limit),
  multipleOf: ({ multipleOf }) => {
    const divisor = multipleOf as number;
    return (value, place, run) =>
      Number.isInteger(value / divisor) || run.fail(place, `must be multiple of ${divisor}`);
  },
  format: format('number'),
};

const stringKeywords: Keywords<string> = {
  maxLength: ({ maxLength }) => {
    const limit = maxLength as number;
    return (text, place, run) =>
      text.length <= limit ||
      lengthOf(text, run) <= limit ||
      run.fail(place, `must NOT have more than ${limit} characters`);
  },
  minLength: ({ minLength }) => {
    const limit = minLength as number;
    return (text, place, run) =>
      text.length >= limit * 2 ||
      lengthOf(text, run) >= limit ||
      run.fail(place, `must NOT have fewer than ${limit} characters`);
  },
  pattern: ({ pattern }, compiler) => {
    const { source, charactersMax, test } = compiler.pattern(String(pattern));
    return (text, place, run) => {
      if (text.length > charactersMax)
        return run.fail(
          place,
          `must NOT have more than ${charactersMax} characters, because its pattern is large`,
        );
      return test(text, run) || run.fail(place, `must match pattern "${source}"`);
    };
  },
  format: format('string'),
};

/** In characters, of which some take two places in a text. */
function lengthOf(text: string, run: SchemaRun): number {
  run.spend(Math.ceil(text.length / 8));
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    pairs += 1;
    at += 1;
  }
  return text.length - pairs;
}

export const keywords = {
  any: anyKeywords,
  number: numberKeywords,
  string: stringKeywords,
  array: arrayKeywords,
  object: objectKeywords,
} satisfies { readonly [kind in ValueKind]: Keywords<never> };
