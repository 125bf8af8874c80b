/** The key pair that signs messages to push services: generated once and stored sealed. */
import type { Clock } from '../kernel/clock.ts';
import { deletePushKey, findPushKey, insertPushKey } from '../store/push.ts';
import type { Store } from '../store/store.ts';
import type { Seal } from './seal.ts';

interface PushKeyParts {
  readonly store: Store;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly generate: () => Promise<KeyPair>;
}

interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** If several processes need it at once, one creates it and the others use it. */
export async function pushKeys(parts: PushKeyParts): Promise<KeyPair> {
  const { store, seal, clock } = parts;
  const found = await readKeys(parts);
  if (found !== undefined) return found;
  const { publicKey, privateKey } = await parts.generate();
  const row = { public: publicKey, private: seal.close(privateKey) };
  await store.write((tx) => insertPushKey(tx, row, clock()));
  return (await readKeys(parts)) ?? { publicKey, privateKey };
}

async function readKeys({ store, seal }: PushKeyParts): Promise<KeyPair | undefined> {
  const row = await findPushKey(store);
  if (row === undefined) return undefined;
  try {
    return { publicKey: row.public, privateKey: seal.open(row.private) };
  } catch {
    // Sealed with another pepper, with which all sessions and so all devices have ended, too.
    await store.write((tx) => deletePushKey(tx, row));
    return undefined;
  }
}
