import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertInto, readInPages } from './rows.ts';
import { createFlattener, sql } from './store.ts';

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

test('an insert names its columns once and has the values of every row, by the names that rows have', () => {
  const flat = createFlattener('postgres');
  const columns = sql`t.id, due_at AS at, note`;
  const one = { id: 'a', at: 1, note: null };
  for (let time = 0; time < 2; time += 1) {
    assert.deepEqual(flat(insertInto('t', columns, [one])), {
      text: 'INSERT INTO t (id, due_at, note) VALUES ($1, $2, $3)',
      values: ['a', 1, null],
    });
    assert.deepEqual(flat(insertInto('t', columns, [one, { id: 'b', at: 2, note: 'x' }])), {
      text: 'INSERT INTO t (id, due_at, note) VALUES ($1, $2, $3), ($4, $5, $6)',
      values: ['a', 1, null, 'b', 2, 'x'],
    });
    assert.match(flat(insertInto('other', columns, [one])).text, /^INSERT INTO other /);
  }
});
