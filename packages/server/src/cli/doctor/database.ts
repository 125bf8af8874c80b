import { existsSync } from 'node:fs';
import { nameOfPostgresAddress } from '../../kernel/formats/postgres-address.ts';
import { Problem } from '../../kernel/problem.ts';
import { openStoreReadOnly, type ReadOnlyStore } from '../../server/assemble.ts';
import type { Config } from '../../setup/config.ts';
import { dataPaths, readable } from '../../setup/data-folder.ts';
import { assertPepper, pepperOf, readPepper } from '../../setup/pepper.ts';
import { dataVersion, versionOf } from '../../store/migrations/data-version.ts';
import { hasOwners } from '../../store/owners.ts';
import { nameOfStore, wordsOfLink } from '../../store/postgres/postgres-server.ts';
import {
  assertWhole,
  type BackupAttempt,
  type LastBackup,
  readBackupAttempt,
  readLastBackup,
} from '../../store/processes/installation.ts';
import { type Finding, failing, missing, ok } from './doctor-check.ts';

export interface DatabaseState {
  readonly findings: readonly Finding[];
  /** Undefined if the database cannot be read. */
  readonly lastBackup?: LastBackup | 'none' | undefined;
  /** The last scheduled backup. */
  readonly backupAttempt?: BackupAttempt | undefined;
}

const name = 'database';

/** Opens the database as the store does, but only to read it: whether it is reachable, whole, and has its pepper. */
export async function examineDatabase(config: Config): Promise<DatabaseState> {
  const { databaseUrl } = config;
  const paths = dataPaths(config.dataFolder);
  if (databaseUrl === undefined && !existsSync(paths.database))
    return {
      findings: [
        missing(name, 'no database yet', 'the first start creates it'),
        await examinePepper(config, false),
      ],
      lastBackup: 'none',
    };
  let store: ReadOnlyStore | undefined;
  try {
    store = await openStoreReadOnly(config, paths);
    return await examineStore(config, store);
  } catch (error) {
    const sentence = (readable(error, config, paths) as Error).message;
    const [found, remedy] =
      databaseUrl === undefined
        ? [sentence, 'restore a backup, or set BARAZA_DATA to another folder']
        : [`PostgreSQL ${at(databaseUrl)}: ${sentence}`, 'start it, or correct DATABASE_URL'];
    const pepper = await examinePepper(config, databaseUrl === undefined);
    return { findings: [failing(name, found, remedy), pepper] };
  } finally {
    await store?.close();
  }
}

async function examineStore(config: Config, store: ReadOnlyStore): Promise<DatabaseState> {
  const engine = await nameOfStore(store);
  const link = store.link?.();
  const protection = link === undefined ? '' : `, ${wordsOfLink(link)}`;
  const place = `${engine} ${at(config.databaseUrl)}${protection}`;
  const version = await versionOf(store);
  if (version !== dataVersion) {
    const holdsKeys = version > 0 && version < dataVersion && (await hasOwners(store));
    const findings = [examineVersion(place, version), await examinePepper(config, holdsKeys)];
    return { findings, lastBackup: version === 0 ? 'none' : undefined };
  }
  const half = await faultOf(() => assertWhole(store));
  return {
    findings: [
      half === undefined
        ? ok(name, place)
        : failing(name, half, 'no server starts on it until then'),
      await examinePepper(config, await hasOwners(store), store),
    ],
    lastBackup: (await readLastBackup(store)) ?? 'none',
    backupAttempt: await readBackupAttempt(store),
  };
}

function examineVersion(place: string, version: number): Finding {
  if (version === 0) return missing(name, `${place}, empty`, 'the first start fills it');
  const found = `${place} has data of version ${version}; this program writes ${dataVersion}`;
  return version > dataVersion
    ? failing(name, found, 'use the newer program')
    : missing(name, found, 'the next start upgrades it, and so does npx baraza migrate');
}

function at(databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) return 'in the data folder';
  return `at ${nameOfPostgresAddress(databaseUrl)} by DATABASE_URL`;
}

const meaning = 'the secret that protects keys';

/** `store`: what it must be the pepper of. */
async function examinePepper(
  config: Config,
  holdsKeys: boolean,
  store?: ReadOnlyStore,
): Promise<Finding> {
  const name = 'pepper';
  const paths = dataPaths(config.dataFolder);
  const place = config.pepperFile ?? paths.pepper;
  const isAbsent = config.pepperFile === undefined && !existsSync(place);
  if (isAbsent && (!holdsKeys || config.blobUrl !== undefined))
    return missing(name, `${meaning}: none yet`, 'the start makes it, or copies it from BLOB_URL');
  const fault = await faultOf(async () => {
    const pepper = pepperOf(config, readPepper(paths, config.pepperFile, false));
    if (store !== undefined) await assertPepper(store, pepper);
  });
  if (fault === undefined) return ok(name, `${meaning}, in ${place}`);
  return failing(
    name,
    `${meaning}: ${fault}`,
    'put back the one that the servers of this data use',
  );
}

async function faultOf(check: () => Promise<void>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
