import { existsSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { timeKey } from '../../kernel/formats/sort-key.ts';
import { createFlattener, type Flat, type Query, type Reader, type Value } from '../store.ts';

const statementsMax = 500;

export interface SqliteConnection {
  readonly raw: Database.Database;
  readonly prepare: (text: string) => Database.Statement<unknown[], unknown>;
}

interface Readable {
  readonly prepare: (text: string) => {
    readonly get: (...values: Value[]) => unknown;
    readonly all: (...values: Value[]) => unknown[];
  };
}

export function connect(file: string, readonly: boolean, cacheKilobytes = 8_000): SqliteConnection {
  const raw = new Database(file, { readonly, timeout: 5_000 });
  if (!readonly) {
    raw.pragma('journal_mode = WAL');
    raw.pragma('synchronous = FULL');
    raw.pragma('foreign_keys = ON');
    // A fallback: in a server, a thread makes checkpoints at a smaller size of the WAL (`sqlite-upkeep.ts`).
    raw.pragma('wal_autocheckpoint = 24000');
  }
  raw.pragma(`cache_size = -${cacheKilobytes}`);
  // Conditions on records compare times as instants (`condition-query.ts`).
  raw.function('iso_instant', { deterministic: true }, (text) =>
    typeof text === 'string' ? (timeKey(text) ?? null) : null,
  );
  const statements = new Map<string, Database.Statement<unknown[], unknown>>();
  return {
    raw,
    prepare: (text) => {
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = raw.prepare<unknown[], unknown>(text);
        // Bounded statement cache: there are few composed filters, but a client could produce many.
        if (statements.size >= statementsMax) statements.clear();
        statements.set(text, statement);
      }
      return statement;
    },
  };
}

/** Reads a file without making files beside it, also while a server uses it. A file that is not sound is refused. */
export async function readUntouched(file: string) {
  const flatten = createFlattener('sqlite');
  const { connection, close } = await openUntouched(file);
  try {
    if (!isLong(file)) quickCheck(connection);
  } catch (error) {
    close();
    throw error;
  }
  return { ...readerOf(connection, flatten), close: async () => close() };
}

async function openUntouched(file: string): Promise<{ connection: Readable; close: () => void }> {
  if (existsSync(`${file}-wal`)) {
    const connection = connect(file, true);
    return { connection, close: () => void connection.raw.close() };
  }
  // No process has it open. Opened as immutable, so that SQLite makes no files beside it.
  const { DatabaseSync } = await import('node:sqlite');
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  const connection = new DatabaseSync(url, { readOnly: true });
  return { connection, close: () => connection.close() };
}

// Above this a start would wait longer than half a second for the check.
const checkedBytesMax = 256 * 1024 * 1024;

export function isLong(file: string): boolean {
  return statSync(file).size > checkedBytesMax;
}

/**
 * Rejects a database whose pages do not hold together, with the code that SQLite has for it: lookups through them
 * would miss rows. Values have no checksums, so a wrong byte inside one is not detected.
 */
export function quickCheck(connection: Readable): void {
  const row = connection.prepare('PRAGMA quick_check(1)').get() as { quick_check?: string };
  if (row.quick_check !== 'ok')
    throw new Database.SqliteError(`quick_check: ${row.quick_check}`, 'SQLITE_CORRUPT');
}

export function readerOf(connection: Readable, flatten: (query: Query) => Flat): Reader {
  return {
    get: async <Row>(query: Query) => {
      const { text, values } = flatten(query);
      return connection.prepare(text).get(...values) as Row | undefined;
    },
    all: async <Row>(query: Query) => {
      const { text, values } = flatten(query);
      return connection.prepare(text).all(...values) as Row[];
    },
  };
}
