import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createStatementReader, type Statement } from './statement-reader.ts';

function readAll(
  text: string,
  pieceChars: number,
): { statements: Statement[]; hasRefused: boolean } {
  const reader = createStatementReader();
  const statements: Statement[] = [];
  for (let at = 0; at < text.length; at += pieceChars)
    statements.push(...reader.push(text.slice(at, at + pieceChars)));
  statements.push(...reader.end());
  return { statements, hasRefused: reader.hasRefused() };
}

const open = { say: 'We open at 8:00.', from: ['i2'] };
const closed = { say: 'On Sunday we are closed.', from: ['i2', 'i5'] };
const asJson = JSON.stringify({ answer: [open, closed] });

describe('the answer of a model', () => {
  const cases: readonly (readonly [string, string, readonly Statement[]])[] = [
    ['JSON', asJson, [open, closed]],
    ['JSON over lines', JSON.stringify({ answer: [open, closed] }, null, 2), [open, closed]],
    ['JSON in a fence', `\`\`\`json\n${asJson}\n\`\`\``, [open, closed]],
    ['a list without its object', JSON.stringify([open, closed]), [open, closed]],
    [
      'JSON behind a line of talk',
      `Here it is:\n${asJson}`,
      [{ say: 'Here it is:', from: [] }, open, closed],
    ],
    ['one id that is no list', '{"answer":[{"say":"We open at 8:00.","from":"i2"}]}', [open]],
    ['an answer that is one text', '{"answer":"We open at 8:00."}', [{ ...open, from: [] }]],
    [
      'braces and quotes inside a text',
      '{"answer":[{"say":"A \\"{b}\\" c.","from":["i1"]}]}',
      [{ say: 'A "{b}" c.', from: ['i1'] }],
    ],
    ['lines', 'We open at 8:00. [i2]\nOn Sunday we are closed. [i2, i5]\n', [open, closed]],
    [
      'lines without an end',
      'We open at 8:00. [i2]\nOn Sunday we are closed. [i2, i5]',
      [open, closed],
    ],
    ['one line', 'We open at 8:00. [i2] On Sunday we are closed. [i2][i5]', [open, closed]],
    [
      'ids before the point',
      'We open at 8:00 (i2). On Sunday we are closed [i2, i5].',
      [
        { ...open, say: 'We open at 8:00' },
        { ...closed, say: 'On Sunday we are closed' },
      ],
    ],
    [
      'no ids',
      'We open at 8:00.\nOn Sunday we are closed.',
      [
        { ...open, from: [] },
        { ...closed, from: [] },
      ],
    ],
  ];
  for (const [name, text, wanted] of cases)
    test(`from ${name}, in any pieces`, () => {
      for (const pieceChars of [1, 3, 7, text.length]) {
        const { statements, hasRefused } = readAll(text, pieceChars);
        assert.deepEqual(statements, wanted, `${pieceChars} characters at once`);
        assert.equal(hasRefused, false);
      }
    });

  test('a refusal is recognised in any form', () => {
    for (const text of [
      'NONE',
      'none.',
      '{"answer":[]}',
      '{ "answer": [] }\n',
      '```json\n{"answer":[]}\n```',
      '[]',
      '{"answer":"NONE"}',
      '{"answer":["NONE"]}',
      '{"answer":[{"say":"NONE","from":[]}]}',
    ])
      for (const pieceChars of [1, 5, 100])
        assert.deepEqual(readAll(text, pieceChars), { statements: [], hasRefused: true }, text);
  });

  test('a statement is returned as soon as it is complete', () => {
    const reader = createStatementReader();
    const first = asJson.indexOf('}') + 1;
    assert.deepEqual(reader.push(asJson.slice(0, first)), [open]);
    const lines = createStatementReader();
    assert.deepEqual(lines.push('We open at 8:00. [i2]\nOn Sun'), [open]);
  });

  test('an answer that cannot be read is not a refusal', () => {
    for (const text of [
      '{"answer":[{"say":7,"from":["i1"]}]}',
      '{"answer":[7]}',
      '{"text":"x"}',
      '{"answer":[{"say":"We open',
      '{"answer":[{"x":{"y":{"say":"We open at 8:00.","from":["i2"]}}}]}',
    ])
      assert.deepEqual(readAll(text, 4), { statements: [], hasRefused: false }, text);
  });

  test('NONE beside an answer is not a refusal', () => {
    const { statements, hasRefused } = readAll('We open at 8:00. [i2]\nNONE', 5);
    assert.deepEqual({ statements, hasRefused }, { statements: [open], hasRefused: false });
  });

  test('an endless answer is read up to a limit', () => {
    const nested = `${'{"a":'.repeat(11_000)}1${'}'.repeat(11_000)}`;
    const brackets = `{"answer":[{"say":"${'[]'.repeat(15_000)}x","from":["i1"]}]}`;
    const ids = `a ${'[i1]'.repeat(20_000)}`;
    for (const hostile of [nested, brackets, ids, '[]'.repeat(20_000)]) {
      const reader = createStatementReader();
      const statements = [...reader.push(hostile), ...reader.end()];
      assert.ok(statements.every(({ say, from }) => say.length <= 6_000 && from.length <= 24));
      assert.equal(reader.waiting(), Number.POSITIVE_INFINITY);
    }
  });
});
