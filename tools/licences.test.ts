import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { licenceTexts } from './pack/licences.ts';
import { root } from './tree.ts';

test('each package is named with its licence and source, and equal texts are there once', (t) => {
  const text = licenceTexts([
    makePackage(
      t,
      {
        name: 'c',
        version: '3.0.0',
        license: 'MPL-2.0',
        repository: { url: 'git@git.test:y/c.git' },
      },
      { license: ' Mozilla\n' },
    ),
    makePackage(
      t,
      { name: 'a', version: '1.0.0', license: 'MPL-2.0', repository: 'github:x/a' },
      { 'LICENSE.md': 'Mozilla\r\n' },
    ),
    makePackage(
      t,
      {
        name: 'b',
        version: '2.0.0',
        license: '(MIT OR GPL-3.0-or-later)',
        homepage: 'https://b.test',
      },
      { LICENCE: 'one text ', 'NOTICE.txt': 'made by b', 'README.md': 'read me' },
    ),
    makePackage(t, { name: 'd', version: '4.0.0', licenses: [{ type: 'ISC' }] }, { COPYING: 'd' }),
  ]);
  const [, ...sections] = text.split(`\n${'-'.repeat(80)}\n\n`);
  assert.deepEqual(sections, [
    'a 1.0.0 (MPL-2.0) https://github.com/x/a\nc 3.0.0 (MPL-2.0) https://git.test/y/c\n\nMozilla\n',
    'b 2.0.0 (MIT OR GPL-3.0-or-later) https://b.test\n\none text\n\nmade by b\n',
    'd 4.0.0 (ISC)\n\nd\n',
  ]);
});

test('a package without a file gets the text that its licence names, with its author', (t) => {
  const manifest = { name: 'a', version: '1.0.0', license: 'MIT', author: { name: 'Asha' } };
  assert.match(licenceTexts([makePackage(t, manifest, {})]), /Copyright \(c\) Asha\n.*AS IS/s);
  const apache = { name: 'a', version: '1.0.0', license: 'Apache-2.0' };
  assert.match(licenceTexts([makePackage(t, apache, {})]), /the authors of a\n.*TERMS AND COND/s);
});

test('a licence that may not permit copies, and one without a text, stop the packing', (t) => {
  const refuse = (license: unknown, files: { readonly [name: string]: string }, reason: RegExp) =>
    assert.throws(
      () => licenceTexts([makePackage(t, { name: 'a', version: '1.0.0', license }, files)]),
      reason,
    );
  const LICENSE = 'text';
  for (const licence of ['GPL-3.0-or-later', 'MIT AND GPL-3.0-only', 'UNLICENSED', undefined])
    refuse(licence, { LICENSE }, /may not permit copies/);
  refuse('BSD-4-Clause', {}, /may not permit copies/);
  refuse('BlueOak-1.0.0', {}, /no file with the text/);
  // A notice alone is no licence.
  refuse('BlueOak-1.0.0', { NOTICE: 'by a' }, /no file with the text/);
});

test('the works inside of installed packages are named with their texts', () => {
  const folders = ['tesseract.js-core', 'unpdf', 'better-sqlite3'].map((name) =>
    path.join(root, 'node_modules', name),
  );
  const text = licenceTexts(folders);
  const names = ['Leptonica', 'PDF.js', 'SQLite', 'giflib', 'libjpeg', 'libpng', 'libtiff'];
  for (const name of [...names, 'libwebp', 'musl', 'zlib'])
    assert.match(text, new RegExp(`^${name} \\(`, 'm'));
  assert.match(text, /Copyright \(c\) 2001-2020 Leptonica\. All rights reserved\./);
});

function makePackage(
  t: TestContext,
  manifest: object,
  files: { readonly [name: string]: string },
): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-licences-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}
