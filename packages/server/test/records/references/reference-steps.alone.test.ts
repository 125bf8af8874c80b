import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from '../../../src/store/store.ts';
import { assertShortSlices } from '../../fixtures/longest-slice.ts';
import { openServer } from '../../fixtures/server.ts';
import { referenceCalls, times, to } from './reference-calls.ts';

const count = 40_000;
const orders = 2_000;
// A client that waits longer than 30 seconds for an answer is cut off, and disks may be slow.
const importedAtOnce = 20_000;

test('40,000 records that refer to others block the main thread for no more than 50 ms', (t) =>
  assertShortSlices(t, () => openWorks(t)));

/** The operations on a new server, in their order. */
async function openWorks(t: TestContext) {
  const server = await openServer('sqlite', { environment: { BARAZA_RECORDS_MAX: String(count) } });
  t.after(server.close);
  const owner = await server.newOwner();
  const { call, collection, configure, lines, remove } = referenceCalls({ server, owner });
  const target = await collection();
  const ids = times(orders, (n) => ({ recordId: `o${n}`, record: {} }));
  assert.equal((await lines(target, ids, '?ids=keep')).status, 201);
  const held = (onDelete: string) => ({ references: { order: to(target, onDelete) } });
  const items = await collection(held('clear'));
  const rows = async () => {
    const found = await server.platform.store.get<{ count: number }>(
      sql`SELECT count(*) AS count FROM record_refs`,
    );
    return found?.count;
  };
  const configured = async (config: object) => {
    const startedMs = performance.now();
    const { status, text } = await configure(items, config);
    assert.equal(status, 200, text);
    await server.platform.recordUpkeep.idle();
    t.diagnostic(`configured in ${(performance.now() - startedMs).toFixed(0)} ms`);
  };
  const imported = async (first: number) => {
    const response = await fetch(`${server.url}/api/platform/resources/${items}/records`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/x-ndjson' },
      body: Readable.toWeb(Readable.from(manyLines(first))),
      duplex: 'half',
    } as unknown as RequestInit);
    assert.equal(response.status, 201, await response.text());
  };
  return {
    'importing them': async () => {
      for (let first = 0; first < count; first += importedAtOnce) await imported(first);
    },
    'forgetting what they name': async () => {
      await configured({});
      assert.equal(await rows(), 0);
    },
    'writing what they name': async () => {
      await configured(held('restrict'));
      assert.equal(await rows(), count);
    },
    'a deletion that is refused': async () =>
      assert.equal((await remove(target, 'o1')).status, 409),
    'a deletion that takes 1,000 along': async () => {
      await configured(held('cascade'));
      await call('PATCH', `${items}/records/${await idOf(server, items)}`, { order: 'o2' });
      const startedMs = performance.now();
      assert.equal((await remove(target, 'o1')).status, 200);
      t.diagnostic(`deleted in ${(performance.now() - startedMs).toFixed(0)} ms`);
    },
  };
}

/** One of the 1,001 records that name the order 1. */
async function idOf({ platform }: Awaited<ReturnType<typeof openServer>>, resourceId: string) {
  const row = await platform.store.get<{ id: string }>(sql`SELECT record_id AS id FROM record_refs
    WHERE resource_id = ${resourceId} AND to_record = 'o1' LIMIT 1`);
  return row?.id;
}

async function* manyLines(first: number): AsyncGenerator<Uint8Array> {
  for (let from = first; from < first + importedAtOnce; from += 250) {
    const some = times(250, (index) => {
      const n = from + index;
      const order = n < 1_001 ? 'o1' : `o${2 + (n % (orders - 2))}`;
      return `${JSON.stringify({ n, order, text: 'neno '.repeat(20) })}\n`;
    });
    yield Buffer.from(some.join(''));
    await setImmediate();
  }
}
