import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFar, type RowSlot, rowByKey, rowsAt, slotsFor } from './row-window.ts';

test('all visible rows are rendered, and at most 32 others', () => {
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

test('keys move from row to row and stop at the first and last one', () => {
  const about = { rowCount: 100, page: 10 };
  assert.equal(rowByKey('ArrowDown', 99, about), 99);
  assert.equal(rowByKey('ArrowUp', 0, about), 0);
  assert.equal(rowByKey('PageDown', 5, about), 15);
  assert.equal(rowByKey('End', 5, about), 99);
  assert.equal(rowByKey('x', 5, about), undefined);
});

test('rows that stay keep their elements, and new rows reuse the elements of rows that left', () => {
  const places = (rows: readonly RowSlot[]) => rows.map(({ row, place }) => [row, place]);
  const start = slotsFor([], { first: 0, end: 4 }, false);
  assert.deepEqual(places(start), [
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
  const down = slotsFor(start, { first: 2, end: 6 }, false);
  assert.deepEqual(places(down), [
    [4, 0],
    [5, 1],
    [2, 2],
    [3, 3],
  ]);
  const back = slotsFor(down, { first: 1, end: 5 }, false);
  assert.deepEqual(places(back), [
    [4, 0],
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
  const longer = slotsFor(back, { first: 1, end: 7 }, false);
  assert.deepEqual(places(longer), [...places(back), [5, 4], [6, 5]]);
  const away = slotsFor(longer, { first: 900, end: 903 }, false);
  assert.deepEqual(places(away), [
    [900, 0],
    [901, 1],
    [902, 2],
  ]);
  assert.deepEqual(slotsFor(away, { first: 0, end: 0 }, false), []);
});

test('elements are sorted into the order of their rows only when scrolling has stopped', () => {
  const scrolled = slotsFor(slotsFor([], { first: 0, end: 4 }, true), { first: 2, end: 6 }, false);
  assert.deepEqual(
    scrolled.map(({ place }) => place),
    [0, 1, 2, 3],
  );
  const rested = slotsFor(scrolled, { first: 2, end: 6 }, true);
  assert.deepEqual(
    rested.map(({ row, place }) => [row, place]),
    [
      [2, 2],
      [3, 3],
      [4, 0],
      [5, 1],
    ],
  );
});

test('after a jump, only the visible rows are rendered at first', () => {
  const about = { top: 48_000, height: 800, rowHeight: 48, rowCount: 10_000 };
  const [bare, whole] = [rowsAt({ ...about, isBare: true }), rowsAt(about)];
  assert.ok(bare.first <= 1_000 && bare.end >= 1_017);
  assert.ok(bare.end - bare.first <= 21);
  assert.ok(isFar({ first: 0, end: 30 }, whole));
  assert.ok(!isFar(whole, rowsAt({ ...about, top: 48_200 })));
  assert.ok(!isFar(bare, whole), 'growing from the visible rows to all rows is not a jump');
});
