/** `config.fields`: hidden fields are neither seen nor set by users, readonly ones are not set. Keys do both. */
import type { JsonObject } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { mergePatch } from '../../kernel/json/merge-patch.ts';
import { Problem } from '../../kernel/problem.ts';
import type { RecordRow } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { isIndex, type RecordPath, valueAt } from '../records/query/record-path.ts';
import { rulesOf } from './access-rules.ts';

/** Removes what the caller does not see; undefined where that is nothing. */
export function hiderFor(
  { visitor }: Caller,
  row: ResourceRow,
): ((record: JsonObject) => JsonObject) | undefined {
  if (visitor === undefined) return undefined;
  const { hidden } = rulesOf(row);
  if (hidden.length === 0) return undefined;
  return (record) => hidden.reduce((left, path) => without(left, path) as JsonObject, record);
}

/** The row as the caller sees it. */
export function visibleRow(caller: Caller, resource: ResourceRow, row: RecordRow): RecordRow {
  return visibleRows(caller, resource)(row);
}

/** The same for many rows. */
export function visibleRows(caller: Caller, resource: ResourceRow): (row: RecordRow) => RecordRow {
  const hide = hiderFor(caller, resource);
  if (hide === undefined) return (row) => row;
  return (row) => ({
    ...row,
    record: JSON.stringify(hide(JSON.parse(row.record) as JsonObject)),
  });
}

/** Refuses to filter, sort or sum by a hidden field: the answer would tell its value. */
export function assertVisible(
  caller: Caller,
  row: ResourceRow,
  paths: readonly RecordPath[],
): void {
  const asked = paths.find((path) => !isVisible(caller, row, path));
  if (asked !== undefined) throw new Problem('invalid', `There is no field ${asked.join('.')}.`);
}

/** Whether nothing at a path, around it or inside of it is hidden from the caller. */
export function isVisible({ visitor }: Caller, row: ResourceRow, path: RecordPath): boolean {
  if (visitor === undefined) return true;
  const names = path.filter((step) => !isIndex(step));
  return !rulesOf(row).hidden.some((other) => isWithin(names, other) || isWithin(other, names));
}

/** What a caller submits for a record. */
export interface Submission {
  readonly record: JsonObject;
  readonly isMerge: boolean;
}

/**
 * The record as it will be stored. For users, fields that they may not set keep their values; one that is given with
 * another value is refused.
 */
export function submittedRecord(
  { visitor }: Caller,
  resource: ResourceRow,
  { record, isMerge }: Submission,
  old: JsonObject | undefined,
): JsonObject {
  const merged = isMerge ? mergePatch(old ?? {}, record) : record;
  if (visitor === undefined) return merged;
  const { hidden, readonly } = rulesOf(resource);
  const given = hidden.find((path) => valuesAt(record, path).length > 0);
  if (given !== undefined) throw notSettable(given);
  return [...hidden, ...readonly].reduce<JsonObject>((left, path) => {
    const before = valuesAt(old, path);
    const after = valuesAt(left, path);
    if (JSON.stringify(before) === JSON.stringify(after)) return left;
    const isLeftOut = !isMerge && after.length === 0 && valuesAt(record, path).length === 0;
    if (!isLeftOut) throw notSettable(path);
    return withValue(left, path, valueAt(old, path));
  }, merged);
}

function notSettable(path: RecordPath): Problem {
  return new Problem('invalid', `The field ${path.join('.')} cannot be set with this token.`);
}

function isWithin(path: RecordPath, other: RecordPath): boolean {
  return path.length >= other.length && other.every((step, at) => path[at] === step);
}

/** The values of a field, also of the items of lists, in their order. */
function valuesAt(value: unknown, path: RecordPath): readonly unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (Array.isArray(value))
    return isIndex(name)
      ? valuesAt(value[Number(name)], rest)
      : value.flatMap((item) => valuesAt(item, path));
  return isObject(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
}

function without(value: unknown, [name, ...rest]: RecordPath): unknown {
  if (name === undefined) return undefined;
  if (Array.isArray(value)) return value.map((item) => without(item, [name, ...rest]));
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (key !== name) return [[key, inner] as const];
    return rest.length === 0 ? [] : [[key, without(inner, rest)] as const];
  });
  // `fromEntries` defines properties, so a field called `__proto__` is kept as a field.
  return Object.fromEntries(entries);
}

function withValue(
  record: JsonObject,
  [name = '', ...rest]: RecordPath,
  value: unknown,
): JsonObject {
  const inner = Object.hasOwn(record, name) ? record[name] : undefined;
  if (rest.length > 0 && inner !== undefined && !isObject(inner)) throw notSettable([name]);
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value);
  return Object.fromEntries([
    ...Object.entries(record).filter(([key]) => key !== name),
    [name, next],
  ]);
}
