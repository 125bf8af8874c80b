/** The size of the widget, and what its code may not do. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { longPattern } from '../packages/server/src/kernel/long-pattern.ts';
import { checkRule, filterFiles, findPattern } from './rule.ts';
import { root } from './tree.ts';

const folder = path.join(root, 'packages', 'widget', 'built');
const kilobyte = 1024;
const budgets: { readonly [part: string]: number } = {
  'w.js': 4 * kilobyte,
  panel: 25 * kilobyte,
  voice: 9 * kilobyte,
  people: 3 * kilobyte,
  servers: 4 * kilobyte,
};

for (const [part, bytesMax] of Object.entries(budgets))
  test(`${part} of the widget has at most ${bytesMax / kilobyte} KB, gzipped`, () => {
    const files = readdirSync(folder).filter(
      (name) => name.replace(/-[0-9a-f]{10}\.js$/, '') === part,
    );
    assert.equal(files.length, 1);
    const { length } = gzipSync(readFileSync(path.join(folder, files[0] ?? '')), { level: 9 });
    assert.ok(length <= bytesMax, `${part} has ${length} bytes`);
  });

test('every part of the widget has a budget', () => {
  const parts = readdirSync(folder).map((name) => name.replace(/-[0-9a-f]{10}\.js$/, ''));
  assert.deepEqual(parts.sort(), Object.keys(budgets).sort());
});

test(
  'the widget parses no HTML, evaluates no text, writes no inline style and sets no cookie',
  checkRule({
    find: (tree) =>
      findPattern(
        filterFiles(tree, (file) => /^packages\/widget\/src\/.*\.ts$/.test(file)),
        longPattern()`\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment
          |DOMParser|eval|cookie|cssText)\b|document\.write|new Function|\.style\b|['"]style['"]|srcdoc`,
      ),
    broken: {
      'packages/widget/src/panel/a.ts': 'node.innerHTML = text;',
      'packages/widget/src/panel/b.ts': "element('p', { 'style': x });",
      'packages/widget/src/panel/c.ts': 'node.style.color = text;',
      'packages/widget/src/panel/d.ts': 'new Function(text);',
      'packages/widget/src/panel/e.ts': 'document.cookie = text;',
    },
  }),
);
