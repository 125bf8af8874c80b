/**
 * What the rules of a resource allow a caller without a key. Keys are not bound by rules: for them every function here
 * allows everything.
 */
import type { JsonObject } from '@baraza/contract';
import type { Caller, KeylessCaller } from '../../access/scopes.ts';
import { isoTime } from '../../kernel/clock.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import { recordSource } from '../../store/platform/condition-dialects.ts';
import { conditionQuery } from '../../store/platform/condition-query.ts';
import { holds, type Subject } from '../../store/platform/held-condition.ts';
import { type ObjectRow, objectSource } from '../../store/platform/objects.ts';
import type { Allowed } from '../../store/platform/record-access.ts';
import type { Condition } from '../../store/platform/record-condition.ts';
import { type RecordRow, recordIdOf } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Reader } from '../../store/store.ts';
import { valueAt } from '../records/query/record-path.ts';
import { isOpen, type RuleName, rulesOf } from './access-rules.ts';
import { ownPath, throughReferences } from './reference-paths.ts';
import { bindRule, type Lookup, operandsOf } from './rule.ts';

/** Refuses a caller for whom none of these rules can hold: they are for keys only. */
export function assertOpen({ keyless }: Caller, row: ResourceRow, names: readonly RuleName[]) {
  if (isBound(keyless) && !isOpen(row, names)) throw notAllowed(names[0] ?? 'view');
}

/** The records that a rule allows, as a condition of the query. */
export function allowedRecords(
  caller: Caller,
  row: ResourceRow,
  name: 'list' | 'view',
  nowMs: number,
): Allowed {
  return recordsAllowedBy(conditionFor(caller, row, name, nowMs));
}

export function recordsAllowedBy(condition: Condition): Allowed {
  return condition === true ? undefined : conditionQuery(condition, recordSource);
}

/** What is left of a rule once the caller is known: a condition on the record. `body` is the record after a change. */
export function conditionFor(
  { keyless }: Caller,
  row: ResourceRow,
  name: RuleName,
  nowMs: number,
  body?: Lookup,
): Condition {
  if (!isBound(keyless)) return true;
  const rule = rulesOf(row).rules[name];
  if (rule === null) return false;
  // A rule reads what it refers to with the right of the owner.
  const through = throughReferences(row, () => true);
  return bindRule(rule, { user: userFor(keyless, row), nowMs, body, through });
}

/** Whether a rule holds for what is stored. */
export async function isAllowed(
  reader: Reader,
  caller: Caller,
  row: ResourceRow,
  name: 'view' | 'delete',
  subject: Subject,
  nowMs: number,
): Promise<boolean> {
  return holds(reader, conditionFor(caller, row, name, nowMs), subject);
}

export async function assertMayDelete(
  reader: Reader,
  caller: Caller,
  row: ResourceRow,
  subject: Subject,
  nowMs: number,
): Promise<void> {
  if (!(await isAllowed(reader, caller, row, 'delete', subject, nowMs))) throw notAllowed('delete');
}

export async function assertMayCreate(
  reader: Reader,
  caller: Caller,
  row: ResourceRow,
  made: Subject,
  nowMs: number,
): Promise<void> {
  if (!(await mayCreate(reader, caller, row, made, nowMs))) throw notAllowed('create');
}

/** `record` and `body` are both what will be stored. */
export async function mayCreate(
  reader: Reader,
  caller: Caller,
  row: ResourceRow,
  made: Subject,
  nowMs: number,
): Promise<boolean> {
  return holds(reader, conditionFor(caller, row, 'create', nowMs, lookupIn(made)), made);
}

/**
 * The rule holds before the change and after it, so that a record can be moved neither out of reach nor into it. A
 * field that the rule names as `body.…` is free to change as the rule says: as `record.…` it stays the old one.
 */
export async function assertMayUpdate(
  reader: Reader,
  caller: Caller,
  row: ResourceRow,
  before: Subject,
  after: Subject,
  nowMs: number,
): Promise<void> {
  const condition = conditionFor(caller, row, 'update', nowMs, lookupIn(after));
  if (condition === true) return;
  const decided = operandsOf(rulesOf(row).rules.update ?? true).flatMap((operand) =>
    'body' in operand ? [operand.body] : [],
  );
  const isOld = (path: readonly string[]) => decided.some((other) => overlap(path, other));
  const isHeld =
    (await holds(reader, condition, before)) &&
    (before === after || (await holds(reader, condition, after, { record: before.record, isOld })));
  if (!isHeld) throw notAllowed('update');
}

/** Whether a rule that binds the caller reads the body of a change. */
export function hasBody({ keyless }: Caller, row: ResourceRow, name: RuleName): boolean {
  const rule = keyless === undefined ? null : rulesOf(row).rules[name];
  return rule !== null && operandsOf(rule).some((operand) => 'body' in operand);
}

/** For the event of a deleted record: what the rule `view` reads of that record, as JSON. */
export function fieldsOfRule(row: ResourceRow, subject: Subject): string | null {
  const rule = rulesOf(row).rules.view;
  if (rule === null) return null;
  const paths = operandsOf(rule).flatMap((operand) =>
    'path' in operand ? [ownPath(row, operand.path)] : [],
  );
  const lookup = lookupIn(subject);
  return JSON.stringify(paths.map((path) => [path, lookup(path)]));
}

export async function wasVisible(
  reader: Reader,
  caller: Caller,
  row: ResourceRow,
  removed: string | null,
  nowMs: number,
): Promise<boolean> {
  const rule = rulesOf(row).rules.view;
  if (removed === null || rule === null) return false;
  const kept = JSON.parse(removed) as [readonly string[], unknown][];
  const known = new Set(kept.map(([path]) => path.join('.')));
  // A rule that is newer than the deletion may read what was not kept.
  const isKept = operandsOf(rule).every(
    (operand) => !('path' in operand) || known.has(ownPath(row, operand.path).join('.')),
  );
  return isKept && holds(reader, conditionFor(caller, row, 'view', nowMs), subjectOfKept(kept));
}

/** A record that has what was kept of another one at the same paths. */
function subjectOfKept(kept: readonly (readonly [readonly string[], unknown])[]): Subject {
  let id: string | undefined;
  const record: { [name: string]: unknown } = Object.create(null);
  // What is around another path has it already.
  for (const [path, value] of kept.toSorted(([one], [other]) => one.length - other.length)) {
    if (isIdPath(path)) id = value as string;
    else setAt(record, path, value);
  }
  return { id, record };
}

function setAt(
  record: { [name: string]: unknown },
  [name = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    record[name] ??= value;
    return;
  }
  record[name] ??= Object.create(null);
  const inner = record[name];
  if (isObject(inner)) setAt(inner as { [name: string]: unknown }, rest, value);
}

export function subjectOf(row: RecordRow): Subject {
  return { id: recordIdOf(row), record: JSON.parse(row.record) as JsonObject };
}

/** What is not allowed is reported as absent; only creating, and a whole list, are refused openly. */
export function notAllowed(name: RuleName): Problem {
  if (name !== 'create' && name !== 'list') return absent('record');
  return new Problem('scope', `The rule ${name} of this resource does not allow this.`);
}

function isBound(keyless: KeylessCaller | undefined): keyless is KeylessCaller {
  return keyless !== undefined && keyless.isOnOwnAccount !== true;
}

/** `user` in the rules of a resource; the user of another application is anonymous. */
function userFor({ user }: KeylessCaller, row: ResourceRow): JsonObject | undefined {
  const { users } = rulesOf(row);
  return user === undefined || users?.includes(user.usersId) === false ? undefined : user.fields;
}

// The id comes from the server: a field of the record with that name is not found.
function lookupIn({ id, record }: Subject): Lookup {
  return (path) => (isIdPath(path) ? id : valueAt(record, path));
}

function isIdPath(path: readonly string[]): boolean {
  return path.length === 1 && path[0] === 'id';
}

function overlap(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).join('.') === other.slice(0, length).join('.');
}

/** In the rules of a bucket, `record` is an object with these properties. */
export function objectSubject(row: ObjectRow): Subject {
  const { key, size, content_type, user_id, created_at, updated_at } = row;
  return {
    id: undefined,
    record: {
      key,
      size,
      contentType: content_type,
      owner: user_id,
      createdAt: isoTime(created_at),
      updatedAt: isoTime(updated_at),
    },
  };
}

/** The objects that the rule `list` allows, as a condition of the query; undefined for all. */
export function allowedObjects(caller: Caller, bucket: ResourceRow, nowMs: number) {
  const condition = conditionFor(caller, bucket, 'list', nowMs);
  return condition === true ? undefined : conditionQuery(condition, objectSource);
}
