import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFar, placesFor, rowByKey, rowsAt } from './row-window.ts';

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

test('rows that stay keep their places, and those that come in take the places of those that left', () => {
  const start = placesFor({ range: { first: 0, end: 0 }, places: [] }, { first: 0, end: 4 });
  assert.deepEqual(start.places, [0, 1, 2, 3]);
  const down = placesFor(start, { first: 2, end: 6 });
  assert.deepEqual(down.places, [2, 3, 0, 1]);
  const back = placesFor(down, { first: 1, end: 5 });
  assert.deepEqual(back.places, [1, 2, 3, 0]);
  const away = placesFor(back, { first: 900, end: 904 });
  assert.deepEqual(away.places, back.places, 'after a leap no element moves');
  const longer = placesFor(away, { first: 899, end: 905 });
  assert.deepEqual(longer.places, [4, ...away.places, 5]);
  assert.deepEqual(placesFor(longer, { first: 0, end: 0 }).places, []);
});

test('after a leap only what is in sight is drawn at first', () => {
  const about = { top: 48_000, height: 800, rowHeight: 48, rowCount: 10_000 };
  const [bare, whole] = [rowsAt({ ...about, isBare: true }), rowsAt(about)];
  assert.ok(bare.first <= 1_000 && bare.end >= 1_017);
  assert.ok(bare.end - bare.first <= 21);
  assert.ok(isFar({ first: 0, end: 30 }, whole));
  assert.ok(!isFar(whole, rowsAt({ ...about, top: 48_200 })));
  assert.ok(!isFar(bare, whole), 'what was drawn after a leap is completed');
});
