/**
 * Format of a backup file: one SQLite database with every table of ours, the bytes of all objects
 * in pieces, and a manifest; after its last page, a line with the SHA-256 of every byte before it.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { StoredBlob } from '../blobs/blobs.ts';
import type { Engine, Snapshot } from '../store/store.ts';
import { type Row, rowsOf, type Table } from '../store/tables.ts';

export const formatName = 'baraza-backup';
export const formatVersion = 1;
/** The version of increments; programs that do not know increments refuse it. */
export const incrementVersion = 2;

/** Tables of the file that the store does not have. */
export const ownTables = {
  manifest: 'baraza_backup',
  blobs: 'baraza_blobs',
  /** Tables of increments: new chunks of rows, the chunks of each table, and the objects that are in earlier files. */
  chunks: 'baraza_chunks',
  states: 'baraza_states',
  held: 'baraza_held',
} as const;

export interface Manifest {
  readonly format: typeof formatName;
  readonly version: number;
  /** The version of the data in the tables. */
  readonly dataVersion: number;
  readonly programVersion: string;
  readonly takenAt: string;
  /** Only of an increment: the backup that it continues, by the hash of its bytes. */
  readonly since?: { readonly seal: string; readonly takenAt: string; readonly name: string };
  readonly engine: string;
  readonly pepper: { readonly included: boolean; readonly fingerprint: string };
  readonly tables: readonly TableDigest[];
  readonly blobs: { readonly count: number; readonly bytes: number };
}

export interface TableDigest {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Over the rows in the order of their key, the same on both databases. */
  readonly sha256: string;
}

/** Counts and hashes rows as they are copied. */
export function createTableDigest(columns: readonly string[]) {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add: (row: Row): void => {
      rows += 1;
      hash.update(`${JSON.stringify(columns.map((column) => row[column] ?? null))}\n`);
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  };
}

/** Reads all rows of a table in the order of its key, gives them to `onRows` and digests them. */
export async function copyTable(
  view: Snapshot,
  table: Table,
  engine: Engine,
  onRows: (rows: readonly Row[]) => Promise<void> = async () => {},
): Promise<TableDigest> {
  const columns = columnNames(table);
  const digest = createTableDigest(columns);
  for await (const rows of view.each<Row>(rowsOf(table, engine))) {
    rows.forEach(digest.add);
    await onRows(rows);
  }
  return { name: table.name, columns, ...digest.end() };
}

export function columnNames(table: Table): readonly string[] {
  return table.columns.map(({ name }) => name);
}

/** The object of a row of `objects`. */
export function objectOf({ blob, size, sha256 }: Row): StoredBlob {
  return { blob: String(blob), size: Number(size), sha256: String(sha256) };
}

export const sealBytes = 96;
export const magic = 'SQLite format 3\0';

/** The size of a file, its first bytes and its last. */
export async function readEnds(file: string) {
  await using handle = await open(file, 'r');
  const { size } = await handle.stat();
  const read = async (bytes: number, at: number) =>
    (await handle.read(Buffer.alloc(bytes), 0, bytes, at)).buffer.toString('latin1');
  const first = await read(magic.length, 0);
  return { size, first, last: await read(sealBytes, Math.max(0, size - sealBytes)) };
}

/** The hash of the first bytes of a file. */
export async function hashFile(file: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: bytes - 1, highWaterMark: 1024 * 1024 }))
    hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The last bytes of the file; SQLite ignores what follows the last page. */
export function sealLine(sha256: string, version: number = formatVersion): string {
  return `\n${formatName} ${version} sha256 ${sha256}`.padEnd(sealBytes - 1).concat('\n');
}

export function readSeal(
  text: string,
): { readonly version: number; readonly sha256: string } | undefined {
  const found = /^\nbaraza-backup (\d+) sha256 ([0-9a-f]{64}) *\n$/.exec(text);
  if (found === null) return undefined;
  return { version: Number(found[1]), sha256: found[2] ?? '' };
}
