import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { silentLog } from '../../src/kernel/log.ts';
import { createRecordUpkeep } from '../../src/platform/records/record-upkeep.ts';
import { type Store, sql, type Writer } from '../../src/store/store.ts';
import { engines, serverOfSuite } from '../fixtures/server.ts';
import { recordCalls } from './record-calls.ts';

for (const engine of engines)
  describe(`the turns of upkeep, on ${engine}`, () => {
    const { server } = serverOfSuite(engine, { environment: { BARAZA_RECORDS_MAX: '2000' } });
    // Its own upkeep is stopped: each test takes the steps itself, and leaves none to the next.
    before(() => server.platform.recordUpkeep.stop());
    afterEach(() => takeSteps(server.platform.store, Number.POSITIVE_INFINITY));

    test('an owner who keeps reconfiguring large collections does not delay another owner', async () => {
      const busy = recordCalls(server, await server.newOwner());
      const other = recordCalls(server, await server.newOwner());
      const large = [await busy.filled(300), await busy.filled(300), await busy.filled(300)];
      const small = await other.filled(100);
      const deleted = await other.filled(1_001);
      let changes = 0;
      const reconfigure = async () => {
        changes += 1;
        for (const id of large) await busy.configure(id, { indexes: [`field${changes}`] });
      };
      await reconfigure();
      await other.configure(small, { indexes: ['n'] });
      await other.call('DELETE', deleted);
      // Two steps for the index and seven for the deletion, and as many for the other owner.
      await takeSteps(server.platform.store, 18, reconfigure);
      assert.ok(!('indexing' in (await other.call('GET', `${small}?records=false`)).json));
      assert.equal(await other.keyed(small), 100);
      const left = await server.platform.store.all<{ resource_id: string }>(
        sql`SELECT resource_id FROM record_upkeep`,
      );
      assert.deepEqual(left.map((row) => row.resource_id).toSorted(), large.toSorted());
    });

    test('large records with words are indexed and deleted a few at a time', async () => {
      const { store } = server.platform;
      const { call, configure, filled } = recordCalls(server, await server.newOwner());
      const id = await filled(1);
      const text = 'neno '.repeat(3_800);
      for (let n = 0; n < 16; n += 1)
        assert.equal((await call('POST', `${id}/records`, { text })).status, 201);
      const counts = async () => {
        const [found] = await store.all<{ records: number; words: number }>(
          sql`SELECT (SELECT count(*) FROM records WHERE resource_id = ${id}) AS records,
            (SELECT count(*) FROM record_words WHERE resource_id = ${id}) AS words`,
        );
        return [Number(found?.records), Number(found?.words)];
      };
      /** What each step leaves. */
      const steps = async (count: number) => {
        const left: (readonly number[])[] = [];
        for (let step = 0; step < count; step += 1) {
          await takeSteps(store, 1);
          left.push(await counts());
        }
        return left;
      };
      await configure(id, { search: ['text'] });
      const indexed = (await steps(5)).map(([, words]) => words);
      assert.deepEqual([...new Set(indexed)].filter(Boolean), [7, 14, 16], '7 have 128 KB');
      await call('DELETE', id);
      const deleted = (await steps(4)).map(([records]) => records);
      assert.deepEqual(deleted, [9, 2, 0, 0]);
      assert.deepEqual(await counts(), [0, 0]);
    });

    test('the collections of one owner take turns too', async () => {
      const { configure, filled, call } = recordCalls(server, await server.newOwner());
      const large = await filled(300);
      const small = await filled(100);
      await configure(large, { indexes: ['n'] });
      await configure(small, { indexes: ['n'] });
      await takeSteps(server.platform.store, 4);
      assert.ok(!('indexing' in (await call('GET', `${small}?records=false`)).json));
      assert.deepEqual((await call('GET', `${large}?records=false`)).json.indexing, ['n']);
    });

    test('a restart continues after the last step, even when the same config was sent again', async () => {
      const { configure, filled, keyed, call } = recordCalls(server, await server.newOwner());
      const id = await filled(300);
      await configure(id, { indexes: ['n'] });
      await takeSteps(server.platform.store, 2);
      assert.equal(await keyed(id), 128);
      await configure(id, { indexes: ['n'] });
      await takeSteps(server.platform.store, 3);
      assert.equal(await keyed(id), 300);
      assert.ok(!('indexing' in (await call('GET', `${id}?records=false`)).json));
    });

    test('a record written while another index was declared between two steps has the right key', async () => {
      const { call, configure, filled, numbers } = recordCalls(server, await server.newOwner());
      const id = await filled(300);
      await configure(id, { indexes: ['n'] });
      await takeSteps(server.platform.store, 2);
      await configure(id, { indexes: ['group'] });
      const [first] = (await call('GET', `${id}/records?where.n=0`)).json.records;
      assert.equal(
        (await call('PATCH', `${id}/records/${first.recordId}`, { group: 7 })).status,
        200,
      );
      await configure(id, { indexes: ['n'] });
      await takeSteps(server.platform.store, 5);
      assert.deepEqual(await numbers(id, 'where.n.lt=2&sort=n'), [0, 1]);
    });
  });

/** So many steps of an upkeep that begins anew, and what happens before each of them. */
async function takeSteps(store: Store, count: number, before = async () => {}): Promise<void> {
  let taken = 0;
  const counted: Store = Object.assign(Object.create(store) as Store, {
    write: async <Result>(work: (tx: Writer) => Promise<Result>): Promise<Result> => {
      await before();
      const result = await store.write(work);
      taken += 1;
      if (taken === count) void upkeep.stop();
      return result;
    },
  });
  const upkeep = createRecordUpkeep({ store: counted, log: silentLog, clock: Date.now });
  upkeep.wake();
  await upkeep.idle();
}
