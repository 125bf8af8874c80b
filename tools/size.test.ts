/** Limits the size of files, lines and folders, so that they stay readable. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { checkRule, filterFiles } from './rule.ts';
import { readTree, type Tree } from './tree.ts';

const linesMax = 400;

test(
  `every source has at most ${linesMax} lines`,
  checkRule({
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
  `every line of a source has at most ${charactersMax} characters`,
  checkRule({
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

test(`every folder of a package has at most ${filesMax} files`, () => {
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
      // Migrations need one file for each version of the schema.
      .filter(({ folder }) => !folder.endsWith('/store/migrations'))
      .filter(({ length }) => length > filesMax)
      .map(({ folder, length }) => `${folder} has ${length} files`)
  );
}

function sources(tree: Tree): Tree {
  return filterFiles(tree, (file) => /\.(tsx?|mjs|css)$/.test(file) && !isBuilt(file));
}

// Bundled files are not source code.
function isBuilt(file: string): boolean {
  return /^packages\/(widget|console)\/built\//.test(file);
}
