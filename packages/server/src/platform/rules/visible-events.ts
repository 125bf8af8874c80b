/** The activity for a caller without a key: changes of records and objects that `view` allows when it is sent. */
import type { Caller } from '../../access/scopes.ts';
import type { ActivityRow } from '../../store/platform/activity.ts';
import { findObject } from '../../store/platform/objects.ts';
import { findRecord, type RecordRow } from '../../store/platform/records.ts';
import { findResource, type ResourceRow } from '../../store/platform/resources.ts';
import type { Platform } from '../platform.ts';
import { isOpen } from './access-rules.ts';
import { visibleRow } from './visible-fields.ts';
import { isAllowed, objectSubject, subjectOf, wasVisible } from './visitor-access.ts';

interface VisibleEntry {
  readonly row: ActivityRow;
  /** As the caller sees it; null if it is gone, undefined if the entry is about none. */
  readonly record: RecordRow | null | undefined;
}

export async function visibleEntries(
  platform: Platform,
  caller: Caller,
  rows: readonly ActivityRow[],
): Promise<readonly VisibleEntry[]> {
  const resources = new Map<string, ResourceRow | undefined>();
  const entries: VisibleEntry[] = [];
  for (const row of rows) {
    const { resource_id: id } = row;
    if (!resources.has(id)) {
      const found = await findResource(platform.store, caller.ownerId, id);
      resources.set(id, found && isOpen(found, ['view']) ? found : undefined);
    }
    const resource = resources.get(id);
    const entry = resource && (await visibleEntry(platform, caller, resource, row));
    if (entry !== undefined) entries.push({ ...entry, row: withActor(caller, row) });
  }
  return entries;
}

async function visibleEntry(
  { store, clock }: Platform,
  caller: Caller,
  resource: ResourceRow,
  row: ActivityRow,
): Promise<VisibleEntry | undefined> {
  const detail = JSON.parse(row.detail) as { readonly recordId?: unknown; readonly key?: unknown };
  if (row.action.startsWith('object-') && typeof detail.key === 'string') {
    const object = await findObject(store, resource.id, detail.key);
    const isVisible =
      object !== undefined && isAllowed(caller, resource, 'view', objectSubject(object), clock());
    return isVisible ? { row, record: undefined } : undefined;
  }
  if (typeof detail.recordId !== 'string') return undefined;
  if (row.action === 'record-deleted')
    return wasVisible(caller, resource, row.removed, clock()) ? { row, record: null } : undefined;
  const record = await findRecord(store, resource.id, detail.recordId);
  if (record === undefined) return undefined;
  return isAllowed(caller, resource, 'view', subjectOf(record), clock())
    ? { row, record: visibleRow(caller, resource, record) }
    : undefined;
}

/** Users learn neither the keys of the owner nor who other users are. */
function withActor({ visitor }: Caller, row: ActivityRow): ActivityRow {
  const isOwn = row.user_id !== null && row.user_id === visitor?.user?.id;
  return isOwn ? row : { ...row, key_id: '', key_name: '', user_id: null };
}
