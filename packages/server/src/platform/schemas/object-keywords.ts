/** The keywords that check objects. */
import {
  anything,
  applied,
  type Check,
  type Compiler,
  type JsonObject,
  type Keywords,
  namesOf,
  nothing,
} from './check.ts';
import type { Schema, SchemaObject } from './references.ts';

type Schemas = { readonly [name: string]: Schema };

export const objectKeywords: Keywords<JsonObject> = {
  maxProperties: ({ maxProperties }) => {
    const limit = maxProperties as number;
    return (value, place, run) =>
      namesOf(value, run).length <= limit ||
      run.fail(place, `must NOT have more than ${limit} properties`);
  },
  minProperties: ({ minProperties }) => {
    const limit = minProperties as number;
    return (value, place, run) =>
      namesOf(value, run).length >= limit ||
      run.fail(place, `must NOT have fewer than ${limit} properties`);
  },
  required: ({ required }) => {
    const names = required as readonly string[];
    return (value, place, run) => {
      run.spend(names.length);
      let isValid = true;
      for (const property of names)
        if (!Object.hasOwn(value, property))
          isValid = run.fail(place, `must have required property '${property}'`, { property });
      return isValid;
    };
  },
  propertyNames: ({ propertyNames }, { compile }) => {
    const check = compile(propertyNames as Schema);
    if (check === anything) return undefined;
    return (value, place, run) => {
      let isValid = true;
      for (const name of namesOf(value, run))
        if (!check(name, place, run, undefined))
          isValid = run.fail(place, 'property name must be valid');
      return isValid;
    };
  },
  additionalProperties: (schema, compiler) => {
    const check = compiler.compile(schema.additionalProperties as Schema);
    const isNamed = compileNamed(schema, compiler);
    return (value, place, run, evaluated) => {
      evaluated?.addAllNames();
      if (check === anything) return true;
      let isValid = true;
      for (const name of namesOf(value, run)) {
        if (isNamed(name, run)) continue;
        isValid =
          (check === nothing
            ? run.fail(place, 'must NOT have additional properties', { property: name })
            : check(value[name], { outer: place, name }, run, undefined)) && isValid;
      }
      return isValid;
    };
  },
  dependencies: (schema, compiler) => {
    const all = Object.entries(schema.dependencies as SchemaObject);
    const lists = Object.fromEntries(all.filter(([, one]) => Array.isArray(one)));
    const schemas = Object.fromEntries(all.filter(([, one]) => !Array.isArray(one)));
    const required = compileDependentRequired(lists as { [name: string]: string[] });
    const dependent = compileDependentSchemas(schemas as Schemas, compiler);
    return (...call) => {
      const isValid = required(...call);
      return dependent(...call) && isValid;
    };
  },
  properties: ({ properties }, { compile }) => {
    const checks = Object.entries(properties as Schemas).map(
      ([name, schema]) => [name, compile(schema)] as const,
    );
    return (value, place, run, evaluated) => {
      run.spend(checks.length);
      let isValid = true;
      for (const [name, check] of checks) {
        if (!Object.hasOwn(value, name)) continue;
        evaluated?.addName(name);
        isValid = check(value[name], { outer: place, name }, run, undefined) && isValid;
      }
      return isValid;
    };
  },
  patternProperties: ({ patternProperties }, { compile, pattern }) => {
    const checks = Object.entries(patternProperties as Schemas).map(
      ([source, schema]) => [pattern(source), compile(schema)] as const,
    );
    return (value, place, run, evaluated) => {
      let isValid = true;
      const names = namesOf(value, run);
      for (const [matching, check] of checks)
        for (const name of names) {
          if (!matching.test(name, run)) continue;
          evaluated?.addName(name);
          isValid = check(value[name], { outer: place, name }, run, undefined) && isValid;
        }
      return isValid;
    };
  },
  dependentRequired: ({ dependentRequired }) =>
    compileDependentRequired(dependentRequired as { readonly [name: string]: readonly string[] }),
  dependentSchemas: ({ dependentSchemas }, compiler) =>
    compileDependentSchemas(dependentSchemas as Schemas, compiler),
  unevaluatedProperties: ({ unevaluatedProperties }, { compile }) => {
    const check = compile(unevaluatedProperties as Schema);
    return (value, place, run, evaluated) => {
      let isValid = true;
      for (const name of check === anything ? [] : namesOf(value, run)) {
        if (evaluated?.hasName(name)) continue;
        isValid =
          (check === nothing
            ? run.fail(place, 'must NOT have unevaluated properties', { property: name })
            : check(value[name], { outer: place, name }, run, undefined)) && isValid;
      }
      evaluated?.addAllNames();
      return isValid;
    };
  },
};

/** Whether `properties` or `patternProperties` of the same schema are about a name. */
function compileNamed({ properties, patternProperties }: SchemaObject, { pattern }: Compiler) {
  const names = new Set(Object.keys((properties ?? {}) as Schemas));
  const patterns = Object.keys((patternProperties ?? {}) as Schemas).map(pattern);
  return (name: string, run: Parameters<Check>[2]): boolean =>
    names.has(name) || patterns.some((one) => one.test(name, run));
}

function compileDependentRequired(lists: {
  readonly [name: string]: readonly string[];
}): Check<JsonObject> {
  return (value, place, run) => {
    let isValid = true;
    for (const [present, names] of Object.entries(lists)) {
      run.spend(1 + names.length);
      if (!Object.hasOwn(value, present)) continue;
      const noun = names.length === 1 ? 'property' : 'properties';
      const message = `must have ${noun} ${names.join(', ')} when property ${present} is present`;
      for (const property of names)
        if (!Object.hasOwn(value, property)) isValid = run.fail(place, message, { property });
    }
    return isValid;
  };
}

function compileDependentSchemas(schemas: Schemas, { compile }: Compiler): Check<JsonObject> {
  const checks = Object.entries(schemas).map(
    ([name, schema]) => [name, applied(compile(schema))] as const,
  );
  return (value, place, run, evaluated) => {
    run.spend(checks.length);
    let isValid = true;
    for (const [name, check] of checks)
      if (Object.hasOwn(value, name)) isValid = check(value, place, run, evaluated) && isValid;
    return isValid;
  };
}
