/** The backups that are taken from the console: a folder of them, and one piece of work at a time. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BackupList, hourMs } from '@baraza/contract';
import { type DataPaths, readJsonFile, writePrivateJson } from '../data-folder.ts';
import { type Clock, isoTime } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { readLastBackup } from '../store/processes/installation.ts';
import type { Store } from '../store/store.ts';
import type { Backups } from './backups.ts';

type Work = Omit<NonNullable<BackupList['running']>, 'bytes'>;
type Verdict = NonNullable<BackupList['backups'][number]['verified']>;

export interface BackupShelf {
  readonly list: () => Promise<BackupList>;
  /** Begins to take one; refuses while another piece of work runs. */
  readonly take: () => Work;
  /** Begins to read a whole one. */
  readonly verify: (name: string) => Promise<Work>;
  /** Gives up what runs, and waits for that. */
  readonly stop: () => Promise<void>;
}

const ending = '.backup';
const form = /^[0-9A-Za-z-]{1,80}\.backup$/;
const program = fileURLToPath(new URL('./verify-program.ts', import.meta.url));

export function createBackupShelf(
  backups: Backups,
  paths: Pick<DataPaths, 'backups' | 'verified'>,
  { store, clock, log }: { readonly store: Store; readonly clock: Clock; readonly log: Log },
): BackupShelf {
  const folder = paths.backups;
  const ended = new AbortController();
  let running: Work | undefined;
  let working = Promise.resolve();
  let failed: BackupList['failed'] = null;

  const begin = (kind: Work['kind'], name: string, job: () => Promise<unknown>): Work => {
    if (running !== undefined)
      throw new Problem('conflict', `${running.name} is being worked on; wait for its end.`);
    const work: Work = { kind, name, startedAt: isoTime(clock()) };
    running = work;
    failed = null;
    working = job().then(
      () => {
        running = undefined;
      },
      (cause: Error) => {
        running = undefined;
        failed = { name, at: isoTime(clock()), error: cause.message };
        log.warn('a backup of the console failed', { name, cause });
      },
    );
    return work;
  };

  const verdicts = () => readJsonFile<{ [name: string]: Verdict }>(paths.verified) ?? {};

  return {
    list: async () => {
      // Together and first: what ends while the folder is read must not be told as over with its result missing.
      const [work, fault, known] = [running, failed, verdicts()];
      const names = (await readdir(folder).catch(() => [])).filter((name) => form.test(name));
      const files = await Promise.all(
        names.map(async (name) => {
          const found = await stat(path.join(folder, name)).catch(() => undefined);
          if (found === undefined) return [];
          const { size: bytes, mtimeMs } = found;
          return [
            { name, bytes, takenAt: isoTime(Math.floor(mtimeMs)), verified: known[name] ?? null },
          ];
        }),
      );
      const part = work && path.join(folder, `${work.name}.part`);
      const bytes = part === undefined ? 0 : ((await stat(part).catch(() => undefined))?.size ?? 0);
      return {
        folder,
        backups: files.flat().toSorted((one, other) => (one.takenAt < other.takenAt ? 1 : -1)),
        running: work === undefined ? null : { ...work, bytes },
        failed: fault,
        last: (await readLastBackup(store)) ?? null,
      };
    },
    take: () => {
      const name = `${isoTime(clock()).replaceAll(/[:.]/g, '-')}${ending}`;
      return begin('take', name, async () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const file = path.join(folder, name);
        await backups.take({ file, force: false, signal: ended.signal });
      });
    },
    verify: async (name) => {
      const file = path.join(folder, name);
      if (!form.test(name) || (await stat(file).catch(() => undefined)) === undefined)
        throw new Problem('not_found', 'There is no such backup.');
      return begin('verify', name, async () => {
        const error = await verifyApart(file, ended.signal);
        const verdict: Verdict = { at: isoTime(clock()), error };
        writePrivateJson(paths.verified, { ...verdicts(), [name]: verdict });
      });
    },
    stop: async () => {
      ended.abort();
      await working;
    },
  };
}

/** The sentence that says what is wrong with a backup; null where nothing is. */
async function verifyApart(file: string, signal: AbortSignal): Promise<string | null> {
  const options = { signal, timeout: hourMs, env: {} };
  const { stdout } = await promisify(execFile)(process.execPath, [program, file], options);
  return JSON.parse(stdout) as string | null;
}
