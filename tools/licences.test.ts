import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './tree.ts';

interface Licences {
  readonly packageFolders: (moduleIds: readonly string[]) => readonly string[];
  readonly licenceTexts: (folders: readonly string[], others?: readonly Work[]) => string;
}

interface Work {
  readonly name: string;
  readonly licence: string;
  readonly source: string;
  readonly texts: readonly string[];
}

const program = pathToFileURL(path.join(root, 'packages/server/pack/licences.mjs')).href;
const { packageFolders, licenceTexts }: Licences = await import(program);

test('the packages of a bundle are known by the paths of its modules', () => {
  const ids = [
    '/a/node_modules/zod/v4/index.js',
    '/a/node_modules/zod/v4/core.js',
    '\0/a/node_modules/@peculiar/x509/build/x509.js?commonjs',
    'C:\\a\\node_modules\\tsyringe\\node_modules\\tslib\\tslib.js',
    '/a/packages/server/src/main.ts',
    'rolldown/runtime.js',
  ];
  assert.deepEqual(packageFolders(ids), [
    '/a/node_modules/@peculiar/x509',
    '/a/node_modules/zod',
    'C:/a/node_modules/tsyringe/node_modules/tslib',
  ]);
});

test('each package is named with its licence and source, and equal texts are there once', (t) => {
  const text = licenceTexts(
    [
      makePackage(
        t,
        { name: 'a', version: '1.0.0', license: 'MPL-2.0', repository: 'github:x/a' },
        { 'LICENSE.md': 'Mozilla\r\n' },
      ),
      makePackage(
        t,
        { name: 'b', version: '2.0.0', license: '(MIT OR GPL-3.0-or-later)' },
        { LICENCE: 'one text ', 'NOTICE.txt': 'made by b' },
      ),
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
    ],
    [{ name: 'inner', licence: 'ISC', source: 'https://inner.test', texts: ['inner text'] }],
  );
  const [, ...sections] = text.split(`\n${'-'.repeat(80)}\n\n`);
  assert.deepEqual(sections, [
    'a 1.0.0 (MPL-2.0) https://github.com/x/a\nc 3.0.0 (MPL-2.0) https://git.test/y/c\n\nMozilla\n',
    'b 2.0.0 (MIT OR GPL-3.0-or-later)\n\none text\n\nmade by b\n',
    'inner (ISC) https://inner.test\n\ninner text\n',
  ]);
});

test('a package without a file gets the text that its licence names, with its author', (t) => {
  const manifest = { name: 'a', version: '1.0.0', license: 'MIT', author: { name: 'Asha' } };
  assert.match(licenceTexts([makePackage(t, manifest, {})]), /Copyright \(c\) Asha\n.*AS IS/s);
  const apache = { name: 'a', version: '1.0.0', license: 'Apache-2.0' };
  assert.match(licenceTexts([makePackage(t, apache, {})]), /TERMS AND CONDITIONS/);
});

test('a licence that may not permit copies, and one without a text, stop the packing', (t) => {
  const refuse = (license: unknown, files: { readonly [name: string]: string }, reason: RegExp) =>
    assert.throws(
      () => licenceTexts([makePackage(t, { name: 'a', version: '1.0.0', license }, files)]),
      reason,
    );
  const LICENSE = 'text';
  for (const licence of ['GPL-3.0-or-later', 'MIT AND GPL-3.0-only', 'UNLICENSED', undefined])
    refuse(licence, { LICENSE }, /not known to permit copies/);
  refuse('BSD-2-Clause', {}, /no file with the text/);
  // A notice alone is no licence.
  refuse('BSD-2-Clause', { NOTICE: 'by a' }, /no file with the text/);
});

function makePackage(
  t: TestContext,
  manifest: object,
  files: { readonly [name: string]: string },
): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-licences-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, 'lib'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}
