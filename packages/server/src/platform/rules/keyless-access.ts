/**
 * What the rules of a resource allow a caller without a key. Keys are not bound by rules: for them every function here
 * allows everything.
 */
import type { JsonObject } from '@baraza/contract';
import type { Caller, KeylessCaller } from '../../access/scopes.ts';
import { isoTime } from '../../kernel/clock.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import { conditionQuery } from '../../store/platform/condition-query.ts';
import { type ObjectRow, objectSource } from '../../store/platform/objects.ts';
import type { Allowed } from '../../store/platform/record-access.ts';
import { type Condition, holds, type Lookup } from '../../store/platform/record-condition.ts';
import { type RecordRow, recordIdOf } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { sql } from '../../store/store.ts';
import { valueAt } from '../records/query/record-path.ts';
import { isOpen, type RuleName, rulesOf } from './access-rules.ts';
import { bindRule, operandsOf } from './rule.ts';

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

const recordSource = {
  columns: { id: sql`coalesce(records.client_id, records.id)` },
  json: sql`records.record`,
};

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
  return rule === null ? false : bindRule(rule, { user: userFor(keyless, row), nowMs, body });
}

/** A record with its id, or an object with its properties. */
interface Subject {
  readonly id: string | undefined;
  readonly record: JsonObject;
}

/** Whether a rule holds for what is stored. */
export function isAllowed(
  caller: Caller,
  row: ResourceRow,
  name: 'view' | 'delete',
  subject: Subject,
  nowMs: number,
): boolean {
  return holds(conditionFor(caller, row, name, nowMs), lookupIn(subject));
}

export function assertMayDelete(caller: Caller, row: ResourceRow, subject: Subject, nowMs: number) {
  if (!isAllowed(caller, row, 'delete', subject, nowMs)) throw notAllowed('delete');
}

export function assertMayCreate(caller: Caller, row: ResourceRow, made: Subject, nowMs: number) {
  if (!mayCreate(caller, row, made, nowMs)) throw notAllowed('create');
}

/** `record` and `body` are both what will be stored. */
export function mayCreate(caller: Caller, row: ResourceRow, made: Subject, nowMs: number): boolean {
  const lookup = lookupIn(made);
  return holds(conditionFor(caller, row, 'create', nowMs, lookup), lookup);
}

/**
 * The rule holds before the change and after it, so that a record can be moved neither out of reach nor into it. A
 * field that the rule names as `body.…` is free to change as the rule says: as `record.…` it stays the old one.
 */
export function assertMayUpdate(
  caller: Caller,
  row: ResourceRow,
  before: Subject,
  after: Subject,
  nowMs: number,
): void {
  const body = lookupIn(after);
  const condition = conditionFor(caller, row, 'update', nowMs, body);
  if (condition === true) return;
  const old = lookupIn(before);
  const decided = operandsOf(rulesOf(row).rules.update ?? true).flatMap((operand) =>
    'body' in operand ? [operand.body] : [],
  );
  const changed: Lookup = (path) =>
    decided.some((other) => overlap(path, other)) ? old(path) : body(path);
  if (!holds(condition, old) || !holds(condition, changed)) throw notAllowed('update');
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
  const paths = operandsOf(rule).flatMap((operand) => ('path' in operand ? [operand.path] : []));
  const lookup = lookupIn(subject);
  return JSON.stringify(paths.map((path) => [path, lookup(path)]));
}

export function wasVisible(
  caller: Caller,
  row: ResourceRow,
  removed: string | null,
  nowMs: number,
): boolean {
  const rule = rulesOf(row).rules.view;
  if (removed === null || rule === null) return false;
  const values = new Map(
    (JSON.parse(removed) as [readonly string[], unknown][]).map(([path, value]) => [
      path.join('.'),
      value,
    ]),
  );
  // A rule that is newer than the deletion may read what was not kept.
  const isKept = operandsOf(rule).every(
    (operand) => !('path' in operand) || values.has(operand.path.join('.')),
  );
  const record: Lookup = (path) => values.get(path.join('.'));
  return isKept && holds(conditionFor(caller, row, 'view', nowMs), record);
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
  return (path) => (path.length === 1 && path[0] === 'id' ? id : valueAt(record, path));
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
