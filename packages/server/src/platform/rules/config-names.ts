/** Refuses names in a config that would protect nothing: keys of `fields`, and fields that a closed schema lacks. */
import { type JsonObject, listed } from '@baraza/contract';
import { canonicalJson } from '../../kernel/json/canonical-json.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { invalid } from '../../kernel/problem.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { otherNames } from '../records/query/known-paths.ts';
import { isEntryField } from '../records/query/record-path.ts';
import { isUsers } from '../users/account-record.ts';
import { readTokens } from './parse-rule.ts';
import { ownPath } from './reference-paths.ts';
import { assertLimits } from './write-limits.ts';

type Configured = Pick<ResourceRow, 'service' | 'kind' | 'config'>;

/** Accepts what the replaced config already had: `before` is that config, as text. */
export function assertConfigNames(row: Configured, before = '{}'): void {
  if (row.service === 'ai' || row.service === 'dev' || row.service === 'work') return;
  const config = JSON.parse(row.config) as JsonObject;
  const old = JSON.parse(before) as JsonObject;
  assertFieldsKeys(row, config, old);
  if (isObject(config.rules) || isUsers(row)) assertLimits(config, old);
  // A new schema is checked with the old names too; what has not changed was taken before.
  if (row.service !== 'storage' && namingParts(config) !== namingParts(old))
    assertInSchema(row, config);
}

function namingParts({ schema, unique, indexes, search, fields, references, rules }: JsonObject) {
  return JSON.stringify([schema, unique, indexes, search, fields, references, rules]);
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

// Applications that have no users may keep anything under this name.
function assertFieldsKeys(row: Configured, { rules, fields }: JsonObject, old: JsonObject): void {
  if (!isObject(rules) && !isUsers(row)) return;
  if (!isObject(fields)) {
    assertNoFields(row, fields, old);
    return;
  }
  const kept = isObject(old.fields) ? old.fields : {};
  const keys = isUsers(row) ? ['hidden', 'readonly', 'writable'] : ['hidden', 'readonly'];
  const unknown = Object.keys(fields).find(
    (key) => !keys.includes(key) && !Object.hasOwn(kept, key),
  );
  if (unknown !== undefined) throw invalid(`config.fields has ${listed(keys)}, not ${unknown}.`);
  if (isUsers(row)) assertWritable(fields.writable);
}

/** What is no object protects no field; it stays where users reached the resource with it before. */
function assertNoFields(row: Configured, fields: unknown, old: JsonObject): void {
  if (fields === undefined || fields === null) return;
  const wasReached = isObject(old.rules) || isUsers(row);
  if (wasReached && canonicalJson(fields) === canonicalJson(old.fields ?? null)) return;
  throw invalid('config.fields must be an object, like {"hidden":["note"],"readonly":["role"]}.');
}

const writableMax = 100;

function assertWritable(value: unknown): void {
  const isGiven = value !== undefined && value !== null;
  const isList =
    Array.isArray(value) &&
    value.length <= writableMax &&
    value.every((field) => typeof field === 'string' && /^[^.]+$/.test(field));
  if (isGiven && !isList)
    throw invalid(
      `config.fields.writable must be a list of at most ${writableMax} fields of the first level.`,
    );
}
