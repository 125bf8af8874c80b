/** Rules that the linter does not have, or that a comment could disable. */
import { test } from 'node:test';
import { checkRule, filterFiles, findPattern } from './rule.ts';
import type { Tree } from './tree.ts';

const server = 'packages/server/src/';

test(
  'no file or folder is called utils, common, shared, types or helpers',
  checkRule({
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
  'there are no default exports',
  checkRule({
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
  checkRule({
    find: (tree) => findPattern(sources(tree), /^\s*(export |declare |const )*enum \w/m),
    broken: { 'packages/contract/src/a.ts': 'export const enum Colour { Red }' },
  }),
);

test(
  'the server has no barrels',
  checkRule({
    find: (tree) =>
      [...tree.keys()].filter((file) => file.startsWith(server) && file.endsWith('/index.ts')),
    broken: { [`${server}store/index.ts`]: "export * from './store.ts';" },
  }),
);

test(
  'text is normalised by kernel/normalized.ts, which is not quadratic',
  checkRule({
    find: (tree) =>
      findPattern(
        filterFiles(
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
  checkRule({
    find: (tree) =>
      findPattern(
        filterFiles(
          tree,
          (file) =>
            file.startsWith(server) &&
            file !== `${server}setup/config.ts` &&
            // An engine process gets a secret in its environment.
            file !== `${server}engine/child.ts` &&
            // The variables of libpq, which are no settings of ours.
            file !== `${server}store/postgres/postgres-connection.ts` &&
            !/\.test\.ts$/.test(file),
        ),
        /\bprocess\s*\??\.\s*env\b.*|from 'node:process'|\{[^}]*\benv\b[^}]*\} = process\b/,
      ),
    broken: {
      [`${server}main.ts`]: 'if (process.env.DEBUG) start();',
      [`${server}http/app.ts`]: "import { env } from 'node:process';",
      [`${server}server/serve.ts`]: 'const { env } = process;',
    },
  }),
);

// Unit tests share a process, in which a hook outside a describe would run for the tests of all files.
test(
  'the hooks of unit tests stay inside a describe',
  checkRule({
    find: (tree) =>
      findPattern(
        filterFiles(tree, (file) =>
          /^(packages|tools)\/.*(?<!\.process|\.alone)\.test\.ts$/.test(file),
        ),
        /^(before|beforeEach|afterEach)\(/m,
      ),
    broken: { 'packages/client/src/a.test.ts': 'beforeEach(() => {});' },
  }),
);

function sources(tree: Tree): Tree {
  return filterFiles(tree, (file) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file));
}
