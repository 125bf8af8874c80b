/** Rules of buckets: `record` is an object with its key, size, contentType, owner, createdAt and updatedAt. */
import type { Caller } from '../../access/scopes.ts';
import { isoTime } from '../../kernel/clock.ts';
import { conditionQuery } from '../../store/platform/condition-query.ts';
import { type ObjectRow, objectSource } from '../../store/platform/objects.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Query } from '../../store/store.ts';
import { conditionFor, type Subject } from './visitor-access.ts';

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
export function allowedObjects(
  caller: Caller,
  bucket: ResourceRow,
  nowMs: number,
): Query | undefined {
  const condition = conditionFor(caller, bucket, 'list', nowMs);
  return condition === true ? undefined : conditionQuery(condition, objectSource);
}
