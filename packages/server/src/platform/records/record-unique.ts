/**
 * Unique values of a collection (`config.unique`): one field, or several together. A record that lacks one of them, or
 * has null there, is not compared, as in SQL. Values are compared as JSON: the text "1" is not the number 1. Ids that
 * callers choose are checked here too.
 */
import { createHash } from 'node:crypto';
import { type JsonObject, limits, type Service } from '@baraza/contract';
import { canonicalJson } from '../../kernel/json/canonical-json.ts';
import { conflict, invalid, Problem } from '../../kernel/problem.ts';
import { holdersOf, idHolders, type UniqueHolder } from '../../store/platform/record-uniques.ts';
import { type NewRecord, type RecordKeys, recordIdOf } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Reader } from '../../store/store.ts';
import { holdsRecords } from '../resources/transitions.ts';
import { emailFields, isUsers } from '../users/account-record.ts';
import { readConfigPath, valueAt } from './query/record-path.ts';
import { assignSlots, slots } from './record-index.ts';

/** Paths whose values together occur once. */
type UniqueFields = readonly string[];

export interface UniqueRule {
  /** The column, from 1. */
  readonly slot: number;
  readonly fields: UniqueFields;
}

/** The rules of `config.unique`; anything else is refused. */
export function uniqueFields(
  resource: Pick<ResourceRow, 'service' | 'kind'>,
  config: JsonObject,
): readonly UniqueFields[] {
  const own = ownFields(resource.service, config);
  if (!isUsers(resource)) return own;
  const isGiven = own.some((fields) => isSameRule(fields, emailFields));
  if (!isGiven && own.length === limits.recordUniquesMax) throw unusable();
  return isGiven ? own : [emailFields, ...own];
}

/** The record with a unique value; undefined if there is none, or no such rule. */
export async function findByUnique(
  reader: Reader,
  { id, uniques }: Pick<ResourceRow, 'id' | 'uniques'>,
  fields: UniqueFields,
  record: JsonObject,
): Promise<UniqueHolder | undefined> {
  const rule = readUniques(uniques).find((one) => isSameRule(one.fields, fields));
  const value = rule && uniqueValue(id, fields, record);
  if (rule === undefined || value === undefined || value === null) return undefined;
  const [holder] = await holdersOf(reader, rule.slot, [value]);
  return holder?.staged === null ? holder : undefined;
}

function ownFields(service: Service, { unique }: JsonObject): readonly UniqueFields[] {
  if (unique === undefined || unique === null || !holdsRecords(service)) return [];
  if (!Array.isArray(unique) || unique.length > limits.recordUniquesMax) throw unusable();
  const rules = unique.map((rule: unknown) => {
    const paths: readonly unknown[] = Array.isArray(rule) ? rule : [rule];
    if (paths.length === 0 || paths.length > limits.recordUniqueFieldsMax) throw unusable();
    return paths.map((path) => readConfigPath(path, 'config.unique', unusable));
  });
  return [...new Map(rules.map((fields) => [JSON.stringify(fields), fields])).values()];
}

/** The rules after a change of the config: one that stays keeps its column. Null if there are none. */
export function assignUniques(before: string | null, rules: readonly UniqueFields[]) {
  const names = rules.map((fields) => JSON.stringify(fields));
  const isKept = ({ fields }: UniqueRule) => names.includes(JSON.stringify(fields));
  const kept = readUniques(before).filter(isKept);
  const removed = readUniques(before).filter((rule) => !isKept(rule));
  const added = rules.filter((fields) => !kept.some((rule) => isSameRule(rule.fields, fields)));
  return assignSlots(
    kept,
    added.map((fields) => ({ fields })),
    removed,
  );
}

export function readUniques(text: string | null): readonly UniqueRule[] {
  return text === null ? [] : (JSON.parse(text) as UniqueRule[]);
}

/** The rules that only `after` has. */
export function addedRules(before: string | null, after: string | null): readonly UniqueRule[] {
  const known = readUniques(before);
  return readUniques(after).filter(
    ({ fields }) => !known.some((rule) => isSameRule(rule.fields, fields)),
  );
}

/** Makes the columns of unique values; undefined if the resource has no rule. */
export function uniqueMaker(resourceId: string, uniques: string | null) {
  return uniques === null ? undefined : columnsOfRules(resourceId, readUniques(uniques));
}

export function columnsOfRules(resourceId: string, rules: readonly UniqueRule[]) {
  const ruleOf = new Map(rules.map((rule) => [rule.slot, rule.fields]));
  return (record: unknown) =>
    slots.map((slot) => {
      const fields = ruleOf.get(slot);
      return fields === undefined ? null : uniqueValue(resourceId, fields, record);
    }) as unknown as RecordKeys;
}

/** Null if a value is missing: such a record is not compared. */
function uniqueValue(resourceId: string, fields: UniqueFields, record: unknown): string | null {
  const values = fields.map((path) => valueAt(record, path.split('.')));
  if (values.some((value) => value === undefined || value === null)) return null;
  // With the rule: a column that had another one before never collides.
  const hash = createHash('sha256')
    .update(canonicalJson([fields, values]))
    .digest('base64url');
  return `${resourceId}${hash}`;
}

/** A row that is about to be stored, and where it came from. */
type Candidate = NewRecord & { readonly line?: number };

/**
 * Refuses rows whose unique values others have, inside the transaction that stores them. The lock of the resource
 * makes this exact; the indexes of the columns also hold for imports, which are stored without it. The refusal names
 * the other record, unless its caller may not know it.
 */
export async function assertUnique(
  reader: Reader,
  { uniques }: Pick<ResourceRow, 'uniques'>,
  rows: readonly Candidate[],
  { importId, isNamed = true }: { readonly importId?: string; readonly isNamed?: boolean } = {},
): Promise<void> {
  for (const { slot, fields } of readUniques(uniques)) {
    const rowOf = new Map<string, Candidate>();
    for (const row of rows) {
      const value = row.uniques?.[slot - 1] ?? null;
      if (value === null) continue;
      if (rowOf.has(value)) throw notUnique(fields, row);
      rowOf.set(value, row);
    }
    if (rowOf.size === 0) continue;
    for (const holder of await holdersOf(reader, slot, [...rowOf.keys()])) {
      const row = rowOf.get(holder.value);
      if (row === undefined || row.id === holder.id) continue;
      throw belongsToOtherImport(holder, importId)
        ? beingImported(fields)
        : notUnique(fields, row, isNamed ? holder : undefined);
    }
  }
}

/** As the config writes the rule. */
export function fieldOf(fields: UniqueFields): string | UniqueFields {
  return fields.length === 1 ? (fields[0] ?? '') : fields;
}

export function namesOf(fields: UniqueFields): string {
  return fields.length === 1
    ? (fields[0] ?? '')
    : `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`;
}

function isSameRule(one: UniqueFields, other: UniqueFields): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

// The other import may still fail, and then the value or the id is free.
function belongsToOtherImport(
  { staged }: Pick<UniqueHolder, 'staged'>,
  importId?: string,
): boolean {
  return staged !== null && staged !== importId;
}

function notUnique(fields: UniqueFields, { line }: Candidate, holder?: UniqueHolder): Problem {
  const isLine = line !== undefined && (holder === undefined || holder.staged !== null);
  const other = isLine ? 'an earlier line' : holder ? recordIdOf(holder) : 'another one';
  const noun = line === undefined && holder ? 'the record ' : '';
  const where = line === undefined ? '' : `Line ${line}: `;
  return conflict(`${where}${namesOf(fields)} must be unique; ${noun}${other} has the same.`, {
    fields: { field: fieldOf(fields), ...(line === undefined ? {} : { line }) },
  });
}

function beingImported(fields: UniqueFields): Problem {
  return new Problem(
    'busy',
    `A running import has a record with the same ${namesOf(fields)}; try again shortly.`,
  );
}

function unusable(): Problem {
  return invalid(
    `config.unique must be a list of at most ${limits.recordUniquesMax} paths or lists of paths, ` +
      'like ["email",["staff","slot"]].',
  );
}

/**
 * Refuses at most 50 rows with an id that another record has, inside the transaction that stores them. An id that a
 * client chooses occurs once in its collection, also among ids that the server made.
 */
export async function assertFreeIds(
  reader: Reader,
  resourceId: string,
  rows: readonly Candidate[],
  importId?: string,
): Promise<void> {
  const rowOf = new Map<string, Candidate>();
  for (const row of rows) {
    if (row.client_id === null) continue;
    if (rowOf.has(row.client_id)) throw taken(row);
    rowOf.set(row.client_id, row);
  }
  if (rowOf.size === 0) return;
  for (const holder of await idHolders(reader, resourceId, [...rowOf.keys()])) {
    const row = rowOf.get(recordIdOf(holder));
    if (row === undefined) continue;
    if (belongsToOtherImport(holder, importId))
      throw new Problem(
        'busy',
        `A running import has a record ${row.client_id}; try again shortly.`,
      );
    throw taken(row);
  }
}

function taken({ client_id: id, line }: Candidate): Problem {
  const where = line === undefined ? '' : `Line ${line}: `;
  return conflict(`${where}there is a record ${id} already.`, {
    fields: { field: 'recordId', ...(line === undefined ? {} : { line }) },
  });
}
