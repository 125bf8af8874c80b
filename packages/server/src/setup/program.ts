import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';

const manifest = findPackageJSON(import.meta.url) ?? '';
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** The version of this program, as in its package.json. */
export const programVersion = version;

const packageFolder = path.dirname(manifest);

/** The commit of this program: of its checkout, or from `commit.txt`, which an installed package has instead. */
export const programCommit = readCommit(packageFolder, path.join(packageFolder, '..', '..'));

/** `0.2.0 (1f3c5a7b9d20)` */
export const programName =
  programCommit === undefined ? version : `${version} (${programCommit.slice(0, 12)})`;

function readCommit(folder: string, checkout: string): string | undefined {
  try {
    const stamped = path.join(folder, 'commit.txt');
    const found = existsSync(stamped) ? readText(stamped) : readHead(gitFolder(checkout));
    return /^[0-9a-f]{40}$/.test(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** In a linked worktree `.git` is a file that names the folder. */
function gitFolder(checkout: string): string {
  const place = path.join(checkout, '.git');
  const linked = /^gitdir: (.+)$/m.exec(
    existsSync(path.join(place, 'HEAD')) ? '' : readText(place),
  );
  return linked?.[1] === undefined ? place : path.resolve(checkout, linked[1]);
}

function readHead(git: string): string {
  const head = readText(path.join(git, 'HEAD'));
  const branch = /^ref: (.+)$/.exec(head)?.[1];
  if (branch === undefined) return head;
  const common = path.join(git, 'commondir');
  const shared = existsSync(common) ? path.resolve(git, readText(common)) : git;
  const loose = path.join(shared, branch);
  if (existsSync(loose)) return readText(loose);
  const packed = readText(path.join(shared, 'packed-refs')).split('\n');
  return packed.find((line) => line.endsWith(` ${branch}`))?.slice(0, 40) ?? '';
}

function readText(file: string): string {
  return readFileSync(file, 'utf8').trim();
}
