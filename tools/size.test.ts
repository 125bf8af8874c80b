/** Keeps what is read by people small enough to be read: files, lines and folders. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { keeps, only } from './rule.ts';
import { readTree, type Tree } from './tree.ts';

const linesMax = 400;

test(
  `no source has more than ${linesMax} lines`,
  keeps({
    find: (tree) =>
      [...sources(tree)]
        .map(([file, text]) => ({ file, lines: text.trimEnd().split('\n').length }))
        .filter(({ lines }) => lines > linesMax)
        .map(({ file, lines }) => `${file} has ${lines} lines`),
    broken: {
      'packages/server/src/platform/everything.ts': 'x;\n'.repeat(linesMax + 1),
      'packages/console/src/a.tsx': 'x;\n'.repeat(linesMax + 1),
      'packages/widget/src/panel.css': 'a {}\n'.repeat(linesMax + 1),
    },
  }),
);

const charactersMax = 120;

test(
  `no line of a source has more than ${charactersMax} characters, tables and sentences included`,
  keeps({
    find: (tree) =>
      [...sources(tree)].flatMap(([file, text]) =>
        text
          .split('\n')
          .map((line, index) => ({ place: `${file}:${index + 1}`, characters: [...line].length }))
          .filter(({ characters }) => characters > charactersMax)
          .map(({ place, characters }) => `${place} has ${characters} characters`),
      ),
    broken: {
      'packages/server/src/answers/words.ts': `\n// ${'x'.repeat(charactersMax - 2)}`,
      'packages/server/src/answers/fields/all.ts': `const all = \`\n${'x, '.repeat(41)}\`;`,
      'packages/widget/src/panel.css': `/* ${'x'.repeat(charactersMax)} */`,
      'scripts/long.mjs': `'${'é'.repeat(charactersMax)}'`,
    },
  }),
);

const filesMax = 25;

test(`no folder of a package has more than ${filesMax} files`, () => {
  const attic = Array.from(
    { length: filesMax + 1 },
    (_, at) => `packages/server/src/attic/${at}.ts`,
  );
  const box = Array.from({ length: filesMax }, (_, at) => `packages/server/src/attic/box/${at}.ts`);
  const broken = new Map([...attic, ...box].map((file) => [file, '']));
  assert.deepEqual(findLargeFolders(broken), ['packages/server/src/attic has 26 files']);
  assert.deepEqual(findLargeFolders(readTree()), []);
});

function findLargeFolders(tree: Tree): string[] {
  const files = [...tree.keys()].filter((file) => file.startsWith('packages/') && !isBuilt(file));
  return (
    [...Map.groupBy(files, (file) => path.posix.dirname(file))]
      .map(([folder, { length }]) => ({ folder, length }))
      // One file for each version of the data.
      .filter(({ folder }) => !folder.endsWith('/store/migrations'))
      .filter(({ length }) => length > filesMax)
      .map(({ folder, length }) => `${folder} has ${length} files`)
  );
}

function sources(tree: Tree): Tree {
  return only(tree, (file) => /\.(tsx?|mjs|css)$/.test(file) && !isBuilt(file));
}

// Bundled files are for browsers, not for readers.
function isBuilt(file: string): boolean {
  return /^packages\/(widget|console)\/built\//.test(file);
}
