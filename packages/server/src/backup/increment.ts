/**
 * An increment: the chunks of rows and the objects that the backup before it does not have, and for each table the list
 * of all its chunks. The files of a chain are in one folder; each names the one before by its seal.
 */

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import Database from 'better-sqlite3';
import type { StoredBlob } from '../blobs/blobs.ts';
import { Problem } from '../kernel/problem.ts';
import type { Value } from '../store/store.ts';
import type { Row, Table } from '../store/tables.ts';
import { columnNames, type Manifest, objectOf, ownTables, readEnds, readSeal } from './manifest.ts';

const rowsAtOnce = 200;

/** What an increment need not copy. */
export interface Previous {
  readonly since: NonNullable<Manifest['since']>;
  readonly chunks: ReadonlySet<string>;
  readonly blobs: ReadonlySet<string>;
}

/** Where the rows of a backup that is being written go. */
export interface RowSink {
  readonly addTable: (table: Table) => void;
  readonly addRow: (table: Table, row: Row) => void;
  readonly objects: () => readonly StoredBlob[];
  /** After the last row. */
  readonly end: () => void;
}

export function createChunkSink(database: Database.Database, previous: Previous): RowSink {
  database.exec(`CREATE TABLE ${ownTables.chunks} (sha256 TEXT PRIMARY KEY, lines TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE ${ownTables.states} (name TEXT, place INTEGER, sha256 TEXT, PRIMARY KEY (name, place)) WITHOUT ROWID;
    CREATE TABLE ${ownTables.held} (name TEXT PRIMARY KEY) WITHOUT ROWID`);
  const insertChunk = database.prepare(`INSERT OR IGNORE INTO ${ownTables.chunks} VALUES (?, ?)`);
  const insertState = database.prepare(`INSERT INTO ${ownTables.states} VALUES (?, ?, ?)`);
  const insertHeld = database.prepare(`INSERT INTO ${ownTables.held} VALUES (?)`);
  const objects: StoredBlob[] = [];
  let chunker: ReturnType<typeof createChunker> | undefined;
  return {
    addTable: (table) => {
      chunker?.end();
      let place = 0;
      chunker = createChunker(columnNames(table), ({ sha256, lines }) => {
        insertState.run(table.name, place, sha256);
        place += 1;
        if (!previous.chunks.has(sha256)) insertChunk.run(sha256, lines.join('\n'));
      });
    },
    addRow: (table, row) => {
      if (table.name === 'objects') objects.push(objectOf(row));
      chunker?.add(row);
    },
    objects: () => objects.toSorted((one, other) => (one.blob < other.blob ? -1 : 1)),
    end: () => {
      chunker?.end();
      for (const { blob } of objects) if (previous.blobs.has(blob)) insertHeld.run(blob);
    },
  };
}

/** What a backup has already, by itself or by those before it. */
export async function readPrevious(file: string, manifest: Manifest): Promise<Previous> {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const chunks = new Set<string>();
    if (manifest.since === undefined)
      for (const table of manifest.tables)
        await eachChunk(database, table, ({ sha256 }) => chunks.add(sha256));
    else
      for (const sha256 of textsOf(database, `SELECT sha256 FROM ${ownTables.states}`))
        chunks.add(sha256);
    const held = manifest.since === undefined ? '' : ` UNION SELECT name FROM ${ownTables.held}`;
    const blobs = new Set(textsOf(database, `SELECT DISTINCT name FROM ${ownTables.blobs}${held}`));
    const { takenAt } = manifest;
    const name = path.basename(file);
    return { since: { seal: await readSealOf(file), takenAt, name }, chunks, blobs };
  } finally {
    database.close();
  }
}

/** The backup before an increment, in the same folder. */
export async function findPrevious(file: string, { since }: Manifest): Promise<string> {
  const folder = path.dirname(file);
  const names = readdirSync(folder).filter((name) => /\.(?:backup|increment)$/.test(name));
  const first = names.filter((name) => name === since?.name);
  for (const name of [...first, ...names.filter((other) => other !== since?.name)])
    if ((await readSealOf(path.join(folder, name))) === since?.seal) return path.join(folder, name);
  throw new Problem(
    'not_found',
    `${file} needs the backup ${since?.name} of ${since?.takenAt}, which is not in its folder; copy it there.`,
  );
}

/** Rows and objects of the last increment, from all files of its chain; the newest file is the first. */
export async function readChain(
  databases: readonly Database.Database[],
  manifest: Manifest,
  base: Manifest,
) {
  const [newest] = databases as [Database.Database];
  const increments = databases
    .slice(0, -1)
    .map((database) =>
      database.prepare<[string], { lines: string }>(
        `SELECT lines FROM ${ownTables.chunks} WHERE sha256 = ?`,
      ),
    );
  const inBase = await indexChunks(databases.at(-1) as Database.Database, base);
  const linesOf = (sha256: string): readonly string[] => {
    for (const find of increments) {
      const found = find.get(sha256);
      if (found !== undefined) return found.lines.split('\n');
    }
    return inBase(sha256);
  };
  function* rows(table: string): Iterable<Row> {
    const columns = manifest.tables.find(({ name }) => name === table)?.columns ?? [];
    const chunks = newest
      .prepare<[string], { sha256: string }>(
        `SELECT sha256 FROM ${ownTables.states} WHERE name = ? ORDER BY place`,
      )
      .iterate(table);
    for (const { sha256 } of chunks)
      for (const line of linesOf(sha256)) yield rowOfLine(columns, line);
  }
  return {
    rows,
    objects: (): readonly StoredBlob[] =>
      [...rows('objects')].map(objectOf).toSorted((one, other) => (one.blob < other.blob ? -1 : 1)),
    /** The file that has the bytes of an object. */
    holderOf: (blob: string) =>
      databases.find(
        (database) =>
          database.prepare(`SELECT 1 FROM ${ownTables.blobs} WHERE name = ?`).get(blob) !==
          undefined,
      ),
  };
}

/** Finds the chunks of a whole backup, whose rows are in tables. */
async function indexChunks(database: Database.Database, manifest: Manifest) {
  const places = new Map<
    string,
    { readonly table: Manifest['tables'][number]; readonly from: number; readonly count: number }
  >();
  for (const table of manifest.tables) {
    let from = 0;
    await eachChunk(database, table, ({ sha256, lines }) => {
      places.set(sha256, { table, from, count: lines.length });
      from += lines.length;
    });
  }
  return (sha256: string): readonly string[] => {
    const place = places.get(sha256);
    if (place === undefined) throw new SyntaxError(`chunk ${sha256} is missing`);
    const { name, columns } = place.table;
    // Rows of a backup are numbered from 1, without gaps.
    return database
      .prepare<[number, number], Row>(
        `SELECT * FROM "${name}" WHERE rowid > ? AND rowid <= ? ORDER BY rowid`,
      )
      .all(place.from, place.from + place.count)
      .map((row) => JSON.stringify(columns.map((column) => row[column] ?? null)));
  };
}

/** Rows are read in pieces: a server that takes a backup serves meanwhile. */
async function eachChunk(
  database: Database.Database,
  { name, columns }: Manifest['tables'][number],
  onChunk: Parameters<typeof createChunker>[1],
): Promise<void> {
  const chunker = createChunker(columns, onChunk);
  const page = database.prepare<[number], Row>(
    `SELECT * FROM "${name}" WHERE rowid > ? ORDER BY rowid LIMIT ${rowsAtOnce}`,
  );
  for (let from = 0; ; from += rowsAtOnce) {
    const rows = page.all(from);
    rows.forEach(chunker.add);
    if (rows.length < rowsAtOnce) break;
    await setImmediate();
  }
  chunker.end();
}

/** The hash that a file states about itself; empty if it is not a backup. */
async function readSealOf(file: string): Promise<string> {
  return readSeal((await readEnds(file)).last)?.sha256 ?? '';
}

/** The only column of a query. */
export function textsOf(database: Database.Database, query: string): readonly string[] {
  return database.prepare(query).pluck().all() as string[];
}

interface Chunk {
  readonly sha256: string;
  /** A JSON list of values for each row, in the order of the columns. */
  readonly lines: readonly string[];
}

// A chunk has 128 rows on average; one of long rows ends earlier.
const cutMask = 127;
const lengthMax = 256 * 1024;

/**
 * Rows of a table in the order of its key, cut into chunks at positions that depend on the rows alone: a changed row
 * changes only the chunks around it. Takes rows one by one and reports each complete chunk; `end` reports the last one.
 */
export function createChunker(columns: readonly string[], onChunk: (chunk: Chunk) => void) {
  let lines: string[] = [];
  let length = 0;
  const end = () => {
    if (lines.length === 0) return;
    // The columns are part of the hash: the same values in other columns are another chunk.
    const hash = createHash('sha256').update(JSON.stringify(columns));
    for (const line of lines) hash.update('\n').update(line);
    onChunk({ sha256: hash.digest('hex'), lines });
    lines = [];
    length = 0;
  };
  return {
    add: (row: Row): void => {
      const line = JSON.stringify(columns.map((column) => row[column] ?? null));
      lines.push(line);
      length += line.length;
      if ((crc32(line) & cutMask) === 0 || length >= lengthMax) end();
    },
    end,
  };
}

function rowOfLine(columns: readonly string[], line: string): Row {
  const values = JSON.parse(line) as Value[];
  return Object.fromEntries(columns.map((column, place) => [column, values[place] ?? null]));
}
