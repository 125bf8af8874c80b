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
import { machine, type OneShelf, shareShelf } from './shared-shelf.ts';

type Work = Omit<NonNullable<BackupList['running']>, 'bytes'>;
type Verdict = NonNullable<BackupList['backups'][number]['verified']>;

export interface BackupCatalog {
  /** Of all machines. */
  readonly list: () => Promise<BackupList>;
  /** Begins to take one; refuses while another piece of work runs anywhere. */
  readonly take: () => Promise<Work>;
  /** Begins to read a whole one; refuses one that lies elsewhere. */
  readonly verify: (name: string) => Promise<Work>;
  /** Gives up what runs, and waits for that. */
  readonly stop: () => Promise<void>;
}

const ending = '.backup';
const form = /^[0-9A-Za-z-]{1,80}\.backup$/;
const program = fileURLToPath(new URL('./verify-program.ts', import.meta.url));

export function createBackupCatalog(
  backups: Backups,
  paths: Pick<DataPaths, 'backups' | 'verified' | 'identity'>,
  { store, clock, log }: { readonly store: Store; readonly clock: Clock; readonly log: Log },
): BackupCatalog {
  const folder = paths.backups;
  const ended = new AbortController();
  const shared = shareShelf(store, paths, clock);
  let running: Work | undefined;
  let failed: BackupList['failed'] = null;

  const verdicts = () => readJsonFile<{ [name: string]: Verdict }>(paths.verified) ?? {};

  const own = async (): Promise<OneShelf> => {
    // Together and first: what ends while the folder is read must not be told as over with its result missing.
    const [work, fault, known] = [running, failed, verdicts()];
    const names = (await readdir(folder).catch(() => [])).filter((name) => form.test(name));
    const files = await Promise.all(
      names.map(async (name) => {
        const found = await stat(path.join(folder, name)).catch(() => undefined);
        if (found === undefined) return [];
        const takenAt = isoTime(Math.floor(found.mtimeMs));
        const verified = known[name] ?? null;
        return [{ name, bytes: found.size, takenAt, machine, folder, verified }];
      }),
    );
    const part = work && path.join(folder, `${work.name}.part`);
    const bytes = part === undefined ? 0 : ((await stat(part).catch(() => undefined))?.size ?? 0);
    const doing = work === undefined ? null : { ...work, bytes };
    return { backups: files.flat(), running: doing, failed: fault };
  };
  // One after the other: what is told last must be what was found last.
  let telling = Promise.resolve();
  const tell = (): Promise<void> => {
    telling = telling
      .then(async () => shared.tell(await own()))
      .catch((cause: unknown) =>
        log.warn('the other servers could not be told of the backups here', { cause }),
      );
    return telling;
  };
  // Ends what a process that was killed on this folder has left as running.
  let working = tell();

  const begin = async (kind: Work['kind'], name: string, job: () => Promise<unknown>) => {
    const elsewhere = (await shared.others()).find((other) => other.running !== null);
    const busy = running ?? elsewhere?.running ?? undefined;
    if (busy !== undefined)
      throw new Problem('conflict', `${busy.name} is being worked on; wait for its end.`);
    const work: Work = { kind, name, startedAt: isoTime(clock()) };
    running = work;
    failed = null;
    const told = tell();
    working = Promise.all([told, job()])
      .then(
        () => {
          running = undefined;
        },
        (cause: Error) => {
          running = undefined;
          failed = { name, at: isoTime(clock()), error: cause.message };
          log.warn('a backup of the console failed', { name, cause });
        },
      )
      .then(tell);
    await told;
    return work;
  };

  return {
    list: async () => {
      const mine = await own();
      if (mine.running !== null) await tell();
      const all = [mine, ...(await shared.others())];
      const files = all.flatMap((shelf) => shelf.backups);
      const newest = files.toSorted((one, other) => (one.takenAt < other.takenAt ? 1 : -1));
      const faults = all
        .flatMap((shelf) => shelf.failed ?? [])
        .filter(({ at }) => at > (newest[0]?.takenAt ?? ''))
        .toSorted((one, other) => (one.at < other.at ? 1 : -1));
      return {
        folder,
        backups: newest,
        running: all.find((shelf) => shelf.running !== null)?.running ?? null,
        failed: faults[0] ?? null,
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
      if (!form.test(name) || (await stat(file).catch(() => undefined)) === undefined) {
        const others = (await shared.others()).flatMap((other) => other.backups);
        const found = others.find((one) => one.name === name);
        if (found === undefined) throw new Problem('not_found', 'There is no such backup.');
        throw new Problem(
          'conflict',
          `${name} lies on ${found.machine} in ${found.folder}, and only the server there can check it; open the ` +
            'console there.',
        );
      }
      return begin('verify', name, async () => {
        const error = await verifyApart(file, ended.signal);
        const verdict: Verdict = { at: isoTime(clock()), error };
        writePrivateJson(paths.verified, { ...verdicts(), [name]: verdict });
      });
    },
    stop: async () => {
      ended.abort();
      await working;
      await telling;
    },
  };
}

/** The sentence that says what is wrong with a backup; null where nothing is. */
async function verifyApart(file: string, signal: AbortSignal): Promise<string | null> {
  const options = { signal, timeout: hourMs, env: {} };
  const { stdout } = await promisify(execFile)(process.execPath, [program, file], options);
  return JSON.parse(stdout) as string | null;
}
