/** What `--from` and `--to` name: a store, a place of objects and a pepper. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngines } from '../assemble.ts';
import { unusablePlace } from '../backup/blob-place.ts';
import type { CopySide } from '../backup/copy.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Config } from '../config.ts';
import { dataPaths, lockDataFolder, makeDataFolder } from '../data-folder.ts';
import { systemClock } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import { settings } from '../settings.ts';
import { dataVersion, versionOf } from '../store/migrations/migrations.ts';
import { livingProcesses } from '../store/processes/processes.ts';
import type { Store } from '../store/store.ts';
import type { Given } from './command.ts';

export interface NamedSide {
  readonly option: 'from' | 'to';
  readonly name: string;
  readonly databaseUrl: string | undefined;
  readonly blobUrl: Config['blobUrl'];
  /** The data folder with the database, the objects or both; undefined when neither is in one. */
  readonly folder: string | undefined;
  readonly pepperFile: string;
}

interface OpenSide extends Omit<CopySide, 'explained'> {
  readonly close: () => Promise<void>;
}

export function readSide(given: Given, option: 'from' | 'to'): NamedSide {
  const store = given.required(option);
  const isAddress = /^postgres(?:ql)?:/.test(store);
  const databaseUrl = isAddress ? parsed(option, store, settings.databaseUrl.parse) : undefined;
  const blobs = isAddress ? given.required(`${option}-blobs`) : given.option(`${option}-blobs`);
  const isBucket = blobs?.startsWith('s3:') === true;
  const blobUrl = isBucket ? parsed(`${option}-blobs`, blobs, settings.blobUrl.parse) : undefined;
  if (!isAddress && !isBucket && blobs !== undefined)
    throw new Problem('invalid', `--${option}-blobs must be s3://… where --${option} is a folder.`);
  const folder = isAddress ? (isBucket ? undefined : blobs) : store;
  const pepper = given.option(`${option}-pepper`);
  if (folder === undefined && pepper === undefined)
    throw new Problem(
      'invalid',
      `--${option}-pepper must name the file with the pepper, since --${option} is no data folder.`,
    );
  return {
    option,
    name: databaseUrl === undefined ? path.resolve(store) : databaseName(databaseUrl),
    databaseUrl,
    blobUrl,
    folder: folder === undefined ? undefined : path.resolve(folder),
    pepperFile: path.resolve(pepper ?? dataPaths(folder ?? '').pepper),
  };
}

/** Opens both engines; refuses where a server runs on them. */
export async function openSide(side: NamedSide, config: Config): Promise<OpenSide> {
  const { folder, option, databaseUrl, blobUrl } = side;
  // What arrives on its way to S3 needs a folder, and only one that belongs to this command may be emptied.
  const scratch = mkdtempSync(path.join(tmpdir(), 'baraza-copy-'));
  const paths = dataPaths(folder ?? scratch);
  const place = blobUrl === undefined ? paths : { ...paths, blobs: scratch };
  let unlock: (() => void) | undefined;
  let store: Store | undefined;
  const close = async () => {
    await store?.close();
    unlock?.();
    rmSync(scratch, { recursive: true, force: true });
  };
  try {
    if (option === 'from') assertThere(side, paths);
    makeDataFolder(paths);
    unlock = lockDataFolder(paths, 2_000);
    if (unlock === undefined) throw inUse(paths.folder);
    const engines = await openEngines({ ...config, databaseUrl, blobUrl }, place);
    store = engines.store;
    await assertNoServer(side, store);
    if (blobUrl === undefined) return { ...engines, name: side.name, close };
    const blobs = withCauses(engines.blobs);
    await blobs.owner();
    return { store, blobs, name: side.name, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function assertThere({ folder, databaseUrl, blobUrl }: NamedSide, paths: Paths): void {
  if (folder === undefined) return;
  const missing = [
    ...(databaseUrl === undefined ? [paths.database] : []),
    ...(blobUrl === undefined ? [paths.blobs] : []),
  ].find((file) => !existsSync(file));
  if (missing !== undefined)
    throw new Problem('not_found', `There is nothing to copy in ${folder}: it has no ${missing}.`);
  if (existsSync(paths.restore))
    throw new Problem(
      'conflict',
      `A restore in ${folder} has not ended; run baraza owners list there.`,
    );
}

/** What is wrong with a bucket shows when its mark is first read or written; the error then names the cause. */
function withCauses(blobs: Blobs): Blobs {
  const explain = (error: unknown): never => {
    throw error instanceof Problem && error.code === 'unavailable'
      ? unusablePlace(blobs, error)
      : error;
  };
  return {
    ...blobs,
    owner: () => blobs.owner().catch(explain),
    claim: (id) => blobs.claim(id).catch(explain),
  };
}

type Paths = ReturnType<typeof dataPaths>;

async function assertNoServer({ name, databaseUrl }: NamedSide, store: Store): Promise<void> {
  if (databaseUrl === undefined || (await versionOf(store)) !== dataVersion) return;
  const [one] = await livingProcesses(store, systemClock());
  if (one !== undefined) throw inUse(`${name}${one.address === '' ? '' : ` at ${one.address}`}`);
}

function inUse(where: string): Problem {
  return new Problem('conflict', `A server runs on ${where}; stop it, then copy.`);
}

function parsed<Value>(option: string, text: string, parse: (text: string) => Value): Value {
  try {
    return parse(text);
  } catch (cause) {
    throw new Problem('invalid', `--${option} ${(cause as Error).message}.`, { cause });
  }
}

// Without its password.
function databaseName(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${host}${pathname}`;
}
