/** What a browser has to load before the console appears, and what the page may load. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { longPattern } from '../packages/server/src/kernel/long-pattern.ts';
import { findPattern, keeps, only } from './rule.ts';
import { root } from './tree.ts';

const built = path.join(root, 'packages', 'console', 'built');
const page = readFileSync(path.join(built, 'index.html'), 'utf8');
const kilobyte = 1024;
const firstBytesMax = 52 * kilobyte;
const screenBytesMax = 25 * kilobyte;

test(`the console has at most ${firstBytesMax / kilobyte} KB, packed, before its first screen`, () => {
  const first = firstFiles();
  assert.ok(first.length >= 3, 'the page names its script, its base and its sheet');
  const bytes = [page, ...first.map((name) => readFileSync(path.join(built, name)))]
    .map((content) => gzipSync(content, { level: 9 }).length)
    .reduce((one, other) => one + other, 0);
  assert.ok(bytes <= firstBytesMax, `${bytes} bytes`);
});

test(`no screen of the console has more than ${screenBytesMax / kilobyte} KB, packed`, () => {
  const first = firstFiles();
  const large = readdirSync(path.join(built, 'assets'))
    .filter((name) => !first.includes(`assets/${name}`))
    .map((name) => ({ name, bytes: packedBytes(`assets/${name}`) }))
    .filter(({ bytes }) => bytes > screenBytesMax);
  assert.deepEqual(large, []);
});

test('the page of the console has nothing inline, and all that it loads is beside it', () => {
  assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|javascript:|data:/i);
  assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)/i);
  const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(
    ([, address = '']) => address,
  );
  for (const address of addresses)
    assert.match(
      address,
      /^\/(?:assets\/[\w-]+-[0-9a-f]{10}\.\w+|manifest\.webmanifest|icon-192\.png)$/,
    );
});

test(
  'the console parses no markup, runs no text, keeps nothing in the browser and calls through one file',
  keeps({
    find: (tree) =>
      findPattern(
        only(
          tree,
          (file) =>
            /^packages\/console\/src\/.*\.tsx?$/.test(file) &&
            !/\.test\.ts$/.test(file) &&
            !allowed(file),
        ),
        longPattern()`\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|eval
          |cssText|dangerouslySetInnerHTML|localStorage|sessionStorage|indexedDB|srcdoc|XMLHttpRequest)\b
          |document\.(write|cookie)|new Function|\bstyle="|\bfetch\(`,
      ),
    broken: {
      'packages/console/src/app/a.tsx': '<p dangerouslySetInnerHTML={x} />',
      'packages/console/src/app/b.ts': 'localStorage.setItem(a, b);',
      'packages/console/src/screens/c.tsx': 'await fetch(path);',
      'packages/console/src/screens/d.tsx': '<p style="color: red" />',
      'packages/console/src/screens/e.ts': 'document.cookie = x;',
    },
  }),
);

function allowed(file: string): boolean {
  // Language and colours, and drafts.
  return file.endsWith('app/preferences.ts') || file.endsWith('api/kept.ts');
}

function firstFiles(): string[] {
  return [...page.matchAll(/(?:src|href)="\/(assets\/[^"]*)"/g)].map(([, name = '']) => name);
}

function packedBytes(name: string): number {
  return gzipSync(readFileSync(path.join(built, name)), { level: 9 }).length;
}
