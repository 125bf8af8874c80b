import { createKey, createOwnerCredential, type Keyring } from '../../access/keys.ts';
import { createOwner } from '../../access/owners.ts';
import type { Caller } from '../../access/scopes.ts';
import type { Installation } from '../../assemble.ts';
import { writePrivateJson } from '../../data-folder.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeChecked } from '../../platform/records/checked-write.ts';
import { prepareDemo } from '../demo/demo.ts';
import { makeDemoSite } from '../demo/demo-site.ts';

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
      const ring: Keyring = {
        ...keyring,
        store: { ...keyring.store, write: (job) => job(tx) },
      };
      const { made: keys, caller } = await makeCredentials(ring, urls);
      await demo?.make(tx, caller);
      const site = demo === undefined ? {} : await makeDemoSite(installation, tx, caller.ownerId);
      const made: Bootstrap = { ...keys, site: { ...keys.site, ...site } };
      // Written before the commit: after a kill in between the next start is a first start again, so there
      // is never an owner whose credentials were lost.
      writePrivateJson(paths.bootstrap, made);
      return made;
    });
  } catch (error) {
    await demo?.discard(error);
    if (error instanceof Problem && error.code === 'conflict') return undefined;
    throw error;
  }
}

async function makeCredentials(
  ring: Keyring,
  urls: { readonly platform: string; readonly site: string },
): Promise<{ readonly made: Bootstrap; readonly caller: Caller }> {
  const owner = await createOwner(ring, firstOwner);
  const wanted = { name: 'first key', scopes: ['*'] } as const;
  const key = await createKey(ring, { owner: owner.id, ...wanted, expiresInMs: null });
  const credential = await createOwnerCredential(ring, owner.id);
  return {
    made: {
      platform: { url: urls.platform, key: key.key },
      site: { url: urls.site, owner_key: credential.key },
    },
    caller: {
      keyId: key.id,
      keyName: wanted.name,
      ownerId: owner.id,
      ownerName: owner.name,
      scopes: new Set(wanted.scopes),
      resources: 'all',
    },
  };
}
