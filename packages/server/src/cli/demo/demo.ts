import { createHash } from 'node:crypto';
import type { Caller } from '../../access/scopes.ts';
import type { Installation } from '../../assemble.ts';
import { announceBlob, removeRefused } from '../../platform/objects/blob-removal.ts';
import { type Arrived, storeObject } from '../../platform/objects/objects.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CheckedWriter } from '../../platform/records/checked-write.ts';
import { patchResource } from '../../platform/resources/actions.ts';
import { createResource } from '../../platform/resources/resources.ts';
import { createSite } from '../../site/sites/sites.ts';
import type { Writer } from '../../store/store.ts';
import { demoAssistant, demoFiles, demoProducts } from './demo-content.ts';
import { demoProfile } from './demo-profile.ts';

/**
 * Demo resources. Blobs first, then the rows with the first owner in one transaction: after a kill in between the next
 * start is a first start again, and the orphaned blobs are swept.
 */
export async function prepareDemo(platform: Platform) {
  const arrived: Arrived[] = [];
  for (const { key, text } of demoFiles.files)
    arrived.push(await storeDemoFile(platform, key, text));
  return {
    make: async (tx: CheckedWriter, caller: Caller) => {
      const work = { platform, tx, caller };
      const products = await createResource(work, demoProducts.resource);
      const target = { id: products.id, ifMatch: undefined };
      for (const record of demoProducts.records)
        await patchResource(work, target, { action: 'add-record', record });
      const bucket = await createResource(work, demoFiles.resource);
      for (const file of arrived)
        await storeObject(work, bucket.id, file, {
          ifMatch: undefined,
          ifNoneMatch: undefined,
        });
      await createResource(work, demoAssistant([products.id, bucket.id]));
    },
    /** After a failure: removes blobs that are certainly unused; the orphan sweep removes the rest. */
    discard: async (error: unknown) => {
      for (const { blob } of arrived) await removeRefused(platform, blob, error);
    },
  };
}

async function storeDemoFile(platform: Platform, key: string, text: string): Promise<Arrived> {
  const bytes = Buffer.from(text);
  const blob = platform.makeId('blob');
  await announceBlob(platform, blob);
  const writer = await platform.blobs.create(blob);
  try {
    await writer.write(bytes);
    await writer.commit();
  } catch (error) {
    await writer.discard();
    throw error;
  }
  return {
    key,
    blob,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentType: { essence: 'text/plain', inline: true },
  };
}

/** The demo site of the first owner, made in the transaction that makes the owner. */
export async function makeDemoSite(
  { clock, config }: Pick<Installation, 'clock' | 'config'>,
  tx: Writer,
  ownerId: string,
): Promise<{ readonly site: string; readonly site_key: string }> {
  const maker = { clock, planOfNew: config.plan };
  const site = await createSite(maker, tx, ownerId, { id: 'demo', profile: demoProfile });
  return { site: site.id, site_key: site.key };
}
