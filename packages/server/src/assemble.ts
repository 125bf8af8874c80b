import { readFileSync } from 'node:fs';
import type { Keyring } from './access/keys.ts';
import { settleRestore } from './backup/swap.ts';
import type { Blobs } from './blobs/blobs.ts';
import { openFileBlobs } from './blobs/files.ts';
import type { Config } from './config.ts';
import {
  type DataPaths,
  dataPaths,
  keepPrivate,
  makeDataFolder,
  readPepper,
  reasonOf,
} from './data-folder.ts';
import { type Clock, isoTime, systemClock } from './kernel/clock.ts';
import { codeOf } from './kernel/fault.ts';
import { createIdMaker, type IdMaker } from './kernel/id.ts';
import type { Log } from './kernel/log.ts';
import { Problem } from './kernel/problem.ts';
import { defaultPlans, type Plans, parsePlans } from './limits/plans.ts';
import type { Encoder } from './models/models.ts';
import { migrate, versionOf } from './store/migrations/migrations.ts';
import { allOwners } from './store/owners.ts';
import { copySqlite, openSqlite } from './store/sqlite.ts';
import type { Store } from './store/store.ts';

/** Engines chosen by the configuration and opened: the only place that names one. */
export interface Installation {
  readonly config: Config;
  readonly paths: DataPaths;
  readonly log: Log;
  readonly clock: Clock;
  readonly makeId: IdMaker;
  readonly store: Store;
  readonly keyring: Keyring;
  readonly plans: Plans;
  /** Nobody has been here before: there is no owner yet. */
  readonly isNew: boolean;
  readonly openBlobs: () => Blobs;
  /** Undefined where there is none, or none is wanted; it runs from its first text on. */
  readonly loadEncoder: () => Promise<Encoder | undefined>;
  readonly close: () => Promise<void>;
}

export async function assemble(
  config: Config,
  log: Log,
  clock: Clock = systemClock,
): Promise<Installation> {
  const plans = readPlans(config);
  const paths = dataPaths(config.dataFolder);
  makeDataFolder(paths);
  settleRestore(paths);
  const store = await openStore(config, paths);
  try {
    await migrate(store, async (version) => {
      if (store.engine === 'sqlite')
        await copySqlite(paths.database, `${paths.database}.v${version}-${stamp(clock)}`);
    });
    const makeId = createIdMaker(clock);
    const isNew = (await allOwners(store)).length === 0;
    const pepper = readPepper(paths, config.pepperFile, isNew);
    return {
      config,
      paths,
      log,
      clock,
      makeId,
      store,
      isNew,
      plans,
      keyring: { store, clock, makeId, pepper },
      openBlobs: () => openBlobs(paths),
      loadEncoder: () => loadEncoder(config, log),
      close: store.close,
    };
  } catch (error) {
    await store.close();
    throw readable(error, config, paths);
  }
}

async function loadEncoder({ encoder }: Config, log: Log): Promise<Encoder | undefined> {
  if (!encoder) return undefined;
  const { findEncoder, openEncoder } = await import('./models/encoder.ts');
  const files = findEncoder();
  return files && openEncoder({ files, log });
}

/** Whether all that an encoder needs is installed. */
export async function hasEncoder(): Promise<boolean> {
  const { findEncoder } = await import('./models/encoder.ts');
  return findEncoder() !== undefined;
}

/** The plans that sites may have; what is wrong with them is told before anything is opened. */
export function readPlans({ plansFile, plan }: Pick<Config, 'plansFile' | 'plan'>): Plans {
  let plans = defaultPlans;
  if (plansFile !== undefined)
    try {
      plans = parsePlans(readFileSync(plansFile, 'utf8'));
    } catch (cause) {
      const sentence =
        codeOf(cause) === ''
          ? `BARAZA_PLANS ${(cause as Error).message}`
          : `The file ${plansFile} of BARAZA_PLANS cannot be read: ${reasonOf(cause)}`;
      throw new Problem('invalid', `${sentence}.`, { cause });
    }
  if (Object.hasOwn(plans, plan)) return plans;
  const names = Object.keys(plans).join(', ');
  throw new Problem('invalid', `BARAZA_PLAN must be one of ${names}, not "${plan}".`);
}

/** The engines of a configuration as they are, with what lies in files at these places. */
export async function openEngines(
  config: Config,
  paths: DataPaths,
): Promise<{ readonly store: Store; readonly blobs: Blobs }> {
  return { store: await openStore(config, paths), blobs: openBlobs(paths) };
}

async function openStore(config: Config, paths: DataPaths): Promise<Store> {
  if (config.databaseUrl !== undefined) {
    const openPostgres = await loadPostgres();
    return openPostgres(config.databaseUrl, { connectionsMax: config.databaseConnectionsMax });
  }
  try {
    keepPrivate(paths.database);
    return openSqlite(paths.database);
  } catch (error) {
    throw readable(error, config, paths);
  }
}

// Who runs on SQLite does not pay for the other engine's driver.
async function loadPostgres() {
  return (await import('./store/postgres.ts')).openPostgres;
}

function openBlobs(paths: DataPaths): Blobs {
  try {
    return openFileBlobs(paths.blobs);
  } catch (cause) {
    const sentence = `The folder ${paths.blobs} cannot be used: ${reasonOf(cause)}.`;
    throw new Problem('unavailable', sentence, { cause });
  }
}

/** What is in the database of DATABASE_URL; rejects with a sentence when it cannot be used. */
export async function lookAtDatabase(
  config: Config,
  databaseUrl: string,
): Promise<{ readonly version: number; readonly hasOwners: boolean }> {
  const openPostgres = await loadPostgres();
  const store = openPostgres(databaseUrl, { connectionsMax: 1 });
  try {
    const version = await versionOf(store);
    return { version, hasOwners: version > 0 && (await allOwners(store)).length > 0 };
  } catch (error) {
    throw readable(error, config, dataPaths(config.dataFolder));
  } finally {
    await store.close();
  }
}

/** What an engine says in its own words, as a sentence for the person who starts it. */
export function readable(error: unknown, config: Config, paths: DataPaths): unknown {
  const code = codeOf(error);
  if (error instanceof Problem && config.databaseUrl === undefined) return error;
  if (
    config.databaseUrl !== undefined &&
    (error instanceof Problem ? error.code === 'busy' : code !== '')
  )
    return new Problem(
      'unavailable',
      `The database of DATABASE_URL cannot be used: ${causeOf(error)}.`,
      { cause: error },
    );
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))
    return new Problem('unavailable', `${paths.database} is damaged or no database.`, {
      cause: error,
    });
  if (code.startsWith('SQLITE_'))
    return new Problem('unavailable', `${paths.database} cannot be used: ${causeOf(error)}.`, {
      cause: error,
    });
  return error;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Problem ? error.cause : error;
  const text = cause instanceof Error ? cause.message || codeOf(cause) : String(cause);
  return text.replaceAll(/\s+/g, ' ').replace(/\.$/, '');
}

function stamp(clock: Clock): string {
  return isoTime(clock()).replaceAll(/[:.]/g, '-');
}
