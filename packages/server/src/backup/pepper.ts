/**
 * One store has one pepper: what a process with another one hashes or seals is useless to all the others, and the
 * other way round. The store knows the fingerprint of its own.
 */
import { Problem } from '../kernel/problem.ts';
import {
  addPepperMark,
  dropNotifySecrets,
  readPepperMark,
  someSealed,
} from '../store/processes/installation.ts';
import type { Reader, Store } from '../store/store.ts';
import { pepperFingerprint } from './manifest.ts';

export interface Pepper {
  readonly bytes: Buffer;
  /** The file that it was read from. */
  readonly place: string;
  /** Whether it opens what was sealed. */
  readonly opens: (sealed: string) => boolean;
}

/** Refuses a pepper that is not the one of the store; a store that knows none yet judges by what is sealed in it. */
export async function assertPepper(store: Reader, pepper: Pepper): Promise<void> {
  const known = await readPepperMark(store);
  if (known === '' || known === pepperFingerprint(pepper.bytes)) return;
  if (known !== undefined) throw foreignPepper(pepper);
  const sealed = (await someSealed(store)).find((kind) => kind.length > 0) ?? [];
  // Before stores knew their pepper a process with another one could write some of its own.
  if (sealed.filter(pepper.opens).length * 2 < sealed.length) throw foreignPepper(pepper);
}

/** Makes it the pepper of the store, unless that has one: then it must be the same. */
export async function takePepper(store: Store, pepper: Pepper): Promise<void> {
  const own = pepperFingerprint(pepper.bytes);
  if ((await readPepperMark(store)) === own) return;
  await store.write(async (tx) => {
    if ((await addPepperMark(tx, own)) !== own) throw foreignPepper(pepper);
    await dropNotifySecrets(tx, (sealed) => !pepper.opens(sealed));
  });
}

function foreignPepper({ place }: Pepper): Problem {
  return new Problem(
    'conflict',
    `The keys of this database were made with another pepper than ${place}; set BARAZA_PEPPER_FILE to the file with ` +
      'the one that all its servers use.',
  );
}
