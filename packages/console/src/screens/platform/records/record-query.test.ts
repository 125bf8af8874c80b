import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everything, nextSort, searchOf } from './record-query.ts';

test('filters, search and order become parameters of the API', () => {
  const query = {
    ...everything,
    q: ' unga ',
    sort: '-total',
    filters: [
      { path: 'state', operator: 'is', text: 'paid' },
      { path: 'total', operator: 'gte', text: '100' },
      { path: '', operator: 'is', text: 'not finished' },
      { path: 'stock.in', operator: 'is', text: '5' },
    ] as const,
  };
  assert.deepEqual(searchOf(query), {
    'where.state': 'paid',
    'where.total.gte': '100',
    'where.stock.in.in': '5',
    q: 'unga',
    sort: '-total',
    order: undefined,
  });
  assert.equal(searchOf({ ...everything, isNewestFirst: true }).order, 'newest');
});

test('clicks on a heading sort ascending, then descending, then not at all', () => {
  assert.deepEqual(
    ['total', '-total', '', 'name'],
    [
      nextSort('', 'total'),
      nextSort('total', 'total'),
      nextSort('-total', 'total'),
      nextSort('-total', 'name'),
    ],
  );
});
