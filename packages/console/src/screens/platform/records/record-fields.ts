/** The fields of a form for a record, from the JSON Schema of its collection. */
import { isJsonObject } from '../json-text.ts';

type Json = Readonly<Record<string, unknown>>;

type FieldKind =
  | 'text'
  | 'lines'
  | 'number'
  | 'switch'
  | 'choice'
  | 'date'
  | 'moment'
  | 'list'
  | 'json';

interface About {
  /** The names from the record down to the field. */
  readonly path: readonly string[];
  readonly label: string;
  readonly hint: string | undefined;
  readonly isRequired: boolean;
}

export interface PlainField extends About {
  readonly kind: FieldKind;
  /** The values of a choice. */
  readonly choices: readonly unknown[];
  readonly isInteger: boolean;
  /** The type of the items of a list. */
  readonly items: 'text' | 'number';
}

export interface FieldGroup extends About {
  readonly kind: 'group';
  readonly fields: readonly RecordField[];
}

export type RecordField = PlainField | FieldGroup;

const groupsDeepMax = 3;
const longText = 200;

/** Undefined if the schema names no fields: such a record is edited as JSON. */
export function recordFields(schema: unknown): readonly RecordField[] | undefined {
  if (!isJsonObject(schema)) return undefined;
  const fields = fieldsIn(schema, [], schema);
  return fields.length === 0 ? undefined : fields;
}

/** A new record: the defaults of the schema, and required fields that have only one sensible initial value. */
export function startOf(fields: readonly RecordField[], schema: unknown): Record<string, unknown> {
  const properties =
    isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
  const started = fields.map((field) => {
    const name = field.path.at(-1) ?? '';
    return [name, startOfField(field, properties[name])] as const;
  });
  return Object.fromEntries(started.filter(([, value]) => value !== undefined));
}

function startOfField(field: RecordField, schema: unknown): unknown {
  if (isJsonObject(schema) && schema.default !== undefined) return schema.default;
  if (field.kind === 'group') return field.isRequired ? startOf(field.fields, schema) : undefined;
  if (!field.isRequired) return undefined;
  if (field.kind === 'switch') return false;
  return field.kind === 'choice' && field.choices.length === 1 ? field.choices[0] : undefined;
}

function fieldsIn(schema: Json, before: readonly string[], root: Json): readonly RecordField[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).map(([name, inner]) =>
    fieldOf(resolved(inner, root), [...before, name], required.includes(name), root),
  );
}

function fieldOf(
  schema: Json,
  path: readonly string[],
  isRequired: boolean,
  root: Json,
): RecordField {
  const about: About = {
    path,
    label: textOr(schema.title, path.at(-1) ?? ''),
    hint: typeof schema.description === 'string' ? schema.description : undefined,
    isRequired,
  };
  if (isGroup(schema) && path.length < groupsDeepMax)
    return { ...about, kind: 'group', fields: fieldsIn(schema, path, root) };
  const items = resolved(schema.items, root);
  return {
    ...about,
    kind: kindOf(schema, items),
    choices: choicesOf(schema) ?? [],
    isInteger: typeOf(schema) === 'integer',
    items: typeOf(items) === 'string' ? 'text' : 'number',
  };
}

function kindOf(schema: Json, items: Json): FieldKind {
  if (choicesOf(schema) !== undefined) return 'choice';
  switch (typeOf(schema)) {
    case 'string':
      return kindOfText(schema);
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'switch';
    case 'array':
      return ['string', 'number', 'integer'].includes(typeOf(items)) ? 'list' : 'json';
    default:
      return 'json';
  }
}

function kindOfText({ format, maxLength }: Json): FieldKind {
  if (format === 'date') return 'date';
  if (format === 'date-time') return 'moment';
  return format === undefined && Number(maxLength) > longText ? 'lines' : 'text';
}

function isGroup(schema: Json): boolean {
  return typeOf(schema) === 'object' && isJsonObject(schema.properties);
}

function choicesOf({ enum: list, const: only }: Json): readonly unknown[] | undefined {
  if (only !== undefined) return [only];
  return Array.isArray(list) ? list : undefined;
}

/** The only type other than null; empty if there are several types or none. */
function typeOf({ type }: Json): string {
  const types = [type].flat().filter((one) => one !== 'null');
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : '';
}

/** The schema that a local reference names. A reference to another reference is not followed. */
function resolved(schema: unknown, root: Json): Json {
  if (!isJsonObject(schema)) return {};
  const { $ref, ...rest } = schema;
  const [, place, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String($ref)) ?? [];
  const named = place === undefined ? undefined : root[place];
  const target = isJsonObject(named) ? named[name ?? ''] : undefined;
  // One step only: a schema that refers to itself would have no end.
  return isJsonObject(target) && target.$ref === undefined ? { ...target, ...rest } : rest;
}

function textOr(value: unknown, other: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value : other;
}
