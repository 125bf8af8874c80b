import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInPages } from './rows.ts';

for (const count of [0, 1, 999, 1_000, 1_001, 2_500])
  test(`reads ${count} rows in pages, each once and in order`, async () => {
    const all = Array.from({ length: count }, (_, at) => ({ id: String(at).padStart(6, '0') }));
    const sizes: number[] = [];
    const rows = await readInPages(async (after, limit) => {
      const page = all.filter(({ id }) => id > after).slice(0, limit);
      sizes.push(page.length);
      return page;
    });
    assert.deepEqual(rows, all);
    assert.ok(Math.max(...sizes) <= 1_000);
  });
