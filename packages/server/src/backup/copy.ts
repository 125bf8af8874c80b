/**
 * Copies a whole installation to another store and another location of objects. The target is marked together with its
 * tables and refuses to start until the mark is gone, which is the last step: a copy that is killed is run again.
 */

import { type Blobs, DamagedBlob, type StoredBlob, writeBlob } from '../blobs/blobs.ts';
import type { Clock } from '../kernel/clock.ts';
import { conflict, Problem, unavailable } from '../kernel/problem.ts';
import { takeBlobLocation } from '../setup/blob-location.ts';
import { dataVersion, versionOf } from '../store/migrations/data-version.ts';
import { createTables } from '../store/migrations/migrations.ts';
import { lockPartitions } from '../store/partitions.ts';
import {
  assertWhole,
  beginCopying,
  copyingStatement,
  endCopying,
  readCopying,
  readObjectsLocation,
  readPepperMark,
  writePepperMark,
} from '../store/processes/installation.ts';
import type { Store } from '../store/store.ts';
import { allTables, emptyTables, insertRows, isEmptyTable } from '../store/tables.ts';
import { copyTable, objectOf, type TableDigest } from './manifest.ts';
import { inParallel } from './parallel.ts';

export interface CopySide {
  readonly store: Store;
  readonly blobs: Blobs;
  /** In words for the operator. */
  readonly name: string;
  /** An error of its engines as a sentence for the operator. */
  readonly explained: (error: unknown) => unknown;
}

interface CopyJob {
  readonly source: CopySide;
  readonly target: CopySide;
  readonly clock: Clock;
  /** The fingerprint of the source's pepper. */
  readonly fingerprint: string;
  /** Writes the pepper to the target; called before the copy counts as complete. */
  readonly savePepper: () => void;
  readonly print: (line: string) => void;
}

export async function copyInstallation(job: CopyJob) {
  const { source, target, print } = job;
  await explaining(source, assertSource(job));
  const isRetry = await explaining(target, takeTarget(job));
  print(
    isRetry
      ? 'The copy that was interrupted starts over.'
      : 'The target is reserved for this copy.',
  );
  const { tables, objects } = await copyTables(job);
  const onProgress = (done: number) => print(`objects: ${done} of ${objects.length}`);
  await copyObjects(source.blobs, target.blobs, objects, isRetry, onProgress);
  if (isRetry) await removeOthers(target.blobs, objects);
  await assertEqual(target, tables);
  job.savePepper();
  await target.store.write(async (tx) => {
    await writePepperMark(tx, job.fingerprint);
    await endCopying(tx);
  });
  print('Everything was compared; the copy is whole.');
  const bytes = objects.reduce((sum, { size }) => sum + size, 0);
  return { tables, objects: { count: objects.length, bytes } };
}

async function explaining<Result>({ explained }: CopySide, step: Promise<Result>): Promise<Result> {
  try {
    return await step;
  } catch (error) {
    throw explained(error);
  }
}

async function assertSource({ source: { store, name }, fingerprint }: CopyJob): Promise<void> {
  const version = await versionOf(store);
  if (version === 0) throw new Problem('not_found', `There is nothing to copy in ${name}.`);
  if (version !== dataVersion)
    throw conflict(
      `The data in ${name} is of version ${version} and this program writes version ${dataVersion}; run ` +
        'baraza migrate on it first.',
    );
  await assertWhole(store);
  const known = await readPepperMark(store);
  if (known !== undefined && known !== '' && known !== fingerprint)
    throw conflict(
      `The keys in ${name} were made with another pepper; name their file with --from-pepper.`,
    );
}

/** Marks the target; true when an earlier copy was begun there. */
async function takeTarget({ target, clock }: CopyJob): Promise<boolean> {
  const { store, blobs } = target;
  const version = await versionOf(store);
  const isRetry = version === dataVersion && (await readCopying(store)) !== undefined;
  if (!isRetry) await assertEmpty(target, version);
  await assertUnused(target, isRetry);
  // A server would start on tables without the mark.
  if (version === 0) await createTables(store, [copyingStatement(clock())]);
  else await store.write((tx) => beginCopying(tx, clock()));
  await takeBlobLocation(store, blobs);
  if (isRetry) await emptyTables(store, await allTables(store, store.engine));
  return isRetry;
}

async function assertEmpty({ store, name }: CopySide, version: number): Promise<void> {
  if (version === 0) return;
  const isUsed = async () => {
    for (const table of await allTables(store, store.engine))
      if (!(await isEmptyTable(store, table))) return true;
    return false;
  };
  if (version !== dataVersion || (await isUsed()))
    throw conflict(`${name} is in use already; copy into an empty one.`);
}

/** Refuses a location that has other objects: a retry removes there what the source does not have. */
async function assertUnused({ store, blobs }: CopySide, isRetry: boolean): Promise<void> {
  const owner = await blobs.owner();
  const known = isRetry ? await readObjectsLocation(store) : undefined;
  if (owner !== undefined && owner === known?.id) return;
  const [isClaimed, isFull] = [!blobs.isPrivate && owner !== undefined, await hasNames(blobs)];
  if (isClaimed || isFull)
    throw conflict(`${blobs.place} has objects already; choose another location.`);
}

async function hasNames(blobs: Blobs): Promise<boolean> {
  for await (const _ of blobs.names()) return true;
  return false;
}

/** Copies one snapshot of the source, row by row. */
function copyTables({ source, target, print }: CopyJob) {
  return source.store.snapshot('copy', async (view) => {
    await lockPartitions(view, source.store.engine);
    const tables: TableDigest[] = [];
    const objects: StoredBlob[] = [];
    for (const table of await allTables(view, source.store.engine)) {
      const copied = await copyTable(view, table, source.store.engine, async (rows) => {
        if (table.name === 'objects') objects.push(...rows.map(objectOf));
        await explaining(
          target,
          target.store.write((tx) => insertRows(tx, table, rows)),
        );
      });
      tables.push(copied);
      print(`table ${table.name}: ${copied.rows} rows`);
    }
    return { tables, objects };
  });
}

/** Reads the target again and compares the number and the hash of all rows of each table. */
async function assertEqual({ store, name }: CopySide, wanted: readonly TableDigest[]) {
  await store.snapshot('copy', async (view) => {
    await lockPartitions(view, store.engine);
    const tables = await allTables(view, store.engine);
    for (const { name: tableName, rows, sha256 } of wanted) {
      const table = tables.find((one) => one.name === tableName);
      const found = table && (await copyTable(view, table, store.engine));
      if (found?.rows !== rows || found.sha256 !== sha256)
        throw unavailable(
          `The table ${tableName} in ${name} is not what was copied; is something else writing there?`,
        );
    }
  });
}

// Each holds a piece of memory and waits for its server most of the time.
const atOnce = 8;
const reportedEvery = 100;

/**
 * Copies objects and reads each again at the target, where size and hash are compared. With `isRetry`, those that an
 * earlier copy has written are only compared.
 */
async function copyObjects(
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
async function removeOthers(blobs: Blobs, objects: readonly StoredBlob[]): Promise<void> {
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
  await writeBlob(target, object.blob, pieces);
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
