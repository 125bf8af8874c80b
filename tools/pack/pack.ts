/**
 * Makes the packages that can be published: `dist/*.tgz` installs on this machine, `dist/systems/*.tgz` are the parts
 * for other systems. `--own-system` leaves those out, which needs no network.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { readManifest, writeManifest } from './manifest.ts';
import { stageServer } from './server-package.ts';
import { isOwnSystem, stageSystem, systems } from './systems.ts';

const root = path.join(import.meta.dirname, '..', '..');
// npm is a script there.
const shell = process.platform === 'win32';

const args = process.argv.slice(2);
const onlyOwnSystem = args.includes('--own-system');
const [target = path.join(root, 'dist')] = args.filter((arg) => !arg.startsWith('--'));
try {
  await pack(path.resolve(target));
} catch (error) {
  console.error(`The packages could not be made: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function pack(dist: string): Promise<void> {
  const others = path.join(dist, 'systems');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(others, { recursive: true });
  const work = mkdtempSync(path.join(dist, '.work-'));
  const tarball = (folder: string, to: string) => makeTarball(folder, to, work);
  try {
    const server = path.join(work, 'baraza');
    await stageServer(root, server);
    tarball(server, dist);
    for (const name of ['client', 'create-baraza'])
      for (const folder of stagePackage(name, work)) tarball(folder, dist);
    for (const system of systems) {
      if (onlyOwnSystem && !isOwnSystem(system)) continue;
      const folder = path.join(work, system);
      await stageSystem(root, folder, system);
      // Both of a Linux would install there, but only one of them is for its C library.
      const isOwn = isOwnSystem(system) && !system.includes('musl');
      tarball(folder, isOwn ? dist : others);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * A package of the workspace as it is published: the `dist` that its step `build` makes, or else its own files. A
 * package that does not exist is left out.
 */
function stagePackage(name: string, work: string): readonly string[] {
  const folder = path.join(root, 'packages', name);
  if (!existsSync(path.join(folder, 'package.json'))) return [];
  const { scripts, files } = readManifest(folder);
  const hasBuild = Object.hasOwn((scripts ?? {}) as object, 'build');
  const staged = hasBuild ? path.join(folder, 'dist') : path.join(work, name);
  if (hasBuild)
    execFileSync('npm', ['run', 'build', '--silent'], { cwd: folder, stdio: 'inherit', shell });
  else
    for (const file of ['package.json', 'README.md', ...(files as readonly string[])])
      cpSync(path.join(folder, file), path.join(staged, file), { recursive: true });
  cpSync(path.join(root, 'LICENSE'), path.join(staged, 'LICENSE'));
  writeManifest(root, staged, { ...readManifest(staged), directory: `packages/${name}` });
  return [staged];
}

function makeTarball(folder: string, to: string, work: string): void {
  const options = ['--json', '--ignore-scripts', '--loglevel=error', `--pack-destination=${work}`];
  const output = execFileSync('npm', ['pack', ...options], {
    cwd: folder,
    encoding: 'utf8',
    shell,
  });
  const [{ filename = '', unpackedSize = 0 } = {}] = JSON.parse(output) as {
    readonly filename?: string;
    readonly unpackedSize?: number;
  }[];
  const made = path.join(work, filename);
  const { size } = statSync(made);
  const place = path.join(to, filename);
  renameSync(made, place);
  console.log(
    `${path.relative(process.cwd(), place)}  ${megabytes(size)}, unpacked ${megabytes(unpackedSize)}`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
