import { dayMs, isId, type JsonObject, limits } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { absent } from '../../kernel/problem.ts';
import { assertWithinRate } from '../../limits/rate.ts';
import { deleteOldRecords } from '../../store/platform/records.ts';
import {
  findAnyResource,
  lockResource,
  type ResourceRow,
  resourcesNaming,
} from '../../store/platform/resources.ts';
import { saveResource } from '../activity.ts';
import { parsedConfig } from '../parsed-config.ts';
import type { Platform } from '../platform.ts';
import { patchResource } from '../resources/actions.ts';
import { assertLegal } from '../resources/transitions.ts';
import { isOpen } from '../rules/access-rules.ts';
import { countWrites } from '../users/attempts.ts';
import { currentCaller, notSignedIn } from '../users/sessions.ts';
import { formSettings, isForm } from './form-settings.ts';

const formWindowMs = 60_000;

/** A public form; anything else is reported as absent. */
export async function requireOpenForm(platform: Platform, id: string): Promise<ResourceRow> {
  const row = isId('resource', id) ? await findAnyResource(platform.store, id) : undefined;
  if (row === undefined || !isOpenForm(row)) throw absent('resource');
  return row;
}

/**
 * Rate limit of a form post, counted before the body is read and in its own transaction, so that refused
 * posts count too. A user has the limit of an account, others that of an address, stored only as a keyed hash.
 */
export async function countFormPost(
  platform: Platform,
  form: ResourceRow,
  caller: Caller,
  network: string,
): Promise<void> {
  if (caller.keyless?.user !== undefined)
    return countWrites(platform, { caller, network, resources: [form] });
  const rate = {
    bucket: `form ${platform.mac.of('form address', network)}`,
    max: limits.formPostsPerMinute,
    windowMs: formWindowMs,
  };
  return platform.store.write((tx) => assertWithinRate(tx, rate, platform.clock()));
}

/** Stores one entry as a capture without a key. */
export async function submitForm(
  platform: Platform,
  form: ResourceRow,
  readEntry: () => Promise<JsonObject>,
  sender: Caller,
): Promise<void> {
  assertLegal('capture', form);
  const record = await readEntry();
  // If there is a rule, it decides, not `config.public`.
  const caller = isOpen(form, ['create'])
    ? await currentCaller(platform, sender)
    : publicCaller(form);
  if (caller === undefined) throw notSignedIn();
  const patch = { action: 'capture', record } as const;
  await platform.store.write(async (tx) => {
    // Checked again: the form may have been closed while the body arrived.
    const held = await lockResource(tx, form.owner_id, form.id);
    if (held === undefined || !isOpenForm(held)) throw absent('resource');
    const target = { id: form.id, ifMatch: undefined };
    await patchResource({ platform, tx, caller }, target, patch);
  });
}

export function isOpenForm(row: ResourceRow): boolean {
  if (!isForm(row)) return false;
  if (isOpen(row, ['create'])) return true;
  const { config } = row;
  // A cheap text check avoids parsing configs that cannot be a form.
  return config.includes('"public":true') && parsedConfig(config).public === true;
}

function publicCaller(form: ResourceRow): Caller {
  return {
    keyId: '',
    keyName: 'public form',
    ownerId: form.owner_id,
    ownerName: '',
    scopes: new Set(['connect']),
    resources: new Set([form.id]),
  };
}

const deletedAtOnce = 200;

/** Deletes the entries of forms that are older than `config.keepDays`, in short transactions. */
export async function deleteOldEntries(platform: Platform): Promise<void> {
  const { store } = platform;
  const forms = await resourcesNaming(store, ['connect'], '"keepDays"');
  for (const { id, owner_id } of forms) while (await deleteSome(platform, owner_id, id));
}

/** Whether there may be more. */
function deleteSome(platform: Platform, ownerId: string, id: string): Promise<boolean> {
  return platform.store.write(async (tx) => {
    const form = await lockResource(tx, ownerId, id);
    if (form === undefined || !isForm(form)) return false;
    const { keepDays } = formSettings(form);
    if (keepDays === undefined) return false;
    const beforeMs = platform.clock() - keepDays * dayMs;
    const gone = await deleteOldRecords(tx, id, beforeMs, deletedAtOnce);
    if (gone.length === 0) return false;
    const caller = { ...publicCaller(form), keyName: 'config.keepDays' };
    const set = {
      record_count: form.record_count - gone.length,
      record_bytes: form.record_bytes - gone.reduce((sum, { bytes }) => sum + bytes, 0),
    };
    const detail = { records: gone.length };
    await saveResource({ platform, tx, caller }, form, set, { action: 'entries-expired', detail });
    return gone.length === deletedAtOnce;
  });
}
