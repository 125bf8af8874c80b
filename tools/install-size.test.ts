import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './tree.ts';

interface Sizes {
  readonly sizes: {
    readonly [name in 'node' | 'production' | 'all']: { readonly unpacked: number };
  };
  readonly measureBytes: (folder: string) => Promise<number>;
}

const reason =
  process.platform === 'linux' && process.arch === 'x64' ? false : 'measured on linux-x64 only';

test('the launcher announces what an installation weighs, to a tenth', {
  skip: reason,
}, async () => {
  const file = pathToFileURL(path.join(root, 'scripts', 'install-size.mjs'));
  const { sizes, measureBytes }: Sizes = await import(file.href);
  const measured = { node: 0, production: 0, all: 0 };
  for (const [folder, { link, dev }] of Object.entries(readInstalled())) {
    // What a package holds in its own node_modules is measured with it.
    if (link || folder.lastIndexOf('node_modules/') > 0 || !existsSync(path.join(root, folder)))
      continue;
    const bytes = await measureBytes(path.join(root, folder));
    measured.all += bytes;
    if (!dev) measured.production += bytes;
    if (/^node_modules\/node-/.test(folder)) measured.node += bytes;
  }
  for (const name of ['node', 'production', 'all'] as const) {
    const mb = measured[name] / 1e6;
    const announced = sizes[name].unpacked;
    assert.ok(
      Math.abs(mb - announced) < announced / 10,
      `${name} is ${Math.round(mb)} MB, announced as ${announced}: correct scripts/install-size.mjs`,
    );
  }
});

function readInstalled(): { [folder: string]: { link?: boolean; dev?: boolean } } {
  return JSON.parse(readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8'))
    .packages;
}
