/** Forbids texts that only make sense on one machine, and marks of unfinished work. */
import { test } from 'node:test';
import { checkRule, filterFiles, findPattern } from './rule.ts';

const hosts = [
  'registry.npmjs',
  'registry.yarnpkg',
  'npm.pkg.github',
  'deb.debian',
  'pypi',
  'crates',
];
const host = new RegExp(`(${hosts.join('|').replaceAll('.', '\\.')})\\.(org|com|io)\\b`);

test(
  'no file names a package registry',
  checkRule({
    find: (tree) => findPattern(tree, host),
    broken: {
      'package-lock.json': `"resolved": "https://${hosts[0]}.org/zod"`,
      'README.md': `See ${hosts[3]}.org.`,
    },
  }),
);

test(
  'no file contains a path of a developer’s machine',
  checkRule({
    find: (tree) => findPattern(tree, /(?<![\w.-])\/(root|work|home\/\w+|Users\/\w+)\/.*/),
    broken: {
      'docs/operating/run.md': `Run it in ${['', 'work', 'main'].join('/')}.`,
      'scripts/run.mjs': `const root = '${['', 'root', 'baraza'].join('/')}';`,
      'tools/a.ts': `open("${['', 'home', 'me', 'file'].join('/')}")`,
    },
  }),
);

const later = ['TO' + 'DO', 'FIX' + 'ME'];

test(
  'no file marks unfinished work',
  checkRule({
    find: (tree) =>
      findPattern(
        filterFiles(tree, (file) => file !== 'package-lock.json'),
        new RegExp(`\\b(${later.join('|')})\\b.*`),
      ),
    broken: { 'packages/client/src/a.ts': `// ${later[0]}: more`, 'README.md': `${later[1]} this` },
  }),
);
