/**
 * Swaps restored files in atomically with a journal: before the journal is written the old data is
 * valid, afterwards every start continues the swap until the new data is in place.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  type DataPaths,
  readJsonFile,
  syncFolder,
  writePrivateJson,
} from '../setup/data-folder.ts';

interface Journal {
  /** The folder that keeps the previous files. */
  readonly keptAs: string;
  /** Names moved out of the data folder, in this order. */
  readonly leaving: readonly string[];
  /** Names moved in from the staging folder after that. */
  readonly coming: readonly string[];
}

/** Swaps the staged files in; returns the name of the folder with the previous files, if there were any. */
export function swapIn(
  paths: DataPaths,
  names: { readonly leaving: readonly string[]; readonly coming: readonly string[] },
  time: string,
): string | undefined {
  const keptAs = `before-restore-${time.replaceAll(/[:.]/g, '-')}`;
  syncFolder(paths.restoring);
  writePrivateJson(paths.restore, { keptAs, ...names } satisfies Journal);
  return completeSwap(paths, { keptAs, ...names });
}

/** Recovers from a killed restore: completes it when its journal was written, else rolls it back. */
export function settleRestore(paths: DataPaths): void {
  const journal = readJsonFile<Journal>(paths.restore);
  if (journal !== undefined) completeSwap(paths, journal);
  else if (existsSync(paths.restoring)) rmSync(paths.restoring, { recursive: true, force: true });
}

// Every step is idempotent, so that a kill at any point can be resumed.
function completeSwap(paths: DataPaths, { keptAs, leaving, coming }: Journal): string | undefined {
  const here = (name: string) => path.join(paths.folder, name);
  const staged = (name: string) => path.join(paths.restoring, name);
  const kept = here(keptAs);
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  for (const name of leaving) {
    const hasCome = coming.includes(name) && !existsSync(staged(name));
    if (!hasCome && existsSync(here(name))) renameSync(here(name), path.join(kept, name));
  }
  syncFolder(kept);
  syncFolder(paths.folder);
  for (const name of coming) if (existsSync(staged(name))) renameSync(staged(name), here(name));
  syncFolder(paths.folder);
  const keptAny = readdirSync(kept).length > 0;
  if (!keptAny) rmdirSync(kept);
  rmSync(paths.restore);
  rmSync(paths.restoring, { recursive: true, force: true });
  syncFolder(paths.folder);
  return keptAny ? keptAs : undefined;
}
