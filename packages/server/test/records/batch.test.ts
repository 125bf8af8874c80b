import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { batchResultSchema } from '@baraza/contract';
import { engines, newResource, resources, serverOfSuite } from '../fixtures/server.ts';

const path = '/api/platform/batch';

for (const engine of engines)
  describe(`a batch of calls on records on ${engine}`, () => {
    const { server, owner } = serverOfSuite(engine);
    const send = (calls: unknown, headers = {}) => owner.send('POST', path, { calls }, headers);
    const records = (id: string, recordId?: string) =>
      `${resources}/${id}/records${recordId === undefined ? '' : `/${recordId}`}`;
    const collection = async (config: object = {}) =>
      (await newResource(server, owner.key, 'data', config)).id;
    const stateOf = async (id: string) => (await owner.send('GET', `${resources}/${id}`)).json;

    test('its calls see each other and become visible together, with one activity entry each', async () => {
      const [one, two] = [await collection(), await collection()];
      const reply = await send([
        { method: 'PUT', path: records(one, 'a'), body: { n: 1 } },
        { method: 'PATCH', path: records(one, 'a'), body: { m: 2 } },
        { method: 'POST', path: records(two), body: { of: 'a' } },
        { method: 'PUT', path: records(one, 'a'), body: { n: 3 }, ifMatch: '"2"' },
        { method: 'GET', path: records(one, 'a') },
        { method: 'PUT', path: records(two, 'gone'), body: {} },
        { method: 'DELETE', path: records(two, 'gone') },
      ]);
      assert.equal(reply.status, 200, reply.text);
      const { results } = batchResultSchema.parse(reply.json);
      assert.deepEqual(
        results.map(({ status }) => status),
        [201, 200, 201, 200, 200, 201, 200],
      );
      assert.deepEqual(reply.json.results[4].body.record, { n: 3 });
      assert.equal(reply.json.results[4].body.version, 3);
      assert.deepEqual(reply.json.results[6].body, { deleted: true, recordId: 'gone' });
      assert.deepEqual([(await stateOf(one)).version, (await stateOf(two)).recordCount], [4, 1]);
      const { activity } = (await owner.send('GET', resources)).json;
      assert.deepEqual(
        activity.slice(0, 3).map((entry: { action: string }) => entry.action),
        ['record-deleted', 'record-added', 'record-updated'],
      );
    });

    if (engine === 'sqlite')
      test('a write does not wait for all long batches that came before it', async () => {
        const id = await collection({ search: ['text'] });
        const other = await collection();
        const text = Array.from({ length: 1_000 }, (_, n) => `w${n}`).join(' ');
        const calls = Array.from({ length: 50 }, () => ({
          method: 'POST',
          path: records(id),
          body: { text },
        }));
        let ended = 0;
        const batches = Array.from({ length: 6 }, async () => {
          assert.equal((await send(calls)).status, 200);
          ended += 1;
        });
        // By then all of them have arrived.
        await Promise.race(batches);
        assert.equal((await owner.send('POST', records(other), {})).status, 201);
        assert.ok(ended <= 3, `${ended} of 6 batches ended before`);
        await Promise.all(batches);
      });

    test('the first refusal is the answer with its index, and nothing of the batch is stored', async () => {
      const [id, other] = [await collection({ unique: ['email'] }), await collection()];
      const put = { method: 'PUT', path: records(id, 'x'), body: { email: 'x' } };
      const refusals: readonly (readonly [object, number, string])[] = [
        [{ method: 'POST', path: records(id), body: { email: 'x' } }, 409, 'conflict'],
        [{ ...put, ifMatch: '"7"' }, 409, 'version'],
        [{ ...put, ifNoneMatch: '*' }, 412, 'exists'],
        [{ method: 'GET', path: records(id, 'absent') }, 404, 'not_found'],
        [
          { method: 'DELETE', path: records('res_00000000000000000000000000', 'a') },
          404,
          'not_found',
        ],
        [
          { method: 'POST', path: records(id), body: { long: 'x'.repeat(20_480) } },
          413,
          'too_large',
        ],
        [{ method: 'OPTIONS', path: records(id) }, 400, 'invalid'],
        [{ method: 'POST', path: records(id, 'a'), body: {} }, 400, 'invalid'],
        [{ method: 'PUT', path: records(id), body: {} }, 400, 'invalid'],
        [{ method: 'POST', path: `${resources}/${id}`, body: {} }, 400, 'invalid'],
        [{ method: 'POST', path: records(id), body: [] }, 400, 'invalid'],
      ];
      for (const [call, status, code] of refusals) {
        const first = { method: 'POST', path: records(other), body: {} };
        const reply = await send(
          [first, put, call, { method: 'POST', path: 'nothing' }].slice(0, 3),
        );
        assert.deepEqual(
          [reply.status, reply.json.code, reply.json.index],
          [status, code, 2],
          reply.text,
        );
      }
      assert.equal((await stateOf(id)).recordCount + (await stateOf(other)).recordCount, 0);
    });

    test('a schema holds for every call, also for a patch of what the batch itself has stored', async () => {
      const schema = { type: 'object', required: ['n'], properties: { n: { type: 'number' } } };
      const id = await collection({ schema });
      const good = await send([
        { method: 'PUT', path: records(id, 'a'), body: { n: 1 } },
        { method: 'PATCH', path: records(id, 'a'), body: { n: 2 } },
        { method: 'DELETE', path: records(id, 'a') },
        { method: 'PUT', path: records(id, 'a'), body: { n: 3 } },
      ]);
      assert.equal(good.status, 200, good.text);
      const bad = await send([
        { method: 'PUT', path: records(id, 'b'), body: { n: 1 } },
        { method: 'PATCH', path: records(id, 'b'), body: { n: 'text' } },
      ]);
      assert.deepEqual([bad.status, bad.json.index], [400, 1]);
    });

    test('opposite batches at once all succeed, and a repeated one is replayed', async () => {
      const ids = [await collection(), await collection()];
      const batches = Array.from({ length: 12 }, (_, n) =>
        send(
          (n % 2 === 0 ? ids : ids.toReversed()).map((id) => ({
            method: 'POST',
            path: records(id),
            body: { n },
          })),
        ),
      );
      for (const reply of await Promise.all(batches)) assert.equal(reply.status, 200, reply.text);
      assert.equal((await stateOf(ids[0] ?? '')).recordCount, 12);
      const calls = [{ method: 'POST', path: records(ids[0] ?? ''), body: {} }];
      const first = await send(calls, { 'idempotency-key': `batch ${engine}` });
      const again = await send(calls, { 'idempotency-key': `batch ${engine}` });
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.deepEqual(again.json, first.json);
      assert.equal((await stateOf(ids[0] ?? '')).recordCount, 13);
    });

    test('scopes and the resources of a key hold for each call, and so does the number of calls', async () => {
      const [mine, hidden] = [await collection(), await collection()];
      const post = (id: string) => ({ method: 'POST', path: records(id), body: {} });
      const reading = await owner.newKey(['data:read']);
      const refused = await reading.send('POST', path, { calls: [post(mine)] });
      assert.deepEqual([refused.status, refused.json.index], [403, 0]);
      const limited = await owner.newKey(['data'], null, [mine]);
      const absent = await limited.send('POST', path, { calls: [post(mine), post(hidden)] });
      assert.deepEqual([absent.status, absent.json.index], [404, 1]);
      assert.equal((await stateOf(mine)).recordCount, 0);
      assert.equal((await limited.send('POST', path, { calls: [post(mine)] })).status, 200);
      for (const calls of [[], Array(51).fill(post(mine)), 'all', undefined])
        assert.equal((await send(calls)).status, 400);
      assert.equal((await send(Array(50).fill(post(mine)))).status, 200);
    });
  });
