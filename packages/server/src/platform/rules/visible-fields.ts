/** `config.fields`: users neither see nor set hidden fields, and do not set readonly ones. Keys are not limited. */
import type { JsonObject } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { canonicalJson } from '../../kernel/json/canonical-json.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { mergePatch } from '../../kernel/json/merge-patch.ts';
import { invalid, type Problem } from '../../kernel/problem.ts';
import type { RecordRow } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { isIndex, type RecordPath, valueAt } from '../records/query/record-path.ts';
import { rulesOf } from './access-rules.ts';

/** Removes what the caller does not see; undefined if that is nothing. */
export function hiderFor({ keyless }: Caller, row: ResourceRow) {
  if (keyless === undefined) return undefined;
  const { hidden } = rulesOf(row);
  if (hidden.length === 0) return undefined;
  return (record: JsonObject) =>
    hidden.reduce((left, path) => without(left, path) as JsonObject, record);
}

export function visibleRow(caller: Caller, resource: ResourceRow, row: RecordRow): RecordRow {
  return visibleRows(caller, resource)(row);
}

/** The same for many rows. */
export function visibleRows(caller: Caller, resource: ResourceRow): (row: RecordRow) => RecordRow {
  const hide = hiderFor(caller, resource);
  if (hide === undefined) return (row) => row;
  return (row) => ({ ...row, record: JSON.stringify(hide(JSON.parse(row.record))) });
}

/** Refuses to filter, sort or sum by a hidden field: the answer would reveal its value. */
export function assertVisible(caller: Caller, row: ResourceRow, paths: readonly RecordPath[]) {
  const asked = paths.find((path) => !isVisible(caller, row, path));
  if (asked !== undefined) throw invalid(`There is no field ${asked.join('.')}.`);
}

/** Whether nothing at a path, around it or inside it is hidden from the caller. */
export function isVisible({ keyless }: Caller, row: ResourceRow, path: RecordPath): boolean {
  return keyless === undefined || !rulesOf(row).hidden.some((hidden) => meet(path, hidden));
}

/** Whether the caller may set a field, with all around it and inside it, whatever its value. */
export function isSettable(
  { keyless }: Caller,
  row: ResourceRow,
  path: RecordPath,
  locked: readonly string[],
): boolean {
  if (keyless === undefined) return true;
  const { hidden, readonly } = rulesOf(row);
  const withheld = [...hidden, ...readonly, ...locked.map((name) => [name])];
  return !withheld.some((one) => meet(path, one));
}

/** What a caller submits for a record. */
export interface Submission {
  readonly record: JsonObject;
  readonly isMerge: boolean;
}

/**
 * The record as it will be stored. For users, fields that they may not set keep their values; one that is given with
 * another value is refused. `locked`: fields of an account that rules trust.
 */
export function submittedRecord(
  { keyless }: Caller,
  resource: ResourceRow,
  { record, isMerge }: Submission,
  old: JsonObject | undefined,
  locked: readonly string[] = [],
): JsonObject {
  const merged = isMerge ? mergePatch(old ?? {}, record) : record;
  if (keyless === undefined) return merged;
  const { hidden, readonly } = rulesOf(resource);
  const given = hidden.find((path) => hasField(record, path));
  if (given !== undefined) throw notSettable(given);
  let left = merged;
  const keep = (path: RecordPath, reason = '', isListKept = false): void => {
    const isAbsent = !isListKept && !hasField(old, path) && !hasField(left, path);
    if (isAbsent || isInPlace(old, left, path)) return;
    // A PUT that leaves the field out keeps it.
    if (isMerge || hasField(left, path)) throw notSettable(path, reason);
    left = keeping(left, path, old ?? {});
  };
  for (const path of hidden) keep(path);
  for (const path of readonly)
    if (hasList(old, path))
      keep(path, ': the items of its list stay as many, in their order', true);
    else keep(path);
  for (const name of locked) keep([name], `: rules trust it, as user.${name}`);
  return left;
}

export function notSettable(path: RecordPath, reason = ''): Problem {
  return invalid(`The field ${path.join('.')} cannot be set with this token${reason}.`);
}

/** Whether one path is equal to the other or inside it; a hidden path applies to every item of a list. */
function meet(path: RecordPath, hidden: RecordPath): boolean {
  const [step, ...rest] = path;
  const [other, ...others] = hidden;
  if (step === undefined || other === undefined) return true;
  if (step === other && meet(rest, others)) return true;
  return isIndex(step) && !isIndex(other) && meet(rest, hidden);
}

/** Whether a field is there, also in an item of a list. */
function hasField(value: unknown, path: RecordPath): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (Array.isArray(value)) return itemsAt(value, path).some((inner) => hasField(...inner));
  return isObject(value) && Object.hasOwn(value, name) && hasField(value[name], rest);
}

/** Whether the way to a field goes through a list. */
function hasList(value: unknown, [name, ...rest]: RecordPath): boolean {
  if (name === undefined) return false;
  if (Array.isArray(value)) return true;
  return isObject(value) && Object.hasOwn(value, name) && hasList(value[name], rest);
}

/**
 * Whether a field is in the same places with the same values. In lists each item is a place, with or without the
 * field: as a mere sequence of values, a price could move from one item to another.
 */
function isInPlace(old: unknown, next: unknown, path: RecordPath): boolean {
  return canonicalJson(placesOf(old, path)) === canonicalJson(placesOf(next, path));
}

/** The lists around a field with all their items, and its value in each; null where it is not. */
function placesOf(value: unknown, path: RecordPath): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return { value };
  if (Array.isArray(value))
    return {
      // At which step of the path: in another nesting the same values are in other places.
      left: path.length,
      count: value.length,
      places: itemsAt(value, path).map((inner) => placesOf(...inner)),
    };
  return isObject(value) && Object.hasOwn(value, name) ? placesOf(value[name], rest) : null;
}

/** What a path means in a list, with the rest of the path: the item of its number, else every item. */
function itemsAt(list: readonly unknown[], path: RecordPath): readonly [unknown, RecordPath][] {
  const [name = '', ...rest] = path;
  if (!isIndex(name)) return list.map((item) => [item, path]);
  return Number(name) < list.length ? [[list[Number(name)], rest]] : [];
}

function without(value: unknown, [name, ...rest]: RecordPath): unknown {
  if (name === undefined) return undefined;
  if (Array.isArray(value))
    return isIndex(name)
      ? value.map((item, at) => (at === Number(name) ? (without(item, rest) ?? null) : item))
      : value.map((item) => without(item, [name, ...rest]));
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (key !== name) return [[key, inner] as const];
    return rest.length === 0 ? [] : [[key, without(inner, rest)] as const];
  });
  // `fromEntries` defines properties, so a field called `__proto__` is kept as a field.
  return Object.fromEntries(entries);
}

/** The record with the old value of a field, or with the whole old list if the list around it was left out. */
function keeping(
  record: JsonObject,
  [name = '', ...rest]: RecordPath,
  old: JsonObject,
): JsonObject {
  const inner = valueAt(record, [name]);
  const before = valueAt(old, [name]);
  const isInside = rest.length > 0 && isObject(before);
  if (inner !== undefined && !(isInside && isObject(inner))) throw notSettable([name]);
  const next = isInside ? keeping(isObject(inner) ? inner : {}, rest, before) : before;
  return Object.fromEntries([
    ...Object.entries(record).filter(([key]) => key !== name),
    [name, next],
  ]);
}
