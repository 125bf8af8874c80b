import { createKey, createOwnerCredential, type Keyring } from '../../access/keys.ts';
import { createOwner } from '../../access/owners.ts';
import type { Caller } from '../../access/scopes.ts';
import type { Installation } from '../../assemble.ts';
import { writePrivateJson } from '../../data-folder.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeChecked } from '../../platform/records/checked-write.ts';
import type { Store, Writer } from '../../store/store.ts';
import { makeDemoSite, prepareDemo } from '../demo/demo.ts';

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
 * A first start on an empty data folder: one owner, one key with all scopes, one credential, and
 * demo resources.
 * Undefined when another process that starts on the same database was first.
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
    return await writeChecked(keyring.store, async (tx) => {
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
