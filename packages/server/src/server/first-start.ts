import { createHash } from 'node:crypto';
import { createKey, createOwnerCredential, type Keyring } from '../access/keys.ts';
import { createOwner } from '../access/owners.ts';
import type { Caller } from '../access/scopes.ts';
import { writeBlob } from '../blobs/blobs.ts';
import { Problem } from '../kernel/problem.ts';
import { announceBlob, removeRefused } from '../platform/objects/blob-removal.ts';
import { type Arrived, storeObject } from '../platform/objects/objects.ts';
import type { Platform } from '../platform/platform.ts';
import { patchResource } from '../platform/resources/actions.ts';
import { createResource } from '../platform/resources/resources.ts';
import { writePrivateJson } from '../setup/data-folder.ts';
import { createSite } from '../site/sites/sites.ts';
import type { Store, Writer } from '../store/store.ts';
import type { Installation } from './assemble.ts';
import { demoAssistant, demoFiles, demoProducts } from './demo/demo-content.ts';
import { demoProfile } from './demo/demo-profile.ts';

/** The first credentials; printed once, and stored in a file that only its owner can read. */
export interface Bootstrap {
  readonly platform: { readonly url: string; readonly key: string };
  readonly site: {
    readonly url: string;
    /** Undefined without the demo site. */
    readonly site?: string;
    readonly owner_key: string;
    readonly site_key?: string;
  };
}

export const firstOwner = 'local';

/**
 * A first start on an empty data folder: makes one owner, one key with all scopes, one credential, and demo resources.
 * Returns undefined if another process that starts on the same database was first.
 */
export async function bootstrap(
  installation: Installation,
  urls: { readonly platform: string; readonly site: string },
  /** Where to create demo resources; undefined for none. */
  platform?: Platform,
): Promise<Bootstrap | undefined> {
  const { keyring, paths } = installation;
  const demo = platform === undefined ? undefined : await prepareDemo(platform);
  try {
    return await keyring.store.write(async (tx) => {
      const { credentials, caller } = await makeCredentials(keyring, tx, urls);
      await demo?.make(tx, caller);
      const site = demo === undefined ? {} : await makeDemoSite(installation, tx, caller.ownerId);
      const file: Bootstrap = { ...credentials, site: { ...credentials.site, ...site } };
      // Written before the commit: after a kill in between the next start is a first start again, so there
      // is never an owner whose credentials were lost.
      writePrivateJson(paths.bootstrap, file);
      return file;
    });
  } catch (error) {
    await demo?.discard(error);
    if (error instanceof Problem && error.code === 'conflict') return undefined;
    throw error;
  }
}

async function makeCredentials(
  keyring: Keyring,
  tx: Writer,
  urls: { readonly platform: string; readonly site: string },
): Promise<{ readonly credentials: Bootstrap; readonly caller: Caller }> {
  const write: Store['write'] = (job) => job(tx);
  const owner = await createOwner(keyring, firstOwner, write);
  const name = 'first key';
  const scopes = ['*'] as const;
  const key = await createKey(keyring, { owner: owner.id, name, scopes, expiresInMs: null }, write);
  const credential = await createOwnerCredential(keyring, owner.id, 'owner', write);
  return {
    credentials: {
      platform: { url: urls.platform, key: key.key },
      site: { url: urls.site, owner_key: credential.key },
    },
    caller: {
      keyId: key.id,
      keyName: name,
      ownerId: owner.id,
      ownerName: owner.name,
      scopes: new Set(scopes),
      resources: 'all',
    },
  };
}

/**
 * Demo resources. Blobs first, then the rows with the first owner in one transaction: after a kill in between the next
 * start is a first start again, and the orphaned blobs are swept.
 */
async function prepareDemo(platform: Platform) {
  const arrived: Arrived[] = [];
  for (const { key, text } of demoFiles.files)
    arrived.push(await storeDemoFile(platform, key, text));
  return {
    make: async (tx: Writer, caller: Caller) => {
      const work = { platform, tx, caller };
      const { row: products } = await createResource(work, demoProducts.resource);
      const target = { id: products.id, ifMatch: undefined };
      for (const record of demoProducts.records)
        await patchResource(work, target, { action: 'add-record', record });
      const { row: bucket } = await createResource(work, demoFiles.resource);
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
  await writeBlob(platform.blobs, blob, [bytes]);
  return {
    key,
    blob,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentType: { essence: 'text/plain', inline: true },
  };
}

/** The demo site of the first owner, made in the transaction that makes the owner. */
async function makeDemoSite(
  { clock, config }: Pick<Installation, 'clock' | 'config'>,
  tx: Writer,
  ownerId: string,
): Promise<{ readonly site: string; readonly site_key: string }> {
  const maker = { clock, planOfNew: config.plan };
  const site = await createSite(maker, tx, ownerId, { id: 'demo', profile: demoProfile });
  return { site: site.id, site_key: site.key };
}
