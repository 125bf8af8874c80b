/** The program before the newest migration, from the history of this repository. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { dataVersion } from '../../src/store/migrations/data-version.ts';

const checkout = path.resolve(import.meta.dirname, '../../../..');
const migrationsFolder = 'packages/server/src/store/migrations';
const outputMax = 2 ** 26;

export interface EarlierProgram {
  readonly commit: string;
  readonly dataVersion: number;
}

/** The newest commit whose data version is lower than ours; undefined without such a history. */
export function findEarlierProgram(): EarlierProgram | undefined {
  const commits = [
    'HEAD',
    ...lines(git('rev-list', '--first-parent', 'HEAD', '--', migrationsFolder)),
  ];
  let raised: string | undefined;
  for (const commit of commits) {
    const version = versionAt(commit);
    if (version === undefined) return undefined;
    if (version < dataVersion) {
      // Commits after this one that changed no migration are nearer to ours.
      const newest = raised === undefined ? commit : `${raised}^`;
      return { commit: newest, dataVersion: versionAt(newest) ?? version };
    }
    raised = commit;
  }
  return undefined;
}

/** Writes it to the folder, with the packages that are installed here; its entry point. */
export function unpackProgram({ commit }: EarlierProgram, folder: string): string {
  const archive = path.join(folder, 'program.tar');
  const parts = lines(git('ls-tree', '--name-only', commit, 'packages/')).filter(
    (name) => !name.endsWith('/answer-model'),
  );
  run('git', ['archive', '--format=tar', '-o', archive, commit, ...parts]);
  run('tar', ['-xf', archive, '-C', folder]);
  // Its weights are large and not used here.
  symlinkSync(
    path.join(checkout, 'packages/answer-model'),
    path.join(folder, 'packages/answer-model'),
  );
  const [installed, modules] = [
    path.join(checkout, 'node_modules'),
    path.join(folder, 'node_modules'),
  ];
  mkdirSync(path.join(modules, '@baraza'), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== '@baraza') symlinkSync(path.join(installed, name), path.join(modules, name));
  for (const name of readdirSync(path.join(folder, 'packages')))
    symlinkSync(path.join(folder, 'packages', name), path.join(modules, '@baraza', name));
  return path.join(folder, 'packages/server/src/main.ts');
}

function versionAt(commit: string): number | undefined {
  const text = git('show', `${commit}:${migrationsFolder}/migrations.ts`);
  const [, list] = /export const migrations[^=]*= \[([^\]]*)\]/.exec(text) ?? [];
  return list?.split(',').filter((name) => name.trim() !== '').length;
}

function git(...words: readonly string[]): string {
  const { status, stdout } = spawnSync('git', words, {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: outputMax,
  });
  return status === 0 ? stdout : '';
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

function run(command: string, words: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, words, { cwd: checkout, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr || error?.message}`);
}
