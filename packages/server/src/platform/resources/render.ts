import { isoTime } from '../../kernel/clock.ts';
import type { ActivityRow } from '../../store/platform/activity.ts';
import type { ObjectRow } from '../../store/platform/objects.ts';
import { type RecordRow, recordIdOf } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { unreadyPaths } from '../records/record-index.ts';
import { unreadyFields } from '../records/record-words.ts';

/**
 * Rows as JSON text. Stored JSON is copied without being parsed again; the tests validate every answer
 * against the contract's schemas.
 */
export function renderResource(row: ResourceRow, extra = ''): string {
  return `${renderOpenResource(row)}${extra}}`;
}

/** Without the closing brace, for answers that go on with records. */
export function renderOpenResource(row: ResourceRow): string {
  return (
    `{"id":"${row.id}","service":"${row.service}","kind":${JSON.stringify(row.kind)},` +
    `"name":${JSON.stringify(row.name)},"config":${row.config},"state":"${row.state}",` +
    `"version":${row.version},"createdAt":"${isoTime(row.created_at)}",` +
    `"updatedAt":"${isoTime(row.updated_at)}","archivedAt":${timeOrNull(row.archived_at)}${serviceFields(row)}`
  );
}

/** A field with a list, as JSON text that begins with a comma; empty if the list is. */
export function renderList(name: string, items: readonly unknown[]): string {
  return items.length === 0 ? '' : `,"${name}":${JSON.stringify(items)}`;
}

export function renderRecord(row: RecordRow, version = ''): string {
  const updated = row.updated_at === null ? '' : `,"updatedAt":"${isoTime(row.updated_at)}"`;
  const created = isoTime(row.created_at);
  return `{"recordId":"${recordIdOf(row)}","record":${row.record}${version},"createdAt":"${created}"${updated}}`;
}

/** A record with its version, as the routes of single records show it. */
export function renderStoredRecord(row: RecordRow): string {
  return renderRecord(row, `,"version":${row.version}`);
}

export function renderRecordDeletion(row: RecordRow): string {
  return `{"deleted":true,"recordId":"${recordIdOf(row)}"}`;
}

export function renderActivity(row: ActivityRow): string {
  return (
    `{"id":"${row.id}","at":"${isoTime(row.at)}","action":"${row.action}",` +
    `"resourceId":"${row.resource_id}","service":"${row.service}","kind":${JSON.stringify(row.kind)},` +
    `"name":${JSON.stringify(row.name)},` +
    `"actor":{"keyId":"${row.key_id}","name":${JSON.stringify(row.key_name)}${userOf(row)}},"detail":${row.detail}}`
  );
}

function userOf({ user_id }: ActivityRow): string {
  return user_id === null ? '' : `,"userId":${JSON.stringify(user_id)}`;
}

export function renderObject(row: ObjectRow): string {
  return (
    `{"key":${JSON.stringify(row.key)},"size":${row.size},` +
    `"contentType":${JSON.stringify(row.content_type)},"etag":${JSON.stringify(etagOf(row.sha256))},` +
    `"sha256":"${row.sha256}","createdAt":"${isoTime(row.created_at)}",` +
    `"updatedAt":"${isoTime(row.updated_at)}"${ownerOf(row)}}`
  );
}

function ownerOf({ user_id }: ObjectRow): string {
  return user_id === null ? '' : `,"owner":${JSON.stringify(user_id)}`;
}

/** Strong: the same bytes have the same tag, other bytes another. */
export function etagOf(versionOrHash: number | string): string {
  return `"${versionOrHash}"`;
}

// Fields that only some services have.
function serviceFields(row: ResourceRow): string {
  switch (row.service) {
    case 'data':
      return `,"recordCount":${row.record_count}${indexing(row)}`;
    case 'connect':
      return `,"recordCount":${row.record_count}${indexing(row)},"lastCapturedAt":${timeOrNull(row.captured_at)}`;
    case 'storage':
      return `,"objectCount":${row.object_count},"bytes":${row.object_bytes}`;
    case 'work':
      return `,"completedAt":${timeOrNull(row.completed_at)}`;
    case 'dev':
      return `,"validation":${row.validation ?? 'null'}`;
    case 'ai':
      return '';
  }
}

// The answer has this field only while an index is being built.
function indexing(row: ResourceRow): string {
  const paths = pathsInWork(row);
  return paths.length === 0 ? '' : `,"indexing":${JSON.stringify(paths)}`;
}

/** Paths whose indexes are being written. */
export function pathsInWork({ indexes, search }: ResourceRow): readonly string[] {
  if (indexes === null && search === null) return [];
  return [...new Set([...unreadyPaths(indexes), ...unreadyFields(search)])];
}

function timeOrNull(atMs: number | null): string {
  return atMs === null ? 'null' : `"${isoTime(atMs)}"`;
}
