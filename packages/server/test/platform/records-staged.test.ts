import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { minuteMs } from '@baraza/contract';
import type { Platform } from '../../src/platform/platform.ts';
import {
  createRecordPacker,
  discardOldImports,
  publish,
  withStaged,
} from '../../src/platform/records/staged-import.ts';
import { abandonImport } from '../../src/store/platform/imports.ts';
import { type Query, type Store, sql, type Writer } from '../../src/store/store.ts';
import { engines, newResource, resources, serverOfSuite } from '../fixtures/server.ts';

const count = 120;
const text = JSON.stringify({ text: 'x'.repeat(20_000) });
const packer = createRecordPacker();
for (let n = 0; n < count; n += 1) packer.add({ text, bytes: text.length });
const records = packer.finish();

for (const engine of engines)
  describe(`large imports, on ${engine}`, () => {
    const { server, owner } = serverOfSuite(engine);

    const collection = async () => (await newResource(server, owner.key, 'data')).id as string;
    const get = (path: string) => owner.send('GET', `${resources}/${path}`);
    const add = (id: string) =>
      owner.send('PATCH', `${resources}/${id}`, { action: 'add-record', record: { added: true } });
    const send = (id: string, headers: object = {}) =>
      owner.send('POST', `${resources}/${id}/records`, `${text}\n`.repeat(count), {
        'content-type': 'application/x-ndjson',
        ...headers,
      });
    const stored = async (table: 'records' | 'imports', id: string): Promise<number> => {
      const query: Query = {
        strings: [`SELECT count(*) AS found FROM ${table} WHERE resource_id = `, ''],
        parts: [id],
      };
      return (await server.platform.store.get<{ found: number }>(query))?.found ?? 0;
    };

    test('no transaction of an import stores more than 600 KB', async () => {
      const id = await collection();
      const written: number[] = [];
      const watched = watchedStore(server.platform, written);
      await withStaged(watched, id, records, async (staged) => {
        assert.ok(staged);
        return published(watched.store, staged);
      });
      assert.equal((await get(`${id}/records`)).json.records.length, count);
      assert.ok(written.length > 4);
      assert.ok(Math.max(...written) <= 600_000, `${Math.max(...written)} bytes`);
    });

    test('no record of an import is visible before its end, and a failed import leaves nothing', async () => {
      const id = await collection();
      const failing = withStaged(server.platform, id, records, async (staged) => {
        assert.equal(await stored('records', id), count);
        const { json } = await get(id);
        assert.deepEqual([json.records, json.recordCount], [[], 0]);
        assert.equal((await get(`${id}/records`)).json.total, 0);
        assert.equal((await get(`${id}/records/${staged?.id}`)).status, 404);
        throw new Error('the disk is full');
      });
      await assert.rejects(failing, /the disk is full/);
      assert.deepEqual([await stored('records', id), await stored('imports', id)], [0, 0]);
    });

    test('a record added during an import comes before the imported ones in the list', async () => {
      const id = await collection();
      let tries = 0;
      await withStaged(server.platform, id, records, async (staged) => {
        tries += 1;
        if (tries === 1) assert.equal((await add(id)).status, 200);
        assert.ok(staged);
        return published(server.platform.store, staged);
      });
      const { records: listed } = (await get(`${id}/records`)).json;
      assert.equal(tries, 2);
      assert.equal(listed.length, count + 1);
      assert.deepEqual(listed[0].record, { added: true });
    });

    test('an import that its process did not finish is deleted, and can no longer be published', async () => {
      const id = await collection();
      await add(id);
      const late = withStaged(server.platform, id, records, async (staged) => {
        assert.ok(staged);
        await discardOldImports(server.platform);
        assert.equal(await stored('imports', id), 1, 'a running import is not deleted');
        const later = server.platform.clock() + 16 * minuteMs;
        await discardOldImports({ ...server.platform, clock: () => later });
        assert.deepEqual([await stored('records', id), await stored('imports', id)], [1, 0]);
        return published(server.platform.store, { ...staged, count: 0 });
      });
      await assert.rejects(late, { code: 'busy' });
    });

    test('an import that is being deleted cannot be published', async () => {
      const id = await collection();
      const { store, clock } = server.platform;
      const late = withStaged(server.platform, id, records, async (staged) => {
        assert.ok(staged);
        await store.write((tx) => abandonImport(tx, staged.id, clock()));
        return published(store, staged);
      });
      await assert.rejects(late, { code: 'busy' });
      assert.deepEqual([await stored('records', id), await stored('imports', id)], [0, 0]);
    });

    test('a repeated import gets the first answer and stores nothing; all records are counted', async () => {
      const id = await collection();
      const headers = { 'idempotency-key': `large-${id}` };
      const first = await send(id, headers);
      assert.deepEqual(first.json, { imported: count, recordCount: count });
      assert.equal((await send(id, headers)).text, first.text);
      assert.deepEqual([await stored('records', id), await stored('imports', id)], [count, 0]);
      const { json } = await get(id);
      assert.deepEqual([json.recordCount, json.records.length], [count, count]);
      const [{ recordId }] = json.records;
      const removal = { action: 'delete-record', recordId };
      const deleted = await owner.send('PATCH', `${resources}/${id}`, removal);
      assert.equal(deleted.status, 200, deleted.text);
      assert.equal((await get(id)).json.recordCount, count - 1);
    });

    test('two imports into one collection at the same time are both stored', async () => {
      const id = await collection();
      const replies = await Promise.all([send(id), send(id)]);
      assert.deepEqual(replies.map(({ json }) => json.recordCount).sort(), [count, 2 * count]);
    });

    test('deleting the collection during an import deletes the imported records too', async () => {
      const id = await collection();
      const { store } = server.platform;
      const gone = withStaged(server.platform, id, records, async (staged) => {
        await store.write((tx) => tx.run(sql`DELETE FROM resources WHERE id = ${id}`));
        assert.ok(staged);
        return published(store, { ...staged, count: 0 });
      });
      await assert.rejects(gone, { code: 'busy' });
      assert.deepEqual([await stored('records', id), await stored('imports', id)], [0, 0]);
    });
  });

async function published(store: Store, staged: Parameters<typeof publish>[1]) {
  const columns = { indexes: null, uniques: null, search: null, refs: null };
  await store.write((tx) => publish(tx, staged, columns));
  return { isPublished: true, result: undefined };
}

/** Notes how many characters each transaction is given. */
function watchedStore(platform: Platform, written: number[]): Platform {
  const write: Platform['store']['write'] = (job) =>
    platform.store.write(async (tx) => {
      let characters = 0;
      const run: Writer['run'] = (query) => {
        characters += charactersOf(query);
        return tx.run(query);
      };
      const result = await job({ ...tx, run });
      written.push(characters);
      return result;
    });
  return { ...platform, store: { ...platform.store, write } };
}

function charactersOf({ parts }: Query): number {
  return parts.reduce<number>((sum, part) => {
    if (typeof part === 'string') return sum + part.length;
    return part !== null && typeof part === 'object' && 'parts' in part
      ? sum + charactersOf(part)
      : sum;
  }, 0);
}
