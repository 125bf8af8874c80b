import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('a cell that a spreadsheet would take for a formula becomes text', () => {
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

test('so does a formula after a separator of another spreadsheet', () => {
  for (const between of [';', '\t', '; ', ';"', '\n', '|']) {
    const line = csvLine([1, `x${between}=cmd|calc`]);
    assert.doesNotMatch(line, /[;\t\n|][\s"]*[=+\-@]/, JSON.stringify(between));
    assert.match(line, /^1,"/, JSON.stringify(between));
  }
});

test('commas, quotes and line breaks stay inside their cell', () => {
  assert.equal(
    csvLine(['a,b', 'say "hi"', 'one\ntwo', 'plain', 5, true, null]),
    '"a,b","say ""hi""","one\ntwo",plain,5,true,\r\n',
  );
});
