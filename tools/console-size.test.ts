/** The size of the console, and what its page may load. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { longPattern } from '../packages/server/src/kernel/long-pattern.ts';
import { checkRule, filterFiles, findPattern } from './rule.ts';
import { root } from './tree.ts';

const built = path.join(root, 'packages', 'console', 'built');
const page = readFileSync(path.join(built, 'index.html'), 'utf8');
const kilobyte = 1024;
const firstBytesMax = 52 * kilobyte;
const screenBytesMax = 25 * kilobyte;

test(`the console loads at most ${firstBytesMax / kilobyte} KB, gzipped, before its first screen`, () => {
  const first = firstFiles();
  assert.ok(first.length >= 3, 'the page loads its script, its base and its style sheet');
  const bytes = [page, ...first.map((name) => readFileSync(path.join(built, name)))]
    .map((content) => gzipSync(content, { level: 9 }).length)
    .reduce((one, other) => one + other, 0);
  assert.ok(bytes <= firstBytesMax, `${bytes} bytes`);
});

test(`every screen of the console has at most ${screenBytesMax / kilobyte} KB, gzipped`, () => {
  const first = firstFiles();
  const large = readdirSync(path.join(built, 'assets'))
    .filter((name) => !first.includes(`assets/${name}`))
    .map((name) => ({ name, bytes: gzippedBytes(`assets/${name}`) }))
    .filter(({ bytes }) => bytes > screenBytesMax);
  assert.deepEqual(large, []);
});

test('the page of the console has no inline code, and loads only files of the same server', () => {
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
  'the console parses no HTML, evaluates no text, stores nothing in the browser, and fetches in one file',
  checkRule({
    find: (tree) =>
      findPattern(
        filterFiles(
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
  // These store the language, the colour scheme and drafts.
  return file.endsWith('app/preferences.ts') || file.endsWith('api/kept.ts');
}

function firstFiles(): string[] {
  return [...page.matchAll(/(?:src|href)="\/(assets\/[^"]*)"/g)].map(([, name = '']) => name);
}

function gzippedBytes(name: string): number {
  return gzipSync(readFileSync(path.join(built, name)), { level: 9 }).length;
}
