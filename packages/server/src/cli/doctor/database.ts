import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { lookAtDatabase } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import { dataPaths } from '../../data-folder.ts';
import { isMissing } from '../../kernel/fault.ts';
import { dataVersion } from '../../store/migrations/migrations.ts';
import type { Finding } from './doctor-check.ts';

export interface DatabaseState {
  readonly finding: Finding;
  /** Whether the database has keys, which need their pepper. */
  readonly holdsKeys: boolean;
}

const name = 'database';
const restore = 'put a copy back, or set BARAZA_DATA to another folder';

export function examineDatabase(config: Config): Promise<DatabaseState> {
  return config.databaseUrl === undefined
    ? Promise.resolve(examineFile(dataPaths(config.dataFolder).database))
    : examinePostgres(config, config.databaseUrl);
}

async function examinePostgres(config: Config, databaseUrl: string): Promise<DatabaseState> {
  const { host, pathname } = new URL(databaseUrl);
  const placed = (engine: string) => `${engine} at ${host}${pathname} by DATABASE_URL`;
  const failing = (saw: string, remedy: string): DatabaseState => ({
    finding: { name, status: 'failing', saw, remedy },
    holdsKeys: false,
  });
  try {
    const { name: engine, version, hasOwners } = await lookAtDatabase(config, databaseUrl);
    const place = placed(engine);
    if (version > dataVersion)
      return failing(
        `${place} has data of version ${version}, newer than this program`,
        'use the newer program',
      );
    const finding: Finding =
      version === 0
        ? { name, status: 'missing', saw: `${place}, empty`, remedy: 'the first start fills it' }
        : { name, status: 'ok', saw: place };
    return { finding, holdsKeys: hasOwners };
  } catch (error) {
    return failing(
      `${placed('PostgreSQL')}: ${(error as Error).message}`,
      'start it, or correct DATABASE_URL',
    );
  }
}

// Reads only the file header: opening it with SQLite would create -wal and -shm files.
function examineFile(file: string): DatabaseState {
  const state = (finding: Omit<Finding, 'name'>, holdsKeys = false): DatabaseState => ({
    finding: { name, ...finding },
    holdsKeys,
  });
  try {
    const { header, bytes } = readHeader(file);
    if (!header.toString('latin1').startsWith('SQLite format 3\0'))
      return bytes === 0
        ? state({ status: 'missing', saw: 'an empty database', remedy: 'the first start fills it' })
        : state({ status: 'failing', saw: `${file} is no database`, remedy: restore });
    if (bytes < pagesOf(header) * pageBytesOf(header))
      return state({ status: 'failing', saw: `${file} is cut off`, remedy: restore });
    return state({ status: 'ok', saw: 'SQLite in the data folder' }, true);
  } catch (error) {
    return isMissing(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR'
      ? state({ status: 'missing', saw: 'no database yet', remedy: 'the first start makes it' })
      : state({ status: 'failing', saw: `${file} cannot be read`, remedy: restore });
  }
}

function readHeader(file: string): { readonly header: Buffer; readonly bytes: number } {
  const handle = openSync(file, 'r');
  try {
    const header = Buffer.alloc(100);
    readSync(handle, header, 0, header.length, 0);
    return { header, bytes: fstatSync(handle).size };
  } finally {
    closeSync(handle);
  }
}

function pageBytesOf(header: Buffer): number {
  const storedBytes = header.readUInt16BE(16);
  return storedBytes === 1 ? 65_536 : storedBytes;
}

// The page count is valid only when both change counters are equal (SQLite file format).
function pagesOf(header: Buffer): number {
  return header.readUInt32BE(24) === header.readUInt32BE(92) ? header.readUInt32BE(28) : 0;
}
