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

/** A list around a field, or the field itself: where it is, and what is there. */
type Place = { readonly at: string } & ({ readonly items: number } | { readonly value: unknown });

/**
 * The places of a field. In lists each item is one: as a mere sequence of values, a price could move from one item to
 * another. A number in the path is the item of that number.
 */
function placesOf(value: unknown, path: RecordPath, at = ''): readonly Place[] {
  const [name, ...rest] = path;
  if (name === undefined) return [{ at, value }];
  if (Array.isArray(value)) {
    const inside = isIndex(name)
      ? value.slice(Number(name), Number(name) + 1).map((item) => placesOf(item, rest, `${at}[]`))
      : value.map((item, index) => placesOf(item, path, `${at}[${index}]`));
    return [{ at, items: value.length }, ...inside.flat()];
  }
  if (!isObject(value) || !Object.hasOwn(value, name)) return [];
  return placesOf(value[name], rest, `${at}.${name}`);
}

function hasField(record: JsonObject | undefined, path: RecordPath): boolean {
  return placesOf(record, path).some((place) => 'value' in place);
}

/** Whether the way to a field goes through a list. */
function hasList(record: JsonObject | undefined, path: RecordPath): boolean {
  return placesOf(record, path).some((place) => 'items' in place);
}

/** Whether a field is in the same places with the same values, and the lists around it have as many items. */
function isInPlace(old: JsonObject | undefined, next: JsonObject, path: RecordPath): boolean {
  return canonicalJson(placesOf(old, path)) === canonicalJson(placesOf(next, path));
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
