import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { root } from '../tree.ts';
import { repositoryAddress, writeDocument, writeReadme } from './documents.ts';

const repository = repositoryAddress(root);
const linkPattern = /\]\(([^)\s]+)\)/g;

for (const [name, linksMin] of [
  ['server', 5],
  ['client', 5],
  ['create-baraza', 0],
] as const)
  test(`all links in the README of the package ${name} lead to a page, also outside the repository`, (t) => {
    const folder = temporaryFolder(t);
    writeReadme(root, name, folder);
    assertLinks(path.join(folder, 'README.md'), linksMin);
  });

test('all links in llms.txt of a package lead to a page', (t) => {
  const folder = temporaryFolder(t);
  writeDocument(root, 'llms.txt', folder);
  assertLinks(path.join(folder, 'llms.txt'), 20);
});

test('the README of the package baraza starts it without the repository', () => {
  const readme = readFileSync(path.join(root, 'packages/server/README.md'), 'utf8');
  assert.match(readme, /^npm install baraza$/m);
  assert.match(readme, /^npx baraza$/m);
  assert.doesNotMatch(readme, /npm (?:start|run|test)/);
});

test('code is left as it is', (t) => {
  const folder = temporaryFolder(t);
  writeReadme(root, 'client', folder);
  const codeOf = (file: string) => readFileSync(file, 'utf8').match(/```[\s\S]*?```/g);
  const code = codeOf(path.join(folder, 'README.md'));
  assert.deepEqual(code, codeOf(path.join(root, 'packages/client/README.md')));
  assert.ok(code !== null && code.length > 10);
});

function assertLinks(file: string, min: number): void {
  const targets = [...readFileSync(file, 'utf8').matchAll(linkPattern)].map(([, to = '']) => to);
  assert.ok(targets.length >= min, `${targets.length} links`);
  for (const target of targets) {
    assert.match(target, /^(?:https?:|#)/);
    if (!target.startsWith(repository)) continue;
    const [place = ''] = target.slice(repository.length).split('#');
    assert.ok(existsSync(path.join(root, place)), target);
  }
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-documents-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}
