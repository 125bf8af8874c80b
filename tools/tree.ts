import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The text of each file of a repository, by its path from the root. */
export type Tree = ReadonlyMap<string, string>;

export const root = path.join(import.meta.dirname, '..');

/** Every text file of this repository that git tracks or would track; read once. */
export function readTree(): Tree {
  tree ??= readFiles();
  return tree;
}

let tree: Tree | undefined;

function readFiles(): Tree {
  return new Map(
    listFiles().flatMap((file) => {
      const bytes = readFileSync(path.join(root, file));
      // Decoding the weights of the models would take most of the time.
      return bytes.includes(0) ? [] : [[file, bytes.toString()]];
    }),
  );
}

function listFiles(): string[] {
  const files = listByGit() ?? walk('');
  return files.filter((file) =>
    statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile(),
  );
}

function listByGit(): string[] | undefined {
  try {
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const names = execFileSync('git', list, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    return names.split('\0').filter(Boolean);
  } catch {
    // A copy without .git, or a machine without git.
    return undefined;
  }
}

function walk(folder: string): string[] {
  const ignored = /^(node_modules|\.git|\.cache|data|dist|.*\.log)$/;
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => !ignored.test(entry.name))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? walk(file) : [file];
    });
}
