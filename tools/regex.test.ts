/** Checks that no regular expression of the packages takes quadratic time on a hostile text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attacksOn, expressionsIn } from './expressions.ts';
import { filterFiles } from './rule.ts';
import { readTree, type Tree } from './tree.ts';

const tries = [1, 2, 3];
// Long enough to show quadratic work.
const attackChars = 10_000;
// A linear expression takes less.
const suspiciousMs = 5;
const quadratic = /\s+x/;

/** Files whose expressions match only short texts (a word, a question, a field), with the maximum length. */
const charsMax: { readonly [file: string]: number } = {
  'packages/server/src/answers/answers.ts': 2_000,
  'packages/server/src/answers/write/grounding/approved-text.ts': 2_000,
  'packages/server/src/answers/text/instructions.ts': 1_000,
  'packages/server/src/answers/read/field-passages.ts': 2_000,
  'packages/server/src/kernel/language/sentences.ts': 2_000,
  'packages/server/src/speech/aloud/aloud.ts': 2_000,
  'packages/server/src/answers/fields/contacts.ts': 2_000,
  'packages/server/src/answers/fields/question.ts': 2_000,
  'packages/server/src/answers/fields/prices/money.ts': 2_000,
  'packages/server/src/answers/fields/prices/prices.ts': 2_000,
  'packages/server/src/answers/write/grounding/values.ts': 2_000,
  'packages/server/src/answers/text/text.ts': 2_000,
  'packages/server/src/site/sources/propose/price-text.ts': 240,
  'packages/widget/src/launcher/embed.ts': 2_000,
  'packages/widget/src/panel/markdown.ts': 2_000,
};

test('every expression takes less than a quarter of the time of a quadratic one on hostile texts', () => {
  for (const slow of ['/\\s+x/', "longPattern('u')`\\s+\n  x`"]) {
    const broken = new Map([['packages/server/src/broken.ts', `const slow = ${slow};`]]);
    assert.equal(slowIn(broken).length, 1, `${slow} is not detected`);
  }
  assert.deepEqual(slowIn(readTree()), []);
});

test('every file in the table of short texts exists', () => {
  const tree = readTree();
  assert.deepEqual(
    Object.keys(charsMax).filter((file) => !tree.has(file)),
    [],
  );
});

function slowIn(tree: Tree): readonly string[] {
  const sources = filterFiles(
    tree,
    (file) => /^packages\/[^/]+\/src\/.*\.(?:tsx?|js)$/.test(file) && !file.endsWith('.test.ts'),
  );
  return [...sources].flatMap(([file, text]) =>
    expressionsIn(text).flatMap(({ source, flags, line }) => {
      const expression = new RegExp(source, flags);
      const attacks = attacksOn(source, charsMax[file] ?? attackChars);
      const attack = attacks.find((one) => isSlow(expression, one));
      return attack === undefined
        ? []
        : [`${file}:${line}: /${source.slice(0, 60)}/ on ${JSON.stringify(attack.slice(0, 30))}`];
    }),
  );
}

/**
 * Compares an expression with a quadratic one on an eighth of the text, which takes a 64th of the time. If it may be
 * slow, it compares them on half of the text. V8 interprets the first run of an expression and compiles the next ones,
 * which are many times faster, so the fastest run counts. On a busy machine all long runs are slower, so only equally
 * long ones are compared in the end, and a slow expression is slow in every try. CPU time is not used: some kernels
 * count it in steps of 4 ms.
 */
function isSlow(expression: RegExp, text: string): boolean {
  if (msOf(expression, text) < suspiciousMs) return false;
  const ms = Math.min(...tries.map(() => msOf(expression, text)));
  const eighthMs = Math.min(...tries.map(() => msOf(quadratic, ' '.repeat(attackChars / 8))));
  if (ms < suspiciousMs || ms < (64 / 4) * eighthMs) return false;
  const half = ' '.repeat(attackChars / 2);
  return tries.every(() => msOf(expression, text) > msOf(quadratic, half));
}

function msOf(expression: RegExp, text: string): number {
  const startedMs = performance.now();
  if (expression.global) text.replace(expression, '');
  else expression.test(text);
  return performance.now() - startedMs;
}
