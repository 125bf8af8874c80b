/** Deletes the entries of forms that are older than `config.keepDays`, in short transactions. */
import { dayMs } from '@baraza/contract';
import { deleteOldRecords } from '../../store/platform/records.ts';
import { hasMoreResources, holdResource, resourcesNaming } from '../../store/platform/resources.ts';
import { saveResource } from '../activity.ts';
import type { Platform } from '../platform.ts';
import { formSettings, isForm } from './form-settings.ts';

const deletedAtOnce = 200;
// A scan starts a thread, which costs more than to look at so few.
const fewResources = 200;

export async function deleteOldEntries(platform: Platform): Promise<void> {
  const { store } = platform;
  const hasMany = await hasMoreResources(store, fewResources);
  const forms = await resourcesNaming(hasMany ? store.scan('housekeeping') : store, '"keepDays"');
  for (const { id, owner_id } of forms) while (await deleteSome(platform, owner_id, id));
}

/** Whether there may be more. */
function deleteSome(platform: Platform, ownerId: string, id: string): Promise<boolean> {
  return platform.store.write(async (tx) => {
    const form = await holdResource(tx, ownerId, id);
    if (form === undefined || !isForm(form)) return false;
    const { keepDays } = formSettings(form);
    if (keepDays === undefined) return false;
    const beforeMs = platform.clock() - keepDays * dayMs;
    const gone = await deleteOldRecords(tx, id, beforeMs, deletedAtOnce);
    if (gone.length === 0) return false;
    const caller = {
      keyId: '',
      keyName: 'config.keepDays',
      ownerId,
      ownerName: '',
      scopes: new Set(['connect'] as const),
      resources: new Set([id]),
    };
    const set = {
      record_count: form.record_count - gone.length,
      record_bytes: form.record_bytes - gone.reduce((sum, { bytes }) => sum + bytes, 0),
    };
    const detail = { records: gone.length };
    await saveResource({ platform, tx, caller }, form, set, { action: 'entries-expired', detail });
    return gone.length === deletedAtOnce;
  });
}
