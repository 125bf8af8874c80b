/** Where the objects of a store are: store and location have the same id, so that neither is mistaken for another. */
import { randomUUID } from 'node:crypto';
import type { Blobs } from '../blobs/blobs.ts';
import { conflict, Problem, unavailable } from '../kernel/problem.ts';
import {
  addObjectsLocation,
  hasObjects,
  type ObjectsLocation,
  readObjectsLocation,
  writeObjectsLocation,
} from '../store/processes/installation.ts';
import type { Store } from '../store/store.ts';

/**
 * Refuses a location that does not belong to this store; a new store claims it. While other processes run on the store
 * (`areOthersHere`), the location does not change, because they would continue with the old one.
 */
export async function settleBlobLocation(
  store: Store,
  blobs: Blobs,
  areOthersHere: () => Promise<boolean>,
): Promise<void> {
  try {
    await settle(store, blobs, areOthersHere);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'conflict')) throw error;
    // Another process may have been starting at the same time; by now it has written everything.
    await settle(store, blobs, areOthersHere);
  }
}

async function settle(
  store: Store,
  blobs: Blobs,
  areOthersHere: () => Promise<boolean>,
): Promise<void> {
  // In this order: a process writes to the store before it claims a location.
  const found = await ownerOf(store, blobs);
  const known = await readObjectsLocation(store);
  if (known !== undefined && found === known.id && known.place === blobs.place) return;
  // Files of a version without ids.
  const isUnmarked = known === undefined && blobs.isPrivate;
  if (!isUnmarked) {
    if (found !== undefined && found !== known?.id) throw takenProblem(blobs);
    if (await hasObjects(store)) throw elsewhereProblem(known, blobs);
  }
  const isMoved = known !== undefined && (blobs.isPrivate || known.place !== blobs.place);
  if (isMoved && (await areOthersHere())) throw elsewhereProblem(known, blobs);
  await takeBlobLocation(store, blobs);
}

/** Makes it the location of this store, whichever it had before. */
export async function takeBlobLocation(store: Store, blobs: Blobs): Promise<void> {
  const found = await blobs.owner();
  const { place } = blobs;
  const own = { id: found ?? randomUUID(), place };
  const id = await store.write(async (tx) => {
    const known = await addObjectsLocation(tx, own);
    // Processes that start together on one location all get the id that the first has written. A location that is no
    // longer used keeps its id, so the new one needs another.
    if (known.place === place && !blobs.isPrivate && found === undefined) return known.id;
    await writeObjectsLocation(tx, own);
    return own.id;
  });
  if (found !== id) await blobs.claim(id);
}

/** A location that cannot be reached now counts as the known one; requests for objects are refused meanwhile. */
async function ownerOf(store: Store, blobs: Blobs): Promise<string | undefined> {
  try {
    return await blobs.owner();
  } catch (cause) {
    const known = await readObjectsLocation(store);
    if (known?.place === blobs.place) return known.id;
    throw unusableLocation(blobs, cause);
  }
}

export function unusableLocation({ place }: Blobs, cause: unknown): Problem {
  const sentence = `BLOB_URL cannot be used: ${place} ${causeOf(cause)}.`;
  return unavailable(sentence, { cause });
}

function causeOf(error: unknown): string {
  const cause = error instanceof Problem ? error.cause : error;
  const text = cause instanceof Error ? cause.message || cause.name : 'does not answer';
  return `(${text.replaceAll(/\s+/g, ' ').replace(/\.$/, '')})`;
}

function takenProblem({ place, isPrivate }: Blobs): Problem {
  const where = isPrivate ? 'the data folder' : `${place} of BLOB_URL`;
  const remedy = isPrivate ? 'choose another BARAZA_DATA' : 'choose another prefix';
  return conflict(
    `The objects in ${where} belong to another database; ${remedy}, or set DATABASE_URL to theirs.`,
  );
}

function elsewhereProblem(
  known: ObjectsLocation | undefined,
  { place, isPrivate }: Blobs,
): Problem {
  const there = known?.place ?? 'files in the data folder';
  if (known?.place === place && !isPrivate)
    return conflict(
      `${place} of BLOB_URL has no object baraza-owner, by which the objects of this database are known; correct the ` +
        `endpoint in BLOB_URL, or, if only that object was lost, write it again with the text ${known.id}.`,
    );
  return conflict(
    there === place
      ? 'The objects of this database are in another data folder; set BARAZA_DATA to that folder.'
      : `The objects of this database are ${describePlace(there)}, not ${describePlace(place)}; ` +
          'set BLOB_URL accordingly, or move them with baraza copy.',
  );
}

function describePlace(place: string): string {
  return place.startsWith('s3:') ? `in ${place}` : place;
}
