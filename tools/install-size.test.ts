import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './tree.ts';

interface Sizes {
  readonly sizes: {
    readonly [name in 'node' | 'production' | 'all']: { readonly unpacked: number };
  };
}

interface Files {
  readonly measureBytes: (path: string) => Promise<number>;
}

interface Surplus {
  readonly listSurplus: (root: string, machine?: Machine) => readonly string[];
  readonly removeSurplus: (root: string) => Promise<number>;
}

interface Machine {
  readonly platform: string;
  readonly arch: string;
}

const productionMbMax = 350;
const { sizes }: Sizes = await load('install-size.mjs');
const { measureBytes }: Files = await load('../packages/server/bin/files.mjs');
const { listSurplus, removeSurplus }: Surplus = await load('install-surplus.mjs');
const skip = process.platform === 'linux' ? false : 'measured on Linux only';

test('an installation has the announced size within 10%, and at most 350 MB for production', {
  skip,
}, async () => {
  const measured = await measureInstalled();
  for (const name of ['node', 'production', 'all'] as const) {
    const mb = measured[name] / 1e6;
    const announced = sizes[name].unpacked;
    assert.ok(
      Math.abs(mb - announced) < announced / 10,
      `${name} is ${Math.round(mb)} MB, announced as ${announced}: correct scripts/install-size.mjs`,
    );
  }
  const mb = Math.round(measured.production / 1e6);
  assert.ok(mb <= productionMbMax, `the production packages have ${mb} MB`);
});

test('only files for other machines and bundlers are removed, and none without a library for this one', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'baraza-surplus-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const modules = path.join(folder, 'node_modules');
  for (const file of [
    'onnxruntime-node/bin/napi-v6/linux/x64/a.so',
    'onnxruntime-node/bin/napi-v6/linux/arm64/a.so',
    'onnxruntime-node/bin/napi-v6/darwin/arm64/a.dylib',
    'better-sqlite3/prebuilds/linux-x64.node',
    'better-sqlite3/prebuilds/linuxmusl-x64.node',
    'better-sqlite3/prebuilds/linux-arm64.node',
    'better-sqlite3/src/a.cpp',
    'better-sqlite3/lib/index.js',
    '@modelcontextprotocol/server/dist/index.cjs',
    '@modelcontextprotocol/server/dist/index.d.mts',
    '@modelcontextprotocol/server/dist/index.mjs',
    '@modelcontextprotocol/server/dist/index.mjs.map',
    '@smithy/core/dist-cjs/index.js',
    '@smithy/core/dist-es/index.js',
    '@smithy/core/dist-types/index.d.ts',
    '@smithy/core/dist-types/ts3.4/index.d.ts',
  ]) {
    mkdirSync(path.dirname(path.join(modules, file)), { recursive: true });
    writeFileSync(path.join(modules, file), 'x');
  }
  const listed = (platform: string, arch: string) =>
    listSurplus(folder, { platform, arch })
      .map((file) => path.relative(modules, file))
      .toSorted();
  const forBundlers = [
    '@modelcontextprotocol/server/dist/index.cjs',
    '@modelcontextprotocol/server/dist/index.mjs.map',
    '@smithy/core/dist-es',
    '@smithy/core/dist-types/ts3.4',
  ];
  assert.deepEqual(listed('linux', 'x64'), [
    ...forBundlers,
    'better-sqlite3/prebuilds/linux-arm64.node',
    'better-sqlite3/src',
    'onnxruntime-node/bin/napi-v6/darwin',
    'onnxruntime-node/bin/napi-v6/linux/arm64',
  ]);
  assert.deepEqual(listed('freebsd', 'x64'), forBundlers);
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return;
  assert.ok((await removeSurplus(folder)) > 0);
  assert.deepEqual(readdirSync(path.join(modules, 'onnxruntime-node/bin/napi-v6')), ['linux']);
  assert.equal(await removeSurplus(folder), 0);
});

/** The size of the packages in the lockfile, without the files that the launcher removes. */
async function measureInstalled() {
  const measured = { node: 0, production: 0, all: 0 };
  const surplus = listSurplus(root);
  for (const [folder, { link, dev }] of Object.entries(readInstalled())) {
    const location = path.join(root, folder);
    // A nested node_modules is measured with its package; workspaces are part of the repository.
    if (link || folder.lastIndexOf('node_modules/') !== 0 || !existsSync(location)) continue;
    const left = surplus.filter((file) => file.startsWith(`${location}${path.sep}`));
    const parts = await Promise.all([location, ...left].map(measureBytes));
    const bytes = 2 * (parts[0] ?? 0) - parts.reduce((sum, count) => sum + count, 0);
    measured.all += bytes;
    if (!dev) measured.production += bytes;
    if (/^node_modules\/node-/.test(folder)) measured.node += bytes;
  }
  return measured;
}

function readInstalled(): { [folder: string]: { link?: boolean; dev?: boolean } } {
  return JSON.parse(readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8'))
    .packages;
}

async function load<Module>(script: string): Promise<Module> {
  return await import(pathToFileURL(path.join(root, 'scripts', script)).href);
}
