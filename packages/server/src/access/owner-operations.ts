import {
  createKey,
  createOwnerCredential,
  type Keyring,
  listKeys,
  revokeKey,
  rotateKey,
} from './keys.ts';
import { createOwner, listOwners, renameOwner } from './owners.ts';

/** Operator commands for owners and their keys. */
export const ownerOperations = {
  'owners create': (ring: Keyring, input: { readonly name: string }) =>
    createOwner(ring, input.name),
  'owners rename': (ring: Keyring, input: { readonly owner: string; readonly name: string }) =>
    renameOwner(ring, input.owner, input.name),
  'owners list': (ring: Keyring, _input: object) => listOwners(ring.store),
  'owners key': async (ring: Keyring, input: { readonly owner: string }) => {
    const { id, key } = await createOwnerCredential(ring, input.owner);
    return { id, key };
  },
  'keys create': (
    ring: Keyring,
    input: {
      readonly owner: string;
      readonly name: string;
      readonly scopes: readonly string[];
      readonly resources?: readonly string[] | undefined;
      readonly expiresInMs: number | null;
    },
  ) => createKey(ring, input),
  'keys list': (ring: Keyring, input: { readonly owner?: string }) => listKeys(ring, input.owner),
  'keys rotate': (ring: Keyring, input: { readonly key: string; readonly graceMs: number }) =>
    rotateKey(ring, input.key, input.graceMs),
  'keys revoke': (ring: Keyring, input: { readonly key: string }) => revokeKey(ring, input.key),
} as const;
