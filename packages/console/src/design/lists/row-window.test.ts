import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowByKey, rowsAt } from './row-window.ts';

test('whatever is in sight is drawn, and little more', () => {
  const rowHeight = 56;
  for (const rowCount of [0, 1, 7, 1_000, 100_000])
    for (const height of [200, 640, 1_400])
      for (let top = -300; top < rowCount * rowHeight + 300; top += 997 + rowCount) {
        const { first, end } = rowsAt({ top, height, rowHeight, rowCount });
        const seenFirst = Math.min(
          Math.max(0, Math.floor(top / rowHeight)),
          Math.max(0, rowCount - 1),
        );
        const seenEnd = Math.min(rowCount, Math.ceil((Math.max(0, top) + height) / rowHeight));
        assert.ok(first <= seenFirst, `${rowCount} rows at ${top}: begins at ${first}`);
        assert.ok(end >= seenEnd, `${rowCount} rows at ${top}: ends at ${end} of ${seenEnd}`);
        assert.ok(end - first <= height / rowHeight + 32, `${end - first} rows are drawn`);
      }
});

test('keys move over the rows and stay inside', () => {
  const about = { rowCount: 100, page: 10 };
  assert.equal(rowByKey('ArrowDown', 99, about), 99);
  assert.equal(rowByKey('ArrowUp', 0, about), 0);
  assert.equal(rowByKey('PageDown', 5, about), 15);
  assert.equal(rowByKey('End', 5, about), 99);
  assert.equal(rowByKey('x', 5, about), undefined);
});
