import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import Database from 'better-sqlite3';
import { migrate } from '../../src/store/migrations/migrations.ts';
import { nextPiece, rowsOfPiece, type Walk } from '../../src/store/platform/record-walk.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { createFlattener, type Query, type Reader } from '../../src/store/store.ts';

const resourceId = 'res_1';
const keys = (of: readonly string[]) => ({ slot: 1, of });
const range = { from: 'res_1', to: 'res_19' };
const walks: { readonly [name: string]: Walk } = {
  'all by id': { resourceId, isDown: false },
  'all by id, newest first': { resourceId, isDown: true },
  'one key': { resourceId, keys: keys(['res_16a']), isDown: true },
  'some keys': { resourceId, keys: keys(['res_16a', 'res_16b']), isDown: false },
  'up an index': { slot: 2, range, isDown: false },
  'down an index': { slot: 2, range, isDown: true },
};

describe('a walk', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-walk-'));
  let database: Database.Database;
  before(async () => {
    const file = path.join(folder, 'baraza.db');
    const store = openSqlite(file);
    await migrate(store);
    await store.close();
    database = new Database(file);
  });
  after(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [name, walk] of Object.entries(walks))
    for (const place of [undefined, { key: 'res_16a', id: 'rec_1' }])
      test(`a piece is found by an index: ${name}${place === undefined ? '' : ', from a place on'}`, async () => {
        const texts: string[] = [];
        const flatten = createFlattener('sqlite');
        const take = (query: Query) => texts.push(flatten(query).text);
        const end = { key: 'res_16c', id: 'rec_9' };
        const reader = {
          get: async (query: Query) => take(query) > 0 && end,
          all: async (query: Query) => take(query) > 0 && [],
        } as unknown as Reader;
        const piece = await nextPiece(reader, walk, place, 128);
        await rowsOfPiece(reader, piece, 100, undefined);
        assert.equal(texts.length, 2);
        for (const [at, text] of texts.entries()) {
          const values = Array(text.split('?').length - 1).fill('x');
          const rows = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values);
          const plan = (rows as { detail: string }[]).map(({ detail }) => detail);
          assert.ok(!plan.some((step) => /^SCAN records/.test(step)), `${text}\n${plan}`);
          const isKeys = name === 'some keys';
          // Keys of several texts are merged, and equal keys go upwards by id: both only within the piece.
          const maySort = isKeys || (name === 'down an index' && at === 1);
          const sorts = plan.filter((step) => /TEMP B-TREE/.test(step));
          assert.ok(maySort || sorts.length === 0, `${text}\n${plan}`);
        }
      });
});
