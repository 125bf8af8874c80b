/**
 * Puts restored files in the place of those that are there. A journal decides: before it is
 * written the old data stands, afterwards every start goes on until the new data stands.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type DataPaths, readJsonFile, syncFolder, writePrivateJson } from '../data-folder.ts';

interface Journal {
  /** The folder that keeps what was there before. */
  readonly keptAs: string;
  /** Names that go from the data folder, in this order. */
  readonly leaving: readonly string[];
  /** Names that come from the staging folder after that. */
  readonly coming: readonly string[];
}

/** Swaps what was staged in; the name of the folder with what was there before, if there was any. */
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

/** Ends what a killed restore has begun: forwards when it was decided, else back to before. */
export function settleRestore(paths: DataPaths): void {
  const journal = readJsonFile<Journal>(paths.restore);
  if (journal !== undefined) completeSwap(paths, journal);
  else if (existsSync(paths.restoring)) rmSync(paths.restoring, { recursive: true, force: true });
}

// Every step looks first whether it was done, so that a kill anywhere is followed by the rest.
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
