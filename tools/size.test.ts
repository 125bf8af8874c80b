import { test } from 'node:test';
import { keeps } from './rule.ts';

const linesMax = 400;

test(
  `no source has more than ${linesMax} lines`,
  keeps({
    find: (tree) =>
      [...tree]
        .filter(([file]) => /\.(ts|mjs|css)$/.test(file))
        .map(([file, text]) => ({ file, lines: text.trimEnd().split('\n').length }))
        .filter(({ lines }) => lines > linesMax)
        .map(({ file, lines }) => `${file} has ${lines} lines`),
    broken: {
      'packages/server/src/platform/everything.ts': 'x;\n'.repeat(linesMax + 1),
      'packages/widget/src/panel.css': 'a {}\n'.repeat(linesMax + 1),
    },
  }),
);
