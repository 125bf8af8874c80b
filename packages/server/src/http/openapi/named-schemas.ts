import { z } from 'zod';

export type Json = { readonly [name: string]: unknown };
export type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json;

/** Schemas with an id become named schemas of the document. */
export function createSchemas() {
  const named = new Map<string, string>();
  const add = (name: string, schema: string) => {
    // One that is read and written would need two names: fields with a default are optional only in requests.
    if ((named.get(name) ?? schema) !== schema) throw new Error(`${name} names two schemas.`);
    named.set(name, schema);
  };
  const of: SchemaOf = (schema, io) => {
    // OpenAPI 3.1 uses JSON Schema 2020-12, which is what zod writes; `$schema` stays at the root.
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // The pattern of a time has 300 characters, and says no more than its format.
        if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
        // Bounds that every number of JSON has.
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    });
    for (const [name, inner] of Object.entries($defs)) add(name, referenced(inner));
    return JSON.parse(referenced(rest));
  };
  return {
    of,
    add: (name: string, schema: z.ZodType) => add(name, JSON.stringify(of(schema, 'output'))),
    named: (): Json =>
      Object.fromEntries([...named].map(([name, schema]) => [name, JSON.parse(schema)])),
  };
}

function referenced(schema: object): string {
  return JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
}
