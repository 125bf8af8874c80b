/** Generators are for sequences; long work yields with `kernel/breathe.ts` or runs in a child process. */
import { test } from 'node:test';
import { checkRule, filterFiles } from './rule.ts';
import type { Tree } from './tree.ts';

const server = 'packages/server/src/';

test(
  'no generator of the server yields without a value, only to be run in slices',
  checkRule({
    find: findEmptyYields,
    broken: {
      [`${server}a.ts`]: 'function* count() {\n  yield;\n}',
      [`${server}b.ts`]: 'function* rows() {\n  yield undefined;\n}',
      [`${server}c.ts`]: 'const scores = (yield) as Scores;',
      [`${server}d.ts`]: 'type Cutting<Result> = Generator<void, Result>;',
      [`${server}e.ts`]: 'export function* walk(): Generator<\n  undefined,\n  string\n> {}',
      [`${server}f.ts`]: 'function run(work: Generator<unknown, Result>) {}',
      [`${server}g.ts`]: 'function* rows(): Generator<readonly string[] | undefined, void> {}',
    },
  }),
);

function findEmptyYields(tree: Tree): readonly string[] {
  const sources = filterFiles(tree, (file) => file.startsWith(server) && file.endsWith('.ts'));
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(emptyYield)].map(({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${file}:${line}: ${found.replaceAll(/\s+/g, ' ')}`;
    }),
  );
}

// A yielded type that includes `undefined` counts as well; a returned type does not.
const emptyYield =
  /\byield(?:\s+undefined)?\s*[;,)]|\bGenerator<\s*(?:undefined|void|unknown)\b|\bGenerator<[^,<>]*\|\s*undefined\b/g;
