/** The keywords of JSON Schema 2020-12, and of earlier drafts that schemas still have, by what their value must be. */

export type SchemaObject = { readonly [keyword: string]: unknown };
export type Schema = boolean | SchemaObject;

export const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Keywords with a schema, with a list of schemas, and with schemas by names. */
export const schemaKeywords = [
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties'],
  ...['items', 'contains', 'unevaluatedItems'],
  ...['not', 'if', 'then', 'else', 'contentSchema'],
];
export const listKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
export const namedKeywords = [
  ...['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas'],
];

const schema = { $ref: '#' };
const count = { type: 'integer', minimum: 0 };
const number = { type: 'number' };
const text = { type: 'string' };
const texts = { type: 'array', items: text, uniqueItems: true };
const flag = { type: 'boolean' };
const list = { type: 'array' };
const oneType = { enum: types };
const anchor = { type: 'string', pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' };

/** The schema of schemas. */
export const formOfSchemas: Schema = {
  type: ['object', 'boolean'],
  properties: {
    $id: { type: 'string', pattern: '^[^#]*#?$' },
    $anchor: anchor,
    $dynamicAnchor: anchor,
    ...each(['$schema', '$ref', '$dynamicRef', '$comment'], text),
    ...each(namedKeywords, { type: 'object', additionalProperties: schema }),
    ...each(listKeywords, { type: 'array', minItems: 1, items: schema }),
    ...each(schemaKeywords, schema),
    type: { anyOf: [oneType, { type: 'array', items: oneType, minItems: 1, uniqueItems: true }] },
    ...each(['nullable', 'uniqueItems', 'deprecated', 'readOnly', 'writeOnly'], flag),
    ...each(['enum', 'examples'], list),
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    ...each(['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'], number),
    ...each(['maxLength', 'minLength', 'maxItems', 'minItems'], count),
    ...each(['maxContains', 'minContains', 'maxProperties', 'minProperties'], count),
    ...each(['pattern', 'title', 'description', 'format'], text),
    ...each(['contentEncoding', 'contentMediaType'], text),
    required: texts,
    dependentRequired: { type: 'object', additionalProperties: texts },
    dependencies: { type: 'object', additionalProperties: { anyOf: [schema, texts] } },
  },
};

function each(keywords: readonly string[], form: SchemaObject) {
  return Object.fromEntries(keywords.map((keyword) => [keyword, form]));
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isSchemaObject(value);
}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
