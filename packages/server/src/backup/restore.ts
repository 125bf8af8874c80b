import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Blobs, writeBlob } from '../blobs/blobs.ts';
import { conflict, invalid, Problem } from '../kernel/problem.ts';
import { takeBlobLocation } from '../setup/blob-location.ts';
import { type DataPaths, dataPaths, writePrivate } from '../setup/data-folder.ts';
import { pepperFingerprint, readPepper } from '../setup/pepper.ts';
import { versionOf } from '../store/migrations/data-version.ts';
import { marksSince, migrate, migrations } from '../store/migrations/migrations.ts';
import { beginRestoring, endRestoring, writePepperMark } from '../store/processes/installation.ts';
import type { Store, Writer } from '../store/store.ts';
import { allTables, insertRows, isEmptyTable, type Row, type Table } from '../store/tables.ts';
import { columnNames } from './manifest.ts';
import { swapIn } from './swap.ts';
import type { VerifiedBackup } from './verified.ts';

export interface RestoreTarget {
  readonly paths: DataPaths;
  readonly pepperFile: string | undefined;
  /** Opens the configured engines with their files at these paths. */
  readonly open: (staged: DataPaths) => Promise<{ readonly store: Store; readonly blobs: Blobs }>;
  /** Writes into a location of objects that is in use, as after the loss of its database. */
  readonly force: boolean;
  /** Works on the restored rows before they are in use. */
  readonly onFilled?: (store: Store, pepper: Buffer) => Promise<void>;
  /** Timestamp in the name of the folder that keeps the previous data. */
  readonly time: string;
}

/** Replaces the data with a verified backup; returns the folder that keeps the previous data, if any. */
export async function restoreBackup(
  backup: VerifiedBackup,
  target: RestoreTarget,
): Promise<string | undefined> {
  const { paths } = target;
  const pepper = pepperToStage(backup, target);
  const staged = dataPaths(paths.restoring);
  rmSync(staged.folder, { recursive: true, force: true });
  mkdirSync(staged.folder, { mode: 0o700 });
  let store: Store | undefined;
  try {
    const engines = await target.open(staged);
    store = engines.store;
    if (store.engine === 'postgres') await assertEmpty(store, backup);
    await assertUnused(engines.blobs, target.force);
    await migrate(store, undefined, migrations.slice(0, backup.manifest.dataVersion));
    const tables = await matchingTables(store, backup);
    for (const { blob } of backup.objects())
      await writeBlob(engines.blobs, blob, backup.pieces(blob));
    if (pepper !== undefined) writePrivate(staged.pepper, pepper);
    const moves = filesToSwap(paths, store, pepper);
    const swap = () => swapIn(paths, moves, target.time);
    // Files are taken over by the next start, from the folder where they are then.
    const upgrade = async (filled: Store) => {
      await migrate(filled);
      await filled.write((tx) => writePepperMark(tx, backup.manifest.pepper.fingerprint));
      const used = pepper === undefined ? readPepper(paths, target.pepperFile, false) : undefined;
      await target.onFilled?.(filled, used ?? Buffer.from((pepper ?? '').trim()));
      if (!engines.blobs.isPrivate) await takeBlobLocation(filled, engines.blobs);
      await filled.write(endRestoring);
      await filled.close();
    };
    // No server starts before the upgrade has ended. Data of an early version has no place for the mark.
    const mark = async (tx: Writer) => {
      if (backup.manifest.dataVersion >= marksSince) await beginRestoring(tx, target.time);
    };
    return await fill(store, () => tableBatches(backup, tables), mark, upgrade, swap);
  } catch (error) {
    await store?.close();
    // Without a journal the staged files are discarded; with one, the next start completes the swap.
    if (!existsSync(paths.restore)) rmSync(staged.folder, { recursive: true, force: true });
    throw error;
  }
}

/** Every key in the backup is hashed with its pepper; with another one, none of them would work. */
function pepperToStage({ manifest, pepper }: VerifiedBackup, { paths, pepperFile }: RestoreTarget) {
  const { fingerprint } = manifest.pepper;
  if (pepperFile === undefined && pepper !== undefined) {
    if (pepperFingerprint(Buffer.from(pepper)) === fingerprint) return `${pepper}\n`;
    throw invalid('The pepper in the backup is not the one its keys were made with.');
  }
  const isThere = () => pepperFingerprint(readPepper(paths, pepperFile, false)) === fingerprint;
  if (pepperFile !== undefined) {
    if (isThere()) return undefined;
    throw conflict(
      `The keys in the backup were made with a different pepper than ${pepperFile}; set BARAZA_PEPPER_FILE to the ` +
        'one that was in use.',
    );
  }
  try {
    if (isThere()) return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  throw conflict(
    'The backup does not contain its pepper, which was in BARAZA_PEPPER_FILE; set BARAZA_PEPPER_FILE to ' +
      'that file.',
  );
}

async function assertEmpty(store: Store, { manifest }: VerifiedBackup): Promise<void> {
  const version = await versionOf(store);
  if (version === 0) return;
  const tables = await allTables(store, store.engine);
  const empty = await Promise.all(tables.map((table) => isEmptyTable(store, table)));
  if (version === manifest.dataVersion && empty.every(Boolean)) return;
  throw conflict(
    'The database of DATABASE_URL is in use already; make an empty one with createdb and set DATABASE_URL to it.',
  );
}

/** Refuses a location in use: the restored data could delete objects of the installation that uses it. */
async function assertUnused(blobs: Blobs, force: boolean): Promise<void> {
  if (blobs.isPrivate || force || (await blobs.owner()) === undefined) return;
  throw conflict(
    `${blobs.place} of BLOB_URL is in use already; choose another prefix, or add --force when nothing else uses ` +
      'it any more.',
  );
}

async function matchingTables(store: Store, { manifest }: VerifiedBackup) {
  const tables = await allTables(store, store.engine);
  const shape = (list: readonly { readonly name: string; readonly columns: readonly string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns]));
  const wanted = tables.map((table) => ({ name: table.name, columns: columnNames(table) }));
  if (shape(wanted) !== shape(manifest.tables))
    throw invalid('The tables of the backup are not those of its version.');
  return tables;
}

async function fill(
  store: Store,
  batches: () => Iterable<readonly [Table, readonly Row[]]>,
  mark: (tx: Writer) => Promise<void>,
  upgrade: (filled: Store) => Promise<void>,
  swap: () => string | undefined,
): Promise<string | undefined> {
  if (store.engine === 'sqlite') {
    // A new file needs no single transaction: it is not in use before the swap.
    for (const [table, rows] of batches()) await store.write((tx) => insertRows(tx, table, rows));
    await upgrade(store);
    return swap();
  }
  // All rows in one transaction; the files are swapped in with the commit, so that both exist or neither.
  let swapped: { readonly keptAs: string | undefined } | undefined;
  await store.write(async (tx) => {
    for (const [table, rows] of batches()) await insertRows(tx, table, rows);
    await mark(tx);
    swapped ??= { keptAs: swap() };
  });
  await upgrade(store);
  return swapped?.keptAs;
}

const batchRows = 1_000;

function* tableBatches(
  backup: VerifiedBackup,
  tables: readonly Table[],
): Iterable<readonly [Table, readonly Row[]]> {
  for (const table of tables) {
    let batch: Row[] = [];
    for (const row of backup.rows(table.name)) {
      batch.push(row);
      if (batch.length < batchRows) continue;
      yield [table, batch];
      batch = [];
    }
    if (batch.length > 0) yield [table, batch];
  }
}

/** The credentials file of the old first start is moved away too: its keys are no longer valid. */
function filesToSwap(paths: DataPaths, store: Store, pepper: string | undefined) {
  const database = path.basename(paths.database);
  const files = [
    path.basename(paths.blobs),
    ...(pepper === undefined ? [] : [path.basename(paths.pepper)]),
  ];
  const log = [`${database}-wal`, `${database}-shm`];
  const bootstrap = path.basename(paths.bootstrap);
  return store.engine === 'sqlite'
    ? { leaving: [...log, database, ...files, bootstrap], coming: [...files, database] }
    : { leaving: [...files, bootstrap], coming: files };
}
