import { type Blobs, DamagedBlob, type StoredBlob } from '../blobs/blobs.ts';
import { type Problem, unavailable } from '../kernel/problem.ts';
import { inParallel } from './parallel.ts';

// Each holds a piece of memory and waits for its server most of the time.
const atOnce = 8;
const reportedEvery = 100;

/**
 * Copies objects and reads each again at the target, where size and hash are compared. With `isRetry`, those that an
 * earlier copy has written are only compared.
 */
export async function copyObjects(
  source: Blobs,
  target: Blobs,
  objects: readonly StoredBlob[],
  isRetry: boolean,
  onProgress: (done: number) => void,
): Promise<void> {
  let done = 0;
  await inParallel(objects, atOnce, async (object) => {
    if (!(isRetry && (await isThere(target, object)))) await copyObject(source, target, object);
    done += 1;
    if (done % reportedEvery === 0 || done === objects.length) onProgress(done);
  });
}

/** Removes what an earlier copy wrote and the source no longer has. */
export async function removeOthers(blobs: Blobs, objects: readonly StoredBlob[]): Promise<void> {
  const wanted = new Set(objects.map(({ blob }) => blob));
  for await (const name of blobs.names()) if (!wanted.has(name)) await blobs.remove(name);
}

async function copyObject(source: Blobs, target: Blobs, object: StoredBlob): Promise<void> {
  const pieces = await source
    .open(object, { start: 0, end: object.size })
    .catch((error: unknown) => {
      throw error instanceof DamagedBlob ? damagedProblem(object, error) : error;
    });
  if (pieces === undefined) throw damagedProblem(object);
  const writer = await target.create(object.blob);
  try {
    for await (const piece of pieces) await writer.write(piece);
    await writer.commit();
  } catch (error) {
    await writer.discard().catch(() => {});
    throw error;
  }
  if (!(await isThere(target, object)))
    throw unavailable(`${target.place} did not keep ${object.blob}; try again.`);
}

async function isThere(blobs: Blobs, object: StoredBlob): Promise<boolean> {
  try {
    const pieces = await blobs.open(object, { start: 0, end: object.size });
    if (pieces === undefined) return false;
    for await (const piece of pieces) piece.length;
    return true;
  } catch (error) {
    if (error instanceof DamagedBlob) return false;
    throw error;
  }
}

function damagedProblem({ blob }: StoredBlob, cause?: unknown): Problem {
  return unavailable(
    `The bytes of ${blob} are missing or damaged, so no whole copy can be made; upload or delete its object.`,
    { cause },
  );
}
