/**
 * One package for each system with the libraries that are compiled for it: SQLite, and ONNX Runtime where there is a
 * build of it. The packages that they come from hold those of all systems, 27 and 301 MB, and one of them downloads
 * more while it is installed.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { licenceOf, readManifest, writeManifest } from './manifest.ts';

export const systems = [
  'linux-x64',
  'linux-arm64',
  'linuxmusl-x64',
  'linuxmusl-arm64',
  'darwin-x64',
  'darwin-arm64',
  'win32-x64',
  'win32-arm64',
] as const;
export type System = (typeof systems)[number];

// What runs on the processor. The files beside them are for graphics cards.
const runtimeFiles: { readonly [platform: string]: readonly string[] } = {
  linux: ['onnxruntime_binding.node', 'libonnxruntime.so.1'],
  darwin: ['onnxruntime_binding.node', 'libonnxruntime.1.dylib'],
  win32: ['onnxruntime_binding.node', 'onnxruntime.dll'],
};

export const nativeName = (system: System): string => `@baraza/native-${system}`;

/** The systems whose packages run on this machine: npm chooses between the two of a Linux by its C library. */
export function isOwnSystem(system: System): boolean {
  const { platform, arch } = process;
  return [`${platform}-${arch}`, `${platform}musl-${arch}`].includes(system);
}

/** Makes the package of a system in `folder`. */
export async function stageSystem(root: string, folder: string, system: System): Promise<void> {
  const [platform = '', arch = ''] = system.replace('musl', '').split('-');
  const sqlite = await wholePackage(root, 'better-sqlite3', `prebuilds/${system}.node`);
  const runtimeFolder = `bin/napi-v6/${platform}/${arch}`;
  const hasRuntime = !system.includes('musl') && system !== 'darwin-x64';
  const runtime = hasRuntime
    ? await wholePackage(root, 'onnxruntime-node', `${runtimeFolder}/onnxruntime_binding.node`)
    : undefined;
  mkdirSync(folder, { recursive: true });
  copyFileSync(
    path.join(sqlite, 'prebuilds', `${system}.node`),
    path.join(folder, 'better_sqlite3.node'),
  );
  if (runtime !== undefined)
    for (const file of runtimeFiles[platform] ?? [])
      copyFileSync(path.join(runtime, runtimeFolder, file), path.join(folder, file));
  const { version } = readManifest(path.join(root, 'packages', 'server'));
  const parts = [sqlite, runtime].flatMap((source) => (source === undefined ? [] : [source]));
  writeFileSync(path.join(folder, 'LICENSE'), parts.map(licenceText).join('\n\n---\n\n'));
  writeFileSync(path.join(folder, 'README.md'), readme(system, parts));
  writeManifest(root, folder, {
    name: nativeName(system),
    version,
    description: `The compiled libraries of Baraza for ${system}.`,
    license: 'MIT',
    os: [platform],
    cpu: [arch],
    ...(platform === 'linux' ? { libc: [system.includes('musl') ? 'musl' : 'glibc'] } : {}),
    files: ['*.node', 'libonnxruntime.*', 'onnxruntime.dll'],
    directory: 'tools/pack',
  });
}

function readme(system: System, parts: readonly string[]): string {
  const names = parts.map((folder) => {
    const { name, version } = readManifest(folder);
    return `${name} ${version}`;
  });
  const made = `The compiled files of ${names.join(' and ')}, unchanged, for ${system}.`;
  return `# ${nativeName(system)}\n\n${made} A part of Baraza.\n`;
}

/** The package does not bring the text of its licence, which is MIT. */
const runtimeLicence = `MIT License

Copyright (c) Microsoft Corporation

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

function licenceText(folder: string): string {
  const { name } = readManifest(folder);
  return `${name}\n\n${licenceOf(folder) ?? runtimeLicence}`;
}

/**
 * A folder of the package that has `file`: the installed one, or, since an installation keeps only what this machine
 * needs, the package as it was published, by the digest in the lockfile.
 */
async function wholePackage(root: string, name: string, file: string): Promise<string> {
  const installed = path.join(root, 'node_modules', name);
  if (existsSync(path.join(installed, file))) return installed;
  const { version } = readManifest(installed);
  const cache = path.join(
    root,
    'node_modules',
    '.cache',
    'baraza',
    'packages',
    `${name}-${version}`,
  );
  const folder = path.join(cache, 'package');
  if (existsSync(path.join(folder, file))) return folder;
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const [{ filename = '' } = {}] = JSON.parse(
    execFileSync('npm', ['pack', '--json', `${name}@${version}`], {
      cwd: cache,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    }),
  ) as { readonly filename?: string }[];
  const archive = path.join(cache, filename);
  const digest = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: { readonly [place: string]: { readonly integrity?: string } };
  };
  if (lock.packages[`node_modules/${name}`]?.integrity !== digest)
    throw new Error(`${filename} is not the package that the lockfile names`);
  execFileSync('tar', ['-xzf', filename], { cwd: cache });
  rmSync(archive);
  if (!existsSync(path.join(folder, file))) throw new Error(`${name} ${version} has no ${file}`);
  return folder;
}
