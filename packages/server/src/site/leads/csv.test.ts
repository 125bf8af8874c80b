import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('a cell that a spreadsheet would take for a formula is only text', () => {
  const hostile = [
    '=1+1',
    '+254700000000',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =cmd|calc',
    '＝1',
    '\n=1',
  ];
  for (const text of hostile) {
    const cell = csvLine([text]).slice(0, -2);
    assert.match(cell, /^"?'/, JSON.stringify(text));
  }
});

test('commas, quotes and lines stay inside their cell', () => {
  assert.equal(
    csvLine(['a,b', 'say "hi"', 'one\ntwo', 'plain', 5, true, null]),
    '"a,b","say ""hi""","one\ntwo",plain,5,true,\r\n',
  );
});
