/** Reads an OpenAPI document for display. */
import { isJsonObject } from '../json-text.ts';

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** One to three sentences; empty if the document has none. */
  readonly about: string;
  /** Its tag, or else the first part of the path that is not a prefix or a parameter. */
  readonly group: string;
  /** Whether it needs no credential. */
  readonly isPublic: boolean;
  readonly parameters: readonly Parameter[];
  readonly body:
    | { readonly type: string; readonly fields: readonly Field[]; readonly sample: unknown }
    | undefined;
  readonly answers: readonly Answer[];
}

export interface Parameter {
  readonly name: string;
  /** `path`, `query` or `header`. */
  readonly place: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly hint: string | undefined;
  /** A value that it may have, as it stands in an address. */
  readonly example: string | undefined;
  /** The allowed values; empty if any value is allowed. */
  readonly choices: readonly string[];
  /** Whether it stands for any number of parameters with names of their own: `where.status=paid`. */
  readonly isMap: boolean;
}

interface Field {
  /** The path to the field: `customer.name`, `items[].price`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly hint: string | undefined;
}

interface Answer {
  readonly status: string;
  readonly about: string;
  readonly fields: readonly Field[];
  /** The example of the document, as it is sent. */
  readonly example: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const depthMax = 3;

export function readDocument(document: Json) {
  const schemas = objectAt(objectAt(document, 'components'), 'schemas');
  const paths = Object.entries(objectAt(withoutReferences(document, schemas) as Json, 'paths'));
  return {
    title: textAt(objectAt(document, 'info'), 'title'),
    url: textAt(listAt(document, 'servers')[0] ?? {}, 'url'),
    /** What is said about each group. */
    groups: new Map(
      listAt(document, 'tags').map((tag) => [textAt(tag, 'name'), textAt(tag, 'description')]),
    ),
    operations: paths.flatMap(([path, item]) =>
      methods
        .filter((method) => isJsonObject(item) && isJsonObject(item[method]))
        .map((method) => operationOf(method, path, objectAt(item as Json, method))),
    ),
  };
}

/** Replaces every reference to a named schema with the schema itself. */
function withoutReferences(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutReferences(each, schemas));
  if (!isJsonObject(value)) return value;
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(textAt(value, '$ref')) ?? [];
  if (name !== undefined) return withoutReferences(schemas[name], schemas);
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => [field, withoutReferences(each, schemas)]),
  );
}

export function fits(operation: Operation, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  const { method, path, summary, about, group } = operation;
  const all = `${method} ${path} ${summary} ${about} ${group}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

function operationOf(method: string, path: string, about: Json): Operation {
  const security = about.security;
  return {
    id: `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: textAt(about, 'summary'),
    about: textAt(about, 'description'),
    group: firstTag(about) ?? groupOf(path),
    isPublic: Array.isArray(security) && security.length === 0,
    parameters: listAt(about, 'parameters').map((parameter) => ({
      name: textAt(parameter, 'name'),
      place: textAt(parameter, 'in'),
      type: typeOf(parameter.schema),
      isRequired: parameter.required === true,
      hint: textAt(parameter, 'description') || undefined,
      example: exampleOf(parameter),
      choices: choicesIn(parameter.schema),
      isMap: parameter.style === 'deepObject',
    })),
    body: bodyOf(objectAt(about, 'requestBody')),
    answers: Object.entries(objectAt(about, 'responses')).map(([status, answer]) => ({
      status,
      about: isJsonObject(answer) ? textAt(answer, 'description') : '',
      ...(isJsonObject(answer) && Number(status) < 300 ? contentOf(answer) : noContent),
    })),
  };
}

function bodyOf(requestBody: Json): Operation['body'] {
  const [type, media] = mediaIn(requestBody);
  if (type === undefined) return undefined;
  const { schema, example } = media;
  return { type, fields: fieldsOf(schema), sample: example ?? sampleOf(schema) };
}

function contentOf(answer: Json): Pick<Answer, 'fields' | 'example'> {
  const [, { schema, example }] = mediaIn(answer);
  const text = typeof example === 'string' ? example.trim() : JSON.stringify(example, null, 2);
  return { fields: fieldsOf(schema), example: text };
}

const noContent = { fields: [], example: undefined } as const;

/** The media type of a body with its schema and example: JSON if it is offered, or else the first type. */
function mediaIn(holder: Json): readonly [string | undefined, Json] {
  const all = Object.entries(objectAt(holder, 'content'));
  const first = all.find(([type]) => type === 'application/json') ?? all[0];
  if (first === undefined) return [undefined, {}];
  const [type, media] = first;
  return [type, isJsonObject(media) ? media : {}];
}

function firstTag({ tags }: Json): string | undefined {
  return Array.isArray(tags) && typeof tags[0] === 'string' ? tags[0] : undefined;
}

/** Names of a map are parameters of their own: `where.state=open`. */
function exampleOf({ name, example }: Json): string | undefined {
  if (example === undefined) return undefined;
  if (!isJsonObject(example)) return String(example);
  return Object.entries(example)
    .map(([path, value]) => `${name}.${path}=${value}`)
    .join('&');
}

function fieldsOf(schema: unknown, before = '', depth = 0): readonly Field[] {
  if (!isJsonObject(schema) || depth > depthMax) return [];
  const choice = choicesOf(schema);
  if (choice.length > 0) return unique(choice.flatMap((one) => fieldsOf(one, before, depth)));
  if (isJsonObject(schema.items)) return fieldsOf(schema.items, `${before}[]`, depth + 1);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(objectAt(schema, 'properties')).flatMap(([name, inner]) => {
    const whole = before === '' ? name : `${before}.${name}`;
    const hint = isJsonObject(inner) ? textAt(inner, 'description') || undefined : undefined;
    const own = { name: whole, type: typeOf(inner), isRequired: required.includes(name), hint };
    return [own, ...fieldsOf(inner, whole, depth + 1)];
  });
}

/** The type as a short text; `any` for unknown types. */
function typeOf(schema: unknown): string {
  if (!isJsonObject(schema)) return 'any';
  const { type, const: only } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const choice = choicesOf(schema);
  if (choice.length > 0) return [...new Set(choice.map(typeOf))].join(' | ');
  if (type === 'array') return `${typeOf(schema.items)}[]`;
  if (Array.isArray(type)) return type.join(' | ');
  return typeof type === 'string' ? type : 'any';
}

function choicesIn(schema: unknown): readonly string[] {
  if (!isJsonObject(schema)) return [];
  if (Array.isArray(schema.enum)) return schema.enum.map(String);
  return schema.type === 'boolean' ? ['true', 'false'] : [];
}

/** A sample body with the required fields. */
function sampleOf(schema: unknown, depth = 0): unknown {
  if (!isJsonObject(schema) || depth > depthMax) return {};
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [first] = choicesOf(schema);
  if (first !== undefined) return sampleOf(first, depth);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'string') return '…';
  if (type === 'number' || type === 'integer') return Number(schema.minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'array') return [sampleOf(schema.items, depth + 1)];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.fromEntries(
    Object.entries(objectAt(schema, 'properties'))
      .filter(([name]) => required.includes(name))
      .map(([name, inner]) => [name, sampleOf(inner, depth + 1)]),
  );
}

function choicesOf(schema: Json): readonly Json[] {
  return [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf'), ...listAt(schema, 'allOf')];
}

// Prefixes of paths, which do not name a group.
const pathPrefixes = ['api', 'platform', 'v1', 'admin', 'console'];

function groupOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  return parts.find((part) => !pathPrefixes.includes(part)) ?? '';
}

function unique(fields: readonly Field[]): readonly Field[] {
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

function objectAt(holder: Json, name: string): Json {
  const value = holder[name];
  return isJsonObject(value) ? value : {};
}

function listAt(holder: Json, name: string): readonly Json[] {
  const value = holder[name];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function textAt(holder: Json, name: string): string {
  const value = holder[name];
  return typeof value === 'string' ? value : '';
}
