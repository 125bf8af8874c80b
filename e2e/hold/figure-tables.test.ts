import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FigureText, figureTables } from './figure-tables.ts';

const figure = (name: string, measured: string, limit = '', mark = ''): FigureText => ({
  name,
  measured,
  limit,
  mark,
});

test('figures of three cases become one table with a row for each case and all figures', () => {
  const tables = figureTables([
    ...['prices, all alike', 'facts, all alike', 'a schema'].flatMap((label, at) => [
      figure(`longest wait, ${label}`, `${at} ms`, 'at most 2 ms', at < 2 ? ' ✓' : ' **not met**'),
      figure(`accepted, ${label}`, `${at}0`),
    ]),
    figure('counted, but refused', '0', 'at most 0', ' ✓'),
  ]);
  assert.equal(
    tables,
    [
      '| | longest wait, at most 2 ms | accepted |',
      '|---|---|---|',
      '| prices, all alike | 0 ms ✓ | 00 |',
      '| facts, all alike | 1 ms ✓ | 10 |',
      '| a schema | 2 ms **not met** | 20 |',
      '',
      '| | measured | limit |',
      '|---|---|---|',
      '| counted, but refused | 0 | at most 0 ✓ |',
    ].join('\n'),
  );
});

test('figures with different limits, and figures of a single case, are listed one by one', () => {
  const figures = ['a', 'b', 'c'].map((label, at) =>
    figure(`exit, ${label}`, '1', `at most ${at}`),
  );
  assert.equal(figureTables(figures).split('\n').length, 5);
  assert.equal(
    figureTables([figure('kills', '20')]),
    '| | measured | limit |\n|---|---|---|\n| kills | 20 |  |',
  );
});
