/**
 * Files of packages for other machines, for bundlers or for compilation, which are removed after an installation.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { measureBytes } from '../packages/server/bin/files.mjs';
import { bundledPackage } from '../packages/server/bin/runtime.mjs';
import { surplusOfSpeech } from '../packages/server/bin/surplus.mjs';

/** Removes these files from `node_modules` of `root`; returns the number of bytes. */
export async function removeSurplus(root) {
  const paths = listSurplus(root);
  const bytes = await Promise.all(paths.map((path) => measureBytes(path)));
  for (const path of paths) rmSync(path, { recursive: true, force: true });
  return bytes.reduce((sum, count) => sum + count, 0);
}

/** The existing paths that nothing on this machine reads. */
export function listSurplus(root, { platform, arch } = process) {
  const modules = join(root, 'node_modules');
  return [
    ...otherRuntimes(join(modules, 'onnxruntime-node', 'bin', 'napi-v6'), platform, arch),
    ...otherPrebuilds(join(modules, 'better-sqlite3', 'prebuilds'), platform, arch),
    // Sources of SQLite, which only machines without a prebuilt library need.
    ...(existsSync(join(modules, 'better-sqlite3', 'prebuilds', `${platform}-${arch}.node`))
      ? ['deps', 'src'].map((folder) => join(modules, 'better-sqlite3', folder))
      : []),
    // Headers for compiling addons.
    ...(bundledPackage ? [join(modules, bundledPackage, 'include')] : []),
    ...['@aws', '@aws-sdk', '@smithy'].flatMap((scope) => forBundlers(join(modules, scope))),
    ...[
      '@modelcontextprotocol/core/dist',
      '@modelcontextprotocol/server/dist',
      'zod',
      'lru-cache/dist/esm',
      'marked/lib',
    ].flatMap((folder) => besidesModules(join(modules, folder))),
    ...neverRead.map((path) => join(modules, path)),
  ].filter((path) => existsSync(path));
}

const neverRead = [
  ...surplusOfSpeech,
  // Larger models for another engine of Tesseract, and builds for other machines.
  '@tesseract.js-data/swa/4.0.0',
  '@tesseract.js-data/eng/4.0.0',
  ...['', '-lstm', '-simd', '-relaxedsimd', '-relaxedsimd-lstm'].flatMap((build) =>
    ['js', 'wasm', 'wasm.js'].map((ending) => `tesseract.js-core/tesseract-core${build}.${ending}`),
  ),
  'tesseract.js-core/tesseract-core-simd-lstm.wasm.js',
  // Sources, tests, and copies for bundlers, for browsers or for require().
  'zod/src',
  'ajv/lib',
  'mammoth/test',
  'mammoth/mammoth.browser.js',
  'mammoth/mammoth.browser.min.js',
  'read-excel-file/bundle',
  'read-excel-file/commonjs',
  'lru-cache/dist/commonjs',
  'lru-cache/dist/esm/browser',
  'lru-cache/dist/esm/react-native',
  'underscore/amd',
  'underscore/modules',
  '@simplewebauthn/server/script',
  '@simplewebauthn/browser/script',
];

// A second copy of the S3 client, as modules that Node does not load, and types for an old TypeScript.
function forBundlers(scope) {
  return list(scope).flatMap((name) => [
    join(scope, name, 'dist-es'),
    join(scope, name, 'dist-types', 'ts3.4'),
  ]);
}

/** Copies for require() and source maps, in packages that are only ever imported as modules. */
function besidesModules(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.(?:cjs|d\.cts|map)$/.test(name))
    .map((name) => join(folder, name));
}

function otherRuntimes(folder, platform, arch) {
  // Without a runtime for this machine, nothing is removed.
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
