/** Deletes a site or an owner with all their data, in batches, so that other writers do not wait for long. */
import { requireOwner } from '../access/owners.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Log } from '../kernel/log.ts';
import { conflict } from '../kernel/problem.ts';
import { removeBlobs } from '../platform/objects/blob-removal.ts';
import { requireSite, type SiteAdminContext } from '../site/sites/site-operations.ts';
import { finishRemovals, removeSite } from '../site/sites/site-removal.ts';
import {
  deleteOwner,
  deleteSomeActivity,
  deleteSomeAnswers,
  endKeysOf,
  resourceIdsOf,
} from '../store/owners.ts';
import {
  deleteSomeDeliveries,
  deletedAtOnce as deliveriesAtOnce,
} from '../store/platform/deliveries.ts';
import { blobsOf } from '../store/platform/objects.ts';
import { deleteSomeRecords } from '../store/platform/record-upkeep.ts';
import { deleteResource, hideResource } from '../store/platform/resources.ts';
import { markBlobsOfForDeletion } from '../store/platform/unreferenced-blobs.ts';
import { sitesOf } from '../store/site/sites.ts';
import type { Store, Writer } from '../store/store.ts';

export interface DeletionContext extends SiteAdminContext {
  readonly log: Log;
  readonly blobs: () => Promise<Blobs>;
}

// One transaction deletes no more rows than this.
const atOnce = 1_000;

export const deletions = {
  'sites delete': async (context: DeletionContext, input: { readonly id: string }) => {
    const site = await requireSite(context.store, input.id);
    await removeSite(context.store, { id: site.id, ownerId: site.owner_id }, context.clock());
    return { id: site.id, deleted: true };
  },
  'owners delete': async (
    context: DeletionContext,
    input: { readonly owner: string; readonly yes: boolean },
  ) => {
    const { store } = context;
    const owner = await requireOwner(store, input.owner);
    const sites = await sitesOf(store, owner.id);
    if (sites.length > 0 && !input.yes)
      throw conflict(
        `${owner.name} has ${sites.length} ${sites.length === 1 ? 'site' : 'sites'}; --yes deletes them too.`,
      );
    // Without a key nothing more can be added meanwhile.
    await store.write((tx) => endKeysOf(tx, owner.id, context.clock()));
    for (const { id } of sites) await removeSite(store, { id, ownerId: owner.id }, context.clock());
    await finishRemovals(store, owner.id);
    for (const { id } of await resourceIdsOf(store, owner.id))
      await removeResource(context, owner.id, id);
    await inBatches(store, (tx) => deleteSomeActivity(tx, owner.id, atOnce));
    await inBatches(store, (tx) => deleteSomeAnswers(tx, owner.id, atOnce));
    await store.write((tx) => deleteOwner(tx, owner.id));
    return { id: owner.id, name: owner.name, deleted: true };
  },
} as const;

async function removeResource(
  { store, clock, blobs, log }: DeletionContext,
  ownerId: string,
  id: string,
): Promise<void> {
  await store.write((tx) => hideResource(tx, id, clock()));
  const stored = await blobsOf(store, id);
  await inBatches(store, (tx) => deleteSomeRecords(tx, id, atOnce), 1);
  await inBatches(store, (tx) => deleteSomeDeliveries(tx, ownerId, id), deliveriesAtOnce);
  await store.write(async (tx) => {
    await markBlobsOfForDeletion(tx, id, clock());
    await deleteResource(tx, ownerId, id);
  });
  if (stored.length === 0) return;
  const names = stored.map(({ blob }) => blob);
  await removeBlobs({ store, clock, log, blobs: await blobs() }, names);
}

async function inBatches(
  store: Store,
  step: (tx: Writer) => Promise<number>,
  batch = atOnce,
): Promise<void> {
  while ((await store.write(step)) >= batch);
}
