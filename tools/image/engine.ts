/** Docker or Podman, whichever runs here. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../tree.ts';
import { makeBases } from './bases.ts';

interface ContainerEngine {
  /** The program, and the arguments that come first. */
  readonly command: readonly string[];
  readonly buildOptions: readonly string[];
  readonly runOptions: readonly string[];
}

/** Undefined where neither runs. */
export function findEngine(): ContainerEngine | undefined {
  if (works('docker', 'version')) return { command: ['docker'], buildOptions: [], runOptions: [] };
  if (!works('podman', 'version')) return undefined;
  // The other runtime does not start on every kernel; and Podman's own limits are more than a root without all rights
  // may set.
  const runtime = works('runc', '--version') ? ['--runtime', 'runc'] : [];
  return {
    command: ['podman', ...runtime],
    buildOptions: ['--format', 'docker', '--isolation', 'chroot', '--network', 'host'],
    runOptions: ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'],
  };
}

/** Pulls or makes the base images; returns a sentence where neither is possible. */
export function ensureBases({ command }: ContainerEngine): string | undefined {
  const [program = '', ...first] = command;
  const names = baseImages();
  const isThere = (name: string) =>
    works(program, ...first, 'image', 'inspect', name) ||
    works(program, ...first, 'pull', '--quiet', name);
  if (names.every(isThere)) return undefined;
  if (program !== 'podman' || process.getuid?.() !== 0 || !existsSync('/usr/sbin/debootstrap'))
    return 'the base images cannot be pulled, nor made here (needs root, podman and debootstrap)';
  // Images without a registry in their names are of this one.
  makeBases(
    command,
    names.map((name) => (name.includes('/') ? name : `docker.io/library/${name}`)),
  );
  return undefined;
}

/** The images that the Dockerfile begins with, in order. */
function baseImages(): readonly string[] {
  const text = readFileSync(path.join(root, 'deploy/Dockerfile'), 'utf8');
  return [...text.matchAll(/^FROM (\S+)/gm)].map(([, name = '']) => name);
}

function works(program: string, ...words: readonly string[]): boolean {
  return spawnSync(program, words, { stdio: 'ignore', timeout: 120_000 }).status === 0;
}
