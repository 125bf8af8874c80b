import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellText, columnsOf, isCellEditable, valueFromInput } from './record-columns.ts';

test('columns are the fields that most records have, plain values preferred, in the order of the records', () => {
  const records = [
    { item: 'unga', lines: [1], total: 5 },
    { item: 'sukari', lines: [], total: 6, rare: true },
  ];
  assert.deepEqual(columnsOf(records), ['item', 'lines', 'total', 'rare']);
  const wide = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`f${at}`, at < 3 ? {} : at]),
  );
  assert.deepEqual(
    columnsOf([wide]),
    Array.from({ length: 8 }, (_, at) => `f${at + 3}`),
  );
});

test('editing a cell keeps the type of its value', () => {
  assert.equal(valueFromInput('12', 5), 12);
  assert.equal(valueFromInput('12', '5'), '12');
  assert.equal(valueFromInput('007', 5), '007');
  assert.equal(valueFromInput('true', undefined), true);
  assert.equal(valueFromInput(' ', 3), null);
  assert.equal(cellText({ a: 1 }), '{"a":1}');
  assert.equal(isCellEditable([1]), false);
  assert.equal(isCellEditable(null), true);
});
