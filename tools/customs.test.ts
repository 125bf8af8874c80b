/** Rules of this repository that the linter does not have, or that a comment could switch off. */
import { test } from 'node:test';
import { findPattern, keeps, only } from './rule.ts';
import type { Tree } from './tree.ts';

const server = 'packages/server/src/';

test(
  'no file and no folder is a drawer for everything',
  keeps({
    find: (tree) =>
      [...tree.keys()].filter((file) =>
        /(^|\/)(utils?|common|shared|types|helpers?)(\.|\/)/.test(file),
      ),
    broken: {
      'packages/server/src/utils/text.ts': '',
      'packages/client/src/types.ts': '',
      'tools/helpers.ts': '',
    },
  }),
);

test(
  'nothing is exported as default',
  keeps({
    find: (tree) => findPattern(sources(tree), /^export default\b|\bas default\b/m),
    broken: {
      'packages/client/src/a.ts': 'const a = 1;\nexport default a;',
      'packages/client/src/b.ts': 'export { a as default };',
      'packages/console/src/c.tsx': 'export default function C() {}',
    },
  }),
);

test(
  'there are no enums',
  keeps({
    find: (tree) => findPattern(sources(tree), /^\s*(export |declare |const )*enum \w/m),
    broken: { 'packages/contract/src/a.ts': 'export const enum Colour { Red }' },
  }),
);

test(
  'the server has no barrels',
  keeps({
    find: (tree) =>
      [...tree.keys()].filter((file) => file.startsWith(server) && file.endsWith('/index.ts')),
    broken: { [`${server}store/index.ts`]: "export * from './store.ts';" },
  }),
);

test(
  'text is normalised by kernel/normalized.ts, which is not quadratic',
  keeps({
    find: (tree) =>
      findPattern(
        only(
          sources(tree),
          (file) => file.startsWith(server) && file !== `${server}kernel/normalized.ts`,
        ),
        /\.normalize\(['"]/,
      ),
    broken: { [`${server}site/a.ts`]: "const a = text.normalize('NFC');" },
  }),
);

test(
  'only config.ts reads the environment',
  keeps({
    find: (tree) =>
      findPattern(
        only(
          tree,
          (file) =>
            file.startsWith(server) &&
            file !== `${server}config.ts` &&
            // The environment of an engine process has its one secret.
            file !== `${server}engine/child.ts` &&
            !/\.(test|contract)\.ts$/.test(file),
        ),
        /\bprocess\s*\??\.\s*env\b.*|from 'node:process'|\{[^}]*\benv\b[^}]*\} = process\b/,
      ),
    broken: {
      [`${server}main.ts`]: 'if (process.env.DEBUG) start();',
      [`${server}http/app.ts`]: "import { env } from 'node:process';",
      [`${server}cli/serve/serve.ts`]: 'const { env } = process;',
    },
  }),
);

// Unit tests share one process, where a hook outside of a describe runs for the tests of all files.
test(
  'the hooks of unit tests stay inside a describe',
  keeps({
    find: (tree) =>
      findPattern(
        only(tree, (file) => /^(packages|tools)\/.*(?<!\.process|\.alone)\.test\.ts$/.test(file)),
        /^(before|beforeEach|afterEach)\(/m,
      ),
    broken: { 'packages/client/src/a.test.ts': 'beforeEach(() => {});' },
  }),
);

function sources(tree: Tree): Tree {
  return only(tree, (file) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file));
}
