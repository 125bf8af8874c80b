import { createKey, createOwnerCredential, type Keyring } from '../access/keys.ts';
import { createOwner } from '../access/owners.ts';
import type { Installation } from '../assemble.ts';
import { writePrivateJson } from '../data-folder.ts';
import { Problem } from '../kernel/problem.ts';

/** What a person needs to begin; shown once, and kept in a file that only they can read. */
export interface Bootstrap {
  readonly platform: { readonly url: string; readonly key: string };
  readonly site: { readonly owner_key: string };
}

const firstOwner = 'local';

/**
 * A first start on an empty data folder: one owner, one key with all scopes, one credential.
 * Undefined when another process that starts on the same database was first.
 */
export async function bootstrap(
  installation: Installation,
  url: string,
): Promise<Bootstrap | undefined> {
  const { keyring, paths } = installation;
  try {
    return await keyring.store.write(async (tx) => {
      const ring: Keyring = {
        ...keyring,
        store: { ...keyring.store, write: (job) => job(tx) },
      };
      const made = await makeCredentials(ring, url);
      // Before the commit: a process killed in between starts anew, and never has an owner whose
      // credentials nobody ever saw.
      writePrivateJson(paths.bootstrap, made);
      return made;
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return undefined;
    throw error;
  }
}

async function makeCredentials(ring: Keyring, url: string): Promise<Bootstrap> {
  const owner = await createOwner(ring, firstOwner);
  const key = await createKey(ring, {
    owner: owner.id,
    name: 'first key',
    scopes: ['*'],
    expiresInMs: null,
  });
  const credential = await createOwnerCredential(ring, owner.id);
  return {
    platform: { url, key: key.key },
    site: { owner_key: credential.key },
  };
}
