import { isId, type JsonObject, limits } from '@baraza/contract';
import type { Caller } from '../access/scopes.ts';
import { absent } from '../kernel/problem.ts';
import { assertWithinRate } from '../limits/rate.ts';
import { findAnyResource, holdResource, type ResourceRow } from '../store/platform/resources.ts';
import type { Platform } from './platform.ts';
import { writeChecked } from './records/checked-write.ts';
import { patchResource } from './resources/actions.ts';
import { assertLegal } from './resources/transitions.ts';

const formWindowMs = 60_000;

/** The form that anybody may fill in. Whatever is none looks as if it were not there. */
export async function requireOpenForm(platform: Platform, id: string): Promise<ResourceRow> {
  const row = isId('resource', id) ? await findAnyResource(platform.store, id) : undefined;
  if (row === undefined || !isOpenForm(row)) throw absent('resource');
  return row;
}

/**
 * Counts a post before anything of it is read, in a transaction of its own: what is refused later
 * has been counted too. The address is kept only as a code that nobody can turn back.
 */
export function countFormPost(platform: Platform, network: string): Promise<void> {
  const rate = {
    bucket: `form ${platform.mac.of('form address', network)}`,
    max: limits.formPostsPerMinute,
    windowMs: formWindowMs,
  };
  return platform.store.write((tx) => assertWithinRate(tx, rate, platform.clock()));
}

/** Stores one entry, as a capture by nobody's key. */
export async function submitForm(
  platform: Platform,
  form: ResourceRow,
  readEntry: () => Promise<JsonObject>,
): Promise<void> {
  assertLegal('capture', form);
  const record = await readEntry();
  await writeChecked(platform.store, async (tx) => {
    // It may have been closed while the entry was on its way.
    const held = await holdResource(tx, form.owner_id, form.id);
    if (held === undefined || !isOpenForm(held)) throw absent('resource');
    const target = { id: form.id, ifMatch: undefined };
    await patchResource(platform, tx, publicCaller(form), target, { action: 'capture', record });
  });
}

function isOpenForm({ service, kind, config }: ResourceRow): boolean {
  if (service !== 'connect' || kind.toLowerCase() !== 'form') return false;
  // A look at the text spares the parse where it could not be one.
  return config.includes('"public":true') && (JSON.parse(config) as JsonObject).public === true;
}

function publicCaller(form: ResourceRow): Caller {
  return {
    keyId: '',
    keyName: 'public form',
    ownerId: form.owner_id,
    ownerName: '',
    scopes: new Set(['connect']),
  };
}
