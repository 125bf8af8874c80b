/** Refuses names in a config that would protect nothing: keys of `fields`, and fields that a closed schema lacks. */
import { type JsonObject, listed } from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import { invalid } from '../../kernel/problem.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { parsedConfig } from '../parsed-config.ts';
import { otherNames } from '../records/query/known-paths.ts';
import { isEntryField } from '../records/query/record-path.ts';
import { isUsers } from '../users/account-record.ts';
import { assertLimits } from '../users/attempts.ts';
import { readTokens } from './parse-rule.ts';
import { ownPath } from './reference-paths.ts';

type Configured = Pick<ResourceRow, 'service' | 'kind' | 'config'>;

export function assertConfigNames(row: Configured): void {
  if (row.service === 'ai' || row.service === 'dev' || row.service === 'work') return;
  const config = parsedConfig(row.config);
  // Applications that have no users may keep anything under these names.
  if (isObject(config.rules) || isUsers(row)) {
    assertFieldsKeys(row, config.fields);
    assertLimits(config);
  }
  if (row.service !== 'storage') assertInSchema(row, config);
}

/** Refuses fields that a closed schema does not have; the shape of each part has been checked. */
function assertInSchema(row: Configured, config: JsonObject): void {
  const { schema, unique, indexes, search, fields, references, rules } = config;
  const { hidden, readonly, writable } =
    isObject(fields) && (isObject(rules) || isUsers(row)) ? fields : {};
  const named: readonly [string, unknown][] = [
    ['unique', unique],
    ['indexes', indexes],
    ['search', search],
    ['fields.hidden', hidden],
    ['fields.readonly', readonly],
    ['fields.writable', isUsers(row) ? writable : undefined],
    ['references', isObject(references) ? Object.keys(references) : []],
  ];
  for (const [part, value] of named)
    for (const path of [value].flat(2))
      if (typeof path === 'string' && !(part === 'indexes' && isEntryField([path])))
        assertField(schema, path.split('.'), `config.${part}`);
  for (const [name, rule] of Object.entries(isObject(rules) ? rules : {}))
    for (const { kind, text, at } of typeof rule === 'string' ? readTokens(rule) : []) {
      const [root, ...named] = text.split('.');
      if (kind !== 'name' || (root !== 'record' && root !== 'body') || named[0] === 'id') continue;
      const path = root === 'record' ? ownPath(row, named) : named;
      const place = { rule: name, position: at };
      if (root === 'record' && isEntryField(path)) assertDeclared(schema, path, place);
      assertField(schema, path, `config.rules.${name}`, place);
    }
}

interface RulePosition {
  readonly rule: string;
  readonly position: number;
}

/** `record.createdAt` would be a field of the record, which most records do not have. */
function assertDeclared(schema: unknown, path: readonly string[], place: RulePosition): void {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  const [name = ''] = path;
  if (Object.hasOwn(properties, name)) return;
  throw invalid(
    `config.rules.${place.rule} names record.${name}: rules see the fields of the record and record.id. ` +
      `If records have a field ${name}, name it in config.schema (position ${place.position}).`,
    { fields: { ...place } },
  );
}

function assertField(schema: unknown, path: readonly string[], part: string, place?: RulePosition) {
  const known = otherNames(schema, path);
  if (known === undefined) return;
  const fields = known === 'scalar' ? [] : known.map((field) => field.at(-1));
  const where = place === undefined ? '' : ` (position ${place.position})`;
  const instead = fields.length === 0 ? '' : `; it has ${fields.join(', ')}`;
  throw invalid(
    `${part} names ${path.join('.')}, which the schema does not have${instead}${where}.`,
    { fields: { ...place } },
  );
}

/** What has another form, or another name, would protect no field. */
function assertFieldsKeys(row: Configured, fields: unknown): void {
  if (fields === undefined || fields === null) return;
  if (!isObject(fields))
    throw invalid('config.fields must be an object, like {"hidden":["note"],"readonly":["role"]}.');
  const keys = isUsers(row) ? ['hidden', 'readonly', 'writable'] : ['hidden', 'readonly'];
  const unknown = Object.keys(fields).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw invalid(`config.fields has ${listed(keys)}, not ${unknown}.`);
  if (isUsers(row)) assertWritable(fields.writable);
}

const writableMax = 100;

function assertWritable(value: unknown): void {
  if (value === undefined || value === null) return;
  const isList =
    Array.isArray(value) &&
    value.length <= writableMax &&
    value.every((field) => typeof field === 'string' && /^[^.]+$/.test(field));
  if (!isList)
    throw invalid(
      `config.fields.writable must be a list of at most ${writableMax} fields of the first level.`,
    );
}
