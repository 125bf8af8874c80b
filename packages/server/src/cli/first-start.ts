import { createKey, createOwnerCredential } from '../access/keys.ts';
import { createOwner } from '../access/owners.ts';
import type { Installation } from '../assemble.ts';
import { writePrivateJson } from '../data-folder.ts';

/** What a person needs to begin; shown once, and kept in a file that only they can read. */
export interface Bootstrap {
  readonly platform: { readonly url: string; readonly key: string };
  readonly site: { readonly owner_key: string };
}

/** A first start on an empty data folder: one owner, one key with all scopes, one credential. */
export async function bootstrap(installation: Installation, url: string): Promise<Bootstrap> {
  const { keyring, paths } = installation;
  const owner = await createOwner(keyring, 'local');
  const key = await createKey(keyring, {
    owner: owner.id,
    name: 'first key',
    scopes: ['*'],
    expiresInMs: null,
  });
  const credential = await createOwnerCredential(keyring, owner.id);
  const made: Bootstrap = {
    platform: { url, key: key.key },
    site: { owner_key: credential.key },
  };
  writePrivateJson(paths.bootstrap, made);
  return made;
}
