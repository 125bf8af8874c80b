/** Finds dead code: every export must be imported by another file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryOf, targetOf, withoutComments } from './imports.ts';
import { checkRule } from './rule.ts';
import type { Tree } from './tree.ts';

/** Files that are imported from outside the repository or by URL; all of their exports are public. */
const entries = [
  'packages/client/src/index.ts',
  // The PDF parser imports it.
  'packages/server/src/kernel/formats/pdf-steps.ts',
  'packages/widget/src/panel/panel.ts',
  'packages/widget/src/people/people.ts',
  'packages/widget/src/servers/servers.ts',
  'packages/widget/src/voice/voice.ts',
];

// An export that only tests import is allowed, since a test of the unit is more precise than a test of its callers.
// So code that only tests run is not detected here.
test(
  'an export is imported by another file',
  checkRule({
    find: findUnused,
    broken: {
      'packages/server/src/a.ts': 'export function unused(): void {}\nunused();',
      'packages/client/src/a.ts': 'export type Unused = string;',
      'packages/contract/src/a.ts': 'const unused = 1;\nexport { unused };',
      'packages/widget/src/a.ts': "export { unused } from './b.ts';",
      'packages/console/src/a.tsx': 'export function Unused() {}',
      'packages/contract/src/index.ts': "export * from './a.ts';\nexport const unused = 1;",
      'packages/server/src/b.ts': '// import { unused } from "./b.ts";\nexport class unused {}',
    },
  }),
);

test('every form of import counts as a use, but an import of the same name from another file does not', () => {
  const exported = [
    'export const named = 1;',
    'export interface Typed {}',
    'export async function* renamed() {}',
    'export let behind = 2;',
    'export const lazily = 1;',
    'export abstract class Spaced {}',
    'export const typed = 1;',
    'export const elsewhere = 1;',
  ].join('\n');
  const tree = new Map([
    ['packages/server/src/a.ts', exported],
    [
      'bench/a.ts',
      [
        "import { named, type Typed as T, renamed as other } from '../packages/server/src/a.ts';",
        "export { behind } from '../packages/server/src/a.ts';",
        "import { elsewhere } from './elsewhere.ts';",
      ].join('\n'),
    ],
    ['tools/a.ts', "const { lazily } = await import('../packages/server/src/a.ts');"],
    ['evals/a.ts', "import * as all from '../packages/server/src/a.ts';\nall.Spaced;"],
    ['packages/contract/src/index.ts', "export * from './a.ts';"],
    ['packages/contract/src/a.ts', 'export const behind = 1;\nexport const unwanted = 1;'],
    ['training/a.ts', "import { behind } from '@baraza/contract';"],
    ['e2e/a.ts', "type A = typeof import('../packages/server/src/a.ts').typed;"],
  ]);
  assert.deepEqual(findUnused(tree), [
    'packages/server/src/a.ts exports elsewhere',
    'packages/contract/src/a.ts exports unwanted',
  ]);
});

function findUnused(tree: Tree): string[] {
  const code = new Map(
    [...tree]
      .filter(([file]) => /\.(tsx?|mjs)$/.test(file))
      .map(([file, text]) => [file, withoutComments(text)]),
  );
  const used = new Set([...code].flatMap(([file, text]) => usesOf(file, text)));
  for (const [file, text] of code) markReexported(used, file, text);
  return [...code]
    .filter(([file]) => isPackageSource(file) && !entries.includes(file))
    .flatMap(([file, text]) =>
      exportsOf(text)
        .filter((name) => !used.has(`${file}#${name}`))
        .map((name) => `${file} exports ${name}`),
    );
}

function isPackageSource(file: string): boolean {
  return /^packages\/[^/]+\/src\/.*(?<!\.test|\.d)\.tsx?$/.test(file);
}

function exportsOf(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:declare |abstract |async )*(?:const|let|class|interface|type|function\*?) (\w+)/gm,
  );
  const listed = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [
    ...[...declared].map(([, name = '']) => name),
    ...[...listed].flatMap(([, list = '']) => namesIn(list).map(({ outside }) => outside)),
  ];
}

/** `FILE#NAME` for each name that a file imports from another. */
function usesOf(file: string, text: string): string[] {
  const fileOf = (target: string) => entryOf(targetOf(file, target));
  const listed = text.matchAll(
    /^\s*(?:import|export)\b[^'"{;]*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/gm,
  );
  const whole = text.matchAll(
    /(?:\bimport \* as \w+\s*from\s*|(?<![\w.])import\(\s*)['"]([^'"]+)['"]/g,
  );
  // For a namespace import, every word in the file counts as a use.
  const words = [...new Set(text.match(/\w+/g))];
  return [
    ...[...listed].flatMap(([, list = '', target = '']) =>
      namesIn(list).map(({ inside }) => `${fileOf(target)}#${inside}`),
    ),
    ...[...whole].flatMap(([, target = '']) => words.map((word) => `${fileOf(target)}#${word}`)),
  ];
}

/** A name that is imported from a barrel is used in the files that it re-exports with `export *`. */
function markReexported(used: Set<string>, file: string, text: string): void {
  const reexports = [...text.matchAll(/^export \* from\s*['"]([^'"]+)['"]/gm)];
  if (reexports.length === 0) return;
  const imported = [...used].filter((use) => use.startsWith(`${file}#`));
  for (const [, target = ''] of reexports)
    for (const use of imported) used.add(use.replace(file, targetOf(file, target)));
}

/** `a as b`: the name inside the module, and the name outside. */
function namesIn(list: string): { readonly inside: string; readonly outside: string }[] {
  return list
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter((part) => part !== '')
    .map((part) => {
      const [inside = '', outside = inside] = part.split(/\s+as\s+/);
      return { inside, outside };
    });
}
