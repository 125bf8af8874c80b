/** Whether a value has the form of a JSON Schema 2020-12: each keyword has a value of its kind. */
import { type CompiledTree, compileTree } from './compile.ts';
import { isSchema, type Schema } from './references.ts';
import { SchemaRun } from './schema-run.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';
// For a schema of the largest size.
const stepsMax = 2_000_000;

const schema = { $ref: '#' };
const schemas = { type: 'object', additionalProperties: schema };
const schemaList = { type: 'array', minItems: 1, items: schema };
const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };
const texts = { type: 'array', items: text, uniqueItems: true };
const flag = { type: 'boolean' };
const simpleType = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] };
const anchor = { type: 'string', pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' };

// Made with the first schema, so that a start does not pay for it.
let formOfSchemas: CompiledTree | undefined;

const makeForm = () =>
  compileTree(
    {
      type: ['object', 'boolean'],
      properties: {
        $id: { type: 'string', pattern: '^[^#]*#?$' },
        $schema: text,
        $ref: text,
        $anchor: anchor,
        $dynamicRef: text,
        $dynamicAnchor: anchor,
        $comment: text,
        $defs: schemas,
        prefixItems: schemaList,
        items: schema,
        contains: schema,
        additionalProperties: schema,
        properties: schemas,
        patternProperties: schemas,
        dependentSchemas: schemas,
        propertyNames: schema,
        if: schema,
        // biome-ignore lint/suspicious/noThenProperty: the name of a keyword.
        then: schema,
        else: schema,
        allOf: schemaList,
        anyOf: schemaList,
        oneOf: schemaList,
        not: schema,
        unevaluatedItems: schema,
        unevaluatedProperties: schema,
        type: {
          anyOf: [simpleType, { type: 'array', items: simpleType, minItems: 1, uniqueItems: true }],
        },
        nullable: flag,
        enum: { type: 'array' },
        multipleOf: { type: 'number', exclusiveMinimum: 0 },
        maximum: { type: 'number' },
        exclusiveMaximum: { type: 'number' },
        minimum: { type: 'number' },
        exclusiveMinimum: { type: 'number' },
        maxLength: count,
        minLength: count,
        pattern: text,
        maxItems: count,
        minItems: count,
        uniqueItems: flag,
        maxContains: count,
        minContains: count,
        maxProperties: count,
        minProperties: count,
        required: texts,
        dependentRequired: { type: 'object', additionalProperties: texts },
        title: text,
        description: text,
        deprecated: flag,
        readOnly: flag,
        writeOnly: flag,
        examples: { type: 'array' },
        format: text,
        contentEncoding: text,
        contentMediaType: text,
        contentSchema: schema,
        definitions: schemas,
        dependencies: { type: 'object', additionalProperties: { anyOf: [schema, texts] } },
      },
    },
    () => {},
  );

/** Throws an error whose message says what is wrong with the value. */
export function assertWellFormed(value: unknown): Schema {
  if (!isSchema(value)) throw new Error('a JSON Schema is an object, true or false');
  if (typeof value === 'boolean') return value;
  const { $schema } = value;
  if ($schema !== undefined && $schema !== dialect && $schema !== `${dialect}#`)
    throw new Error(`$schema must be ${dialect}`);
  formOfSchemas ??= makeForm();
  const run = new SchemaRun(stepsMax);
  if (formOfSchemas.check(value, undefined, run, undefined)) return value;
  const { sentence, errors } = run.misfit('schema');
  // A value that is none of those listed has several errors, and only this one says what would be right.
  const choice = errors.find(({ allowed }) => allowed !== undefined);
  throw new Error(
    choice === undefined ? sentence : `schema${choice.path} must be ${choice.allowed?.join(', ')}`,
  );
}
