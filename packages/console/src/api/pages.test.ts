import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPages, type Page } from './pages.ts';

test('pages are loaded until the wanted row is there; a reload shows the old rows until new ones come', async () => {
  const asked: (string | undefined)[] = [];
  const pages = openPages(
    async (cursor): Promise<Page<string>> => {
      asked.push(cursor);
      const start = Number(cursor ?? 0);
      const rows = ['a', 'b', 'c', 'd', 'e'].slice(start, start + 2);
      return { rows, next: start < 4 ? String(start + 2) : null, total: start === 0 ? 5 : null };
    },
    (row) => row,
  );
  pages.reload();
  await settled();
  assert.deepEqual(pages.rows.value, ['a', 'b']);
  pages.reach(2);
  await settled();
  assert.deepEqual(pages.rows.value, ['a', 'b', 'c', 'd']);
  assert.equal(pages.total.value, 5);
  pages.remove('b');
  pages.more();
  await settled();
  assert.deepEqual(pages.rows.value, ['a', 'c', 'd', 'e']);
  assert.deepEqual([pages.total.value, pages.hasMore.value], [4, false]);
  pages.more();
  assert.deepEqual(asked, [undefined, '2', '4']);
  pages.reload();
  assert.deepEqual(pages.rows.value, ['a', 'c', 'd', 'e']);
  await settled();
  assert.deepEqual(pages.rows.value, ['a', 'b']);
});

test('a reload ignores the response to an earlier request', async () => {
  const answers: ((page: Page<number>) => void)[] = [];
  const pages = openPages<number>(() => new Promise((resolve) => answers.push(resolve)), String);
  pages.reload();
  pages.reload();
  answers[1]?.({ rows: [2], next: null });
  answers[0]?.({ rows: [1], next: null });
  await settled();
  assert.deepEqual(pages.rows.value, [2]);
  assert.equal(pages.isLoading.value, false);
});

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
