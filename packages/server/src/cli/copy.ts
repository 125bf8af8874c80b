/** `baraza copy`: each of `--from` and `--to` names a store, a location of objects and a pepper. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CopySide, copyInstallation } from '../backup/copy.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { systemClock } from '../kernel/clock.ts';
import { nameOfPostgresAddress } from '../kernel/formats/postgres-address.ts';
import { sizeText } from '../kernel/formats/size.ts';
import { conflict, invalid, Problem } from '../kernel/problem.ts';
import { openEngines } from '../server/assemble.ts';
import { unusableLocation } from '../setup/blob-location.ts';
import type { Config } from '../setup/config.ts';
import {
  type DataPaths,
  dataPaths,
  lockDataFolder,
  makeDataFolder,
  readable,
  writePrivate,
} from '../setup/data-folder.ts';
import { pepperFingerprint, readPepper } from '../setup/pepper.ts';
import { settings } from '../setup/settings.ts';
import { dataVersion, versionOf } from '../store/migrations/data-version.ts';
import { runningProcesses } from '../store/processes/processes.ts';
import type { Store } from '../store/store.ts';
import type { Context, Given, Result } from './command.ts';

interface NamedSide {
  readonly option: 'from' | 'to';
  readonly name: string;
  readonly databaseUrl: string | undefined;
  readonly blobUrl: Config['blobUrl'];
  /** The data folder with the database, the objects or both; undefined when neither is in one. */
  readonly folder: string | undefined;
  readonly pepperFile: string;
}

export async function runCopy(given: Given, { config, print }: Context): Promise<Result> {
  const from = readSide(given, 'from');
  const to = readSide(given, 'to');
  if (from.name === to.name) throw invalid('--from and --to must be two different databases.');
  const pepper = pepperOf(from);
  assertSamePepper(to, pepper);
  await using source = await openSide(from, config);
  await using target = await openSide(to, config);
  const report = await copyInstallation({
    source,
    target,
    clock: systemClock,
    fingerprint: pepperFingerprint(Buffer.from(pepper)),
    savePepper: () => {
      if (!existsSync(to.pepperFile)) writePrivate(to.pepperFile, `${pepper}\n`);
    },
    print: given.json ? () => {} : print,
  });
  const rows = report.tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    value: { from: from.name, to: to.name, pepper: to.pepperFile, rows, ...report },
    lines: [
      `Copied ${rows} rows and ${report.objects.count} objects (${sizeText(report.objects.bytes)}) to ${to.name}.`,
      `Start there with ${settingsOf(to).join(', ')}. What was copied from is unchanged.`,
    ],
  };
}

function readSide(given: Given, option: NamedSide['option']): NamedSide {
  const store = given.required(option);
  const isAddress = /^postgres(?:ql)?:/.test(store);
  const databaseUrl = isAddress ? parsed(option, store, settings.databaseUrl.parse) : undefined;
  const blobs = isAddress ? given.required(`${option}-blobs`) : given.option(`${option}-blobs`);
  const isBucket = blobs?.startsWith('s3:') === true;
  const blobUrl = isBucket ? parsed(`${option}-blobs`, blobs, settings.blobUrl.parse) : undefined;
  if (!isAddress && !isBucket && blobs !== undefined)
    throw invalid(`--${option}-blobs must be s3://… if --${option} is a folder.`);
  const folder = isAddress ? (isBucket ? undefined : blobs) : store;
  const pepper = given.option(`${option}-pepper`);
  if (folder === undefined && pepper === undefined)
    throw invalid(
      `--${option}-pepper must name the file with the pepper, since --${option} is not a data folder.`,
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

function parsed<Value>(option: string, text: string, parse: (text: string) => Value): Value {
  try {
    return parse(text);
  } catch (cause) {
    throw invalid(`--${option} ${(cause as Error).message}.`, { cause });
  }
}

// Without its password.
function databaseName(databaseUrl: string): string {
  return `the database ${nameOfPostgresAddress(databaseUrl)}`;
}

function pepperOf({ pepperFile, folder }: NamedSide): string {
  return readPepper(dataPaths(folder ?? ''), pepperFile, false).toString('utf8');
}

/** Keys work only with their pepper, so one of another installation is never written over. */
function assertSamePepper(to: NamedSide, pepper: string): void {
  if (!existsSync(to.pepperFile) || pepperOf(to) === pepper) return;
  throw conflict(
    `${to.pepperFile} holds a different pepper than the source; name another file with --to-pepper.`,
  );
}

function settingsOf({ databaseUrl, blobUrl, folder, pepperFile }: NamedSide): readonly string[] {
  const isPepperInFolder = folder !== undefined && pepperFile === dataPaths(folder).pepper;
  return [
    ...(folder === undefined ? [] : [`BARAZA_DATA=${folder}`]),
    ...(databaseUrl === undefined ? [] : ['DATABASE_URL']),
    ...(blobUrl === undefined ? [] : ['BLOB_URL']),
    ...(isPepperInFolder ? [] : [`BARAZA_PEPPER_FILE=${pepperFile}`]),
  ];
}

/** Opens both databases; refuses if a server runs on them. */
async function openSide(side: NamedSide, config: Config): Promise<CopySide & AsyncDisposable> {
  const { folder, option, databaseUrl, blobUrl, name } = side;
  // Uploads to S3 pass through a folder, and only one that belongs to this command may be emptied.
  const scratch = mkdtempSync(path.join(tmpdir(), 'baraza-copy-'));
  const paths = dataPaths(folder ?? scratch);
  const place = blobUrl === undefined ? paths : { ...paths, blobs: scratch };
  const explained = (error: unknown) => explain(error, side, config);
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
    const blobs = blobUrl === undefined ? engines.blobs : withCauses(engines.blobs);
    if (blobUrl !== undefined) await blobs.owner();
    return { store, blobs, name, explained, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw explained(error);
  }
}

function assertThere({ folder, databaseUrl, blobUrl }: NamedSide, paths: DataPaths): void {
  if (folder === undefined) return;
  const missing = [
    ...(databaseUrl === undefined ? [paths.database] : []),
    ...(blobUrl === undefined ? [paths.blobs] : []),
  ].find((file) => !existsSync(file));
  if (missing !== undefined)
    throw new Problem('not_found', `There is nothing to copy in ${folder}: it has no ${missing}.`);
  if (existsSync(paths.restore))
    throw conflict(`A restore in ${folder} has not ended; run baraza owners list there.`);
}

async function assertNoServer({ name, databaseUrl }: NamedSide, store: Store): Promise<void> {
  if (databaseUrl === undefined || (await versionOf(store)) !== dataVersion) return;
  const [one] = await runningProcesses(store, systemClock());
  if (one !== undefined) throw inUse(`${name}${one.address === '' ? '' : ` at ${one.address}`}`);
}

function inUse(where: string): Problem {
  return conflict(`A server runs on ${where}; stop it, then copy.`);
}

/** A fault of a bucket shows when the id of its store is first read or written; the error then names the cause. */
function withCauses(blobs: Blobs): Blobs {
  const rethrow = (error: unknown): never => {
    throw error instanceof Problem && error.code === 'unavailable'
      ? unusableLocation(blobs, error)
      : error;
  };
  return {
    ...blobs,
    owner: () => blobs.owner().catch(rethrow),
    claim: (id) => blobs.claim(id).catch(rethrow),
  };
}

/** The sentences of the engines name settings; this command has options instead. */
function explain(error: unknown, { databaseUrl, folder = '', option }: NamedSide, config: Config) {
  const reason = readable(error, { ...config, databaseUrl }, dataPaths(folder));
  if (!(reason instanceof Problem)) return reason;
  const sentence = reason.message
    .replace('of DATABASE_URL', `of --${option}`)
    .replace(/^BLOB_URL /, `--${option}-blobs `);
  return new Problem(reason.code, sentence, { cause: reason });
}
