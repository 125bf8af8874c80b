/**
 * The backups that are taken from the console, one job at a time. Each server has those in its own data folder, and
 * publishes their list in the store for the others.
 */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BackupList, dayMs, hourMs } from '@baraza/contract';
import { type Clock, isoTime } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { conflict, Problem } from '../kernel/problem.ts';
import { type DataPaths, folderId, readJsonFile, writePrivateJson } from '../setup/data-folder.ts';
import {
  deleteBackupCatalog,
  readBackupCatalogs,
  readLastBackup,
  writeBackupCatalog,
} from '../store/processes/installation.ts';
import { runningProcesses } from '../store/processes/processes.ts';
import type { Store } from '../store/store.ts';
import type { Backups } from './backup.ts';
import { backupFileAt, keepNewest } from './retention.ts';

type Job = Omit<NonNullable<BackupList['running']>, 'bytes'>;
type Verdict = NonNullable<BackupList['backups'][number]['verified']>;
/** The backups of all machines, without the schedule and how to restore. */
type CatalogList = Omit<BackupList, 'schedule' | 'restore'>;
interface FolderCatalog extends Pick<BackupList, 'running' | 'failed'> {
  readonly backups: readonly Omit<BackupList['backups'][number], 'here'>[];
}

export type BackupCatalog = ReturnType<typeof createBackupCatalog>;

interface CatalogParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}

const fileName = /^[0-9A-Za-z-]{1,80}\.backup$/;
const program = fileURLToPath(new URL('./verify-program.ts', import.meta.url));
const machine = hostname();

export function createBackupCatalog(
  backups: Backups,
  paths: Pick<DataPaths, 'backups' | 'verified' | 'identity'>,
  parts: CatalogParts,
) {
  const { store, clock, log } = parts;
  const folder = paths.backups;
  const stopping = new AbortController();
  const others = openOthers(parts, paths);
  let running: Job | undefined;
  let failed: BackupList['failed'] = null;

  const verdicts = () => readJsonFile<{ [name: string]: Verdict }>(paths.verified) ?? {};

  const readOwn = async (): Promise<FolderCatalog> => {
    // Read first and together: a job that ends meanwhile must not be shown as ended without its result.
    const [job, fault, known] = [running, failed, verdicts()];
    const names = (await readdir(folder).catch(() => [])).filter((name) => fileName.test(name));
    const files = await Promise.all(
      names.map(async (name) => {
        const found = await stat(path.join(folder, name)).catch(() => undefined);
        if (found === undefined) return [];
        const takenAt = isoTime(Math.floor(found.mtimeMs));
        const verified = known[name] ?? null;
        return [{ name, bytes: found.size, takenAt, machine, folder, verified }];
      }),
    );
    const part = job && (await stat(path.join(folder, `${job.name}.part`)).catch(() => undefined));
    const shown = job === undefined ? null : { ...job, bytes: part?.size ?? 0 };
    return { backups: files.flat(), running: shown, failed: fault };
  };
  // One after the other, so that the newest list is published last.
  let publishing = Promise.resolve();
  const publish = (): Promise<void> => {
    publishing = publishing
      .then(async () => others.publish(await readOwn()))
      .catch((cause: unknown) =>
        log.warn('the list of backups could not be published to the other servers', { cause }),
      );
    return publishing;
  };
  // Removes the running job of a process that was killed on this folder.
  let working = publish();

  /** Why no job can begin now. */
  const obstacle = async (): Promise<string | undefined> => {
    const elsewhere = (await others.read()).find((other) => other.running !== null);
    const busy = running ?? elsewhere?.running ?? undefined;
    if (busy !== undefined) return `${busy.name} is being worked on; wait for its end.`;
    return backups.isTaking() ? 'A command is taking a backup; wait for its end.' : undefined;
  };
  const begin = async (kind: Job['kind'], name: string, run: () => Promise<unknown>) => {
    const reason = await obstacle();
    if (reason !== undefined) throw conflict(reason);
    const job: Job = { kind, name, startedAt: isoTime(clock()) };
    running = job;
    failed = null;
    const published = publish();
    const ended = Promise.all([published, run()])
      .then(
        () => undefined,
        (cause: Error) => {
          failed = { name, at: isoTime(clock()), error: cause.message };
          log.warn('a backup of the console failed', { name, cause });
          return cause;
        },
      )
      .then(async (fault) => {
        running = undefined;
        await publish();
        return fault;
      });
    working = ended.then(() => {});
    await published;
    return { job, ended };
  };
  const takeAs = (name: string, afterwards: () => Promise<unknown> = async () => {}) =>
    begin('take', name, async () => {
      makeFolder();
      const file = path.join(folder, name);
      await backups.take({ file, force: false, signal: stopping.signal });
      await afterwards();
    });
  const makeFolder = () => mkdirSync(folder, { recursive: true, mode: 0o700 });
  /** The path of a backup in this folder. */
  const locate = async (name: string, act: string): Promise<string> => {
    const file = path.join(folder, name);
    const found = fileName.test(name) ? await stat(file).catch(() => undefined) : undefined;
    if (found?.isFile() === true) return file;
    const elsewhere = (await others.read()).flatMap((other) => other.backups);
    const other = elsewhere.find((one) => one.name === name);
    if (other === undefined) throw new Problem('not_found', 'There is no such backup.');
    throw conflict(
      `${name} lies on ${other.machine} in ${other.folder}, and only the server there can ${act} it; open the ` +
        'console there.',
    );
  };

  return {
    /** The backups of all machines. */
    list: async (): Promise<CatalogList> => {
      const own = await readOwn();
      if (own.running !== null) await publish();
      const all = [own, ...(await others.read())];
      const newest = all
        .flatMap((catalog) => catalog.backups.map((one) => ({ ...one, here: catalog === own })))
        .toSorted((one, other) => (one.takenAt < other.takenAt ? 1 : -1));
      const faults = all
        .flatMap((catalog) => catalog.failed ?? [])
        .filter(({ at }) => at > (newest[0]?.takenAt ?? ''))
        .toSorted((one, other) => (one.at < other.at ? 1 : -1));
      return {
        folder,
        backups: newest,
        running: all.find((catalog) => catalog.running !== null)?.running ?? null,
        failed: faults[0] ?? null,
        last: (await readLastBackup(store)) ?? null,
      };
    },
    /** Starts to take one; refuses while another job runs on any server. */
    take: async () => {
      const name = `${isoTime(clock()).replaceAll(/[:.]/g, '-')}.backup`;
      return (await takeAs(name)).job;
    },
    /**
     * Takes one for the schedule and removes all but the newest `keep` of these. Resolves at the end, with false if
     * another job runs, and rejects if it fails.
     */
    takeScheduled: async (keep: number) => {
      if ((await obstacle()) !== undefined) return false;
      makeFolder();
      const name = path.basename(backupFileAt(folder, clock));
      const { ended } = await takeAs(name, () => keepNewest(folder, keep));
      const fault = await ended;
      if (fault !== undefined) throw fault;
      return true;
    },
    /** Starts to verify one; refuses one on another machine. */
    verify: async (name: string) => {
      const file = await locate(name, 'check');
      const { job } = await begin('verify', name, async () => {
        const error = await verifyInProcess(file, stopping.signal);
        const verdict: Verdict = { at: isoTime(clock()), error };
        writePrivateJson(paths.verified, { ...verdicts(), [name]: verdict });
      });
      return job;
    },
    /** Opens one for reading; refuses one on another machine. The caller closes it. */
    open: async (name: string) => open(await locate(name, 'send')),
    /** Aborts the running job and waits for its end. */
    stop: async () => {
      stopping.abort();
      await working;
      await publishing;
    },
  };
}

// A data folder whose list is older than this is gone, and its files with it.
const keptMs = 30 * dayMs;

/** The catalogue as it is stored. */
interface PublishedCatalog extends FolderCatalog {
  readonly toldAt: number;
}

/** The catalogs of the other data folders on this store. */
function openOthers({ store, clock }: CatalogParts, paths: Pick<DataPaths, 'identity'>) {
  if (store.otherProcesses === undefined) return { publish: async () => {}, read: async () => [] };
  const me = folderId(paths);
  const readAll = async () =>
    (await readBackupCatalogs(store))
      .filter(({ id }) => id !== me)
      .map(({ id, value }) => ({ id, catalog: JSON.parse(value) as PublishedCatalog }));
  return {
    publish: async (own: FolderCatalog): Promise<void> => {
      const gone = (await readAll()).filter(({ catalog }) => catalog.toldAt < clock() - keptMs);
      const catalog: PublishedCatalog = { ...own, toldAt: clock() };
      await store.write(async (tx) => {
        for (const { id } of gone) await deleteBackupCatalog(tx, id);
        await writeBackupCatalog(tx, me, JSON.stringify(catalog));
      });
    },
    /** The job of a process that is dead has ended. */
    read: async (): Promise<readonly FolderCatalog[]> => {
      const living = new Set((await runningProcesses(store, clock())).map(({ folder }) => folder));
      return (await readAll()).map(({ id, catalog: { backups, running, failed } }) => ({
        backups,
        running: living.has(id) ? running : null,
        failed,
      }));
    },
  };
}

/** One sentence about what is wrong with a backup; null if nothing is. */
async function verifyInProcess(file: string, signal: AbortSignal): Promise<string | null> {
  const options = { signal, timeout: hourMs, env: {} };
  const { stdout } = await promisify(execFile)(process.execPath, [program, file], options);
  return JSON.parse(stdout) as string | null;
}
