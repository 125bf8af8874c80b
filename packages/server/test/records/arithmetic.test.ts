import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, engines, newResource, resources, serverOfSuite } from '../fixtures/server.ts';
import { newUsers, signUp } from '../users/users-calls.ts';
import { recordCalls, takeOneEach } from './record-calls.ts';

for (const engine of engines)
  describe(`arithmetic in merge patches on ${engine}`, () => {
    const { server, owner } = serverOfSuite(engine);
    const call: ReturnType<typeof recordCalls>['call'] = (...args) =>
      recordCalls(server, owner).call(...args);
    const recordOf = async (record: object, config: object = {}) => {
      const { id } = await newResource(server, owner.key, 'data', config);
      const { status, json } = await call('POST', `${id}/records`, record);
      assert.equal(status, 201);
      return { id, path: `${id}/records/${json.recordId}` };
    };

    test('of 1,000 at once that take one of 500 exactly 500 succeed, the others are beyond the bound', async () => {
      const { path } = await recordOf({ stock: 500 });
      const address = `${server.url}${resources}/${path}`;
      assert.deepEqual(await takeOneEach([address], owner.key, 1_000), { 200: 500, 409: 500 });
      assert.deepEqual((await call('GET', path)).json.record, { stock: 0 });
    });

    test('it adds at any depth, and an absent field counts as 0', async () => {
      const { path } = await recordOf({ a: { b: 0.1, text: 'x' }, list: [1] });
      const { json } = await call('PATCH', path, {
        a: { b: { $add: 0.2 }, c: { d: { $add: 2 } } },
        list: { 0: { $add: 3 } },
        new: { $add: -1, $max: 0 },
        stays: [{ $add: 1 }],
        plain: { $add: 1, other: 2 },
        text: { $add: '1' },
      });
      assert.deepEqual(json.record, {
        a: { b: 0.1 + 0.2, text: 'x', c: { d: 2 } },
        // As in every merge patch: an object takes the place of a list.
        list: { 0: 3 },
        new: -1,
        stays: [{ $add: 1 }],
        plain: { $add: 1, other: 2 },
        text: { $add: '1' },
      });
    });

    test('what cannot be added is 400, what is beyond a bound 409, and nothing else is changed', async () => {
      const record = { n: 5, text: 'x', none: null, deep: { most: Number.MAX_VALUE } };
      const { path } = await recordOf(record);
      const refusals: readonly (readonly [object, number, string])[] = [
        [{ other: 1, text: { $add: 1 } }, 400, 'text'],
        [{ none: { $add: 1 } }, 400, 'none'],
        [{ deep: { $add: 1 } }, 400, 'deep'],
        [{ deep: { most: { $add: Number.MAX_VALUE } } }, 400, 'deep.most'],
        [{ n: { $add: 1, $min: null } }, 400, 'n'],
        [{ n: { $add: 1, $max: '9' } }, 400, 'n'],
        [{ other: 1, n: { $add: 1, $max: 5 } }, 409, 'n'],
        [{ n: { $add: -6, $min: 0 } }, 409, 'n'],
        [{ n: { $add: 1, $min: 7, $max: 9 } }, 409, 'n'],
      ];
      for (const [patch, status, field] of refusals) {
        const reply = await call('PATCH', path, patch);
        assert.deepEqual([reply.status, reply.json.field], [status, field], JSON.stringify(patch));
      }
      const { json } = await call('GET', path);
      assert.deepEqual([json.record, json.version], [record, 1]);
    });

    test('it is plain data in PUT, POST and actions', async () => {
      const { id, path } = await recordOf({ n: 5 });
      const record = { n: { $add: 1 } };
      const put = await call('PUT', path, record);
      const made = await call('POST', `${id}/records`, record);
      const recordId = made.json.recordId;
      const action = { action: 'update-record', recordId, record: { m: { $add: 1 } } };
      const updated = await call('PATCH', id, action);
      assert.deepEqual(put.json.record, record);
      assert.deepEqual(made.json.record, record);
      assert.deepEqual(updated.json.record.record, { m: { $add: 1 } });
    });

    test('schema and unique see the result', async () => {
      const schema = { properties: { n: { type: 'integer', maximum: 9 } } };
      const { id, path } = await recordOf({ n: 5 }, { schema, unique: ['n'] });
      await call('POST', `${id}/records`, { n: 7 });
      const high = await call('PATCH', path, { n: { $add: 5 } });
      assert.deepEqual([high.status, high.json.errors[0].path], [400, '/n']);
      const same = await call('PATCH', path, { n: { $add: 2 } });
      assert.deepEqual([same.status, same.json.field], [409, 'n']);
      assert.equal((await call('PATCH', path, { n: { $add: 4 } })).json.record.n, 9);
    });

    test('a batch adds call by call, all or none, and a repeat with the same key adds nothing', async () => {
      const { path } = await recordOf({ n: 5 });
      const one = (patch: object) => ({
        method: 'PATCH',
        path: `${resources}/${path}`,
        body: patch,
      });
      const batch = (calls: readonly object[], key: string) =>
        ask(server, 'POST', '/api/platform/batch', {
          key: owner.key,
          body: { calls },
          headers: { 'idempotency-key': key },
        });
      const twice = [one({ n: { $add: 1 } }), one({ n: { $add: 1, $max: 7 } })];
      for (const replayed of [undefined, 'true']) {
        const { status, json, headers } = await batch(twice, 'first');
        assert.deepEqual([status, json.results[1]?.body.record], [200, { n: 7 }]);
        assert.equal(headers.get('idempotent-replayed') ?? undefined, replayed);
      }
      const refused = await batch(twice, 'second');
      assert.deepEqual([refused.status, refused.json.index, refused.json.field], [409, 1, 'n']);
      for (let sent = 0; sent < 2; sent += 1) {
        const headers = { 'idempotency-key': 'third' };
        assert.equal((await call('PATCH', path, { n: { $add: 10 } }, headers)).status, 200);
      }
      assert.deepEqual((await call('GET', path)).json.record, { n: 17 });
    });

    test('a user adds to a field of the own account, unless the account may not set it', async () => {
      const suite = { server, owner };
      const usersId = await newUsers(suite, { fields: { readonly: ['credit'] } });
      const { token } = await signUp(suite, usersId, 'b@example.com', { visits: 1 });
      const me = (body: object) =>
        ask(server, 'PATCH', `/api/platform/users/${usersId}/me`, { key: token, body });
      const { status, json } = await me({ visits: { $add: 2 } });
      assert.deepEqual([status, json.visits], [200, 3]);
      assert.equal((await me({ visits: { $add: -5, $min: 0 } })).status, 409);
      assert.equal((await me({ credit: { $add: 1 } })).status, 400);
    });

    test('for a user it sets the field: rules see the result, and what is withheld is refused', async () => {
      const suite = { server, owner };
      const usersId = await newUsers(suite);
      const { token } = await signUp(suite, usersId, 'a@example.com');
      const { path } = await recordOf(
        { n: 5, secret: 40, fixed: 1 },
        {
          rules: { view: 'true', update: 'body.n <= 6 && body.secret <= 50' },
          fields: { hidden: ['secret'], readonly: ['fixed'] },
        },
      );
      const change = async (patch: object) => {
        const reply = await ask(server, 'PATCH', `${resources}/${path}`, {
          key: token,
          body: patch,
        });
        return [reply.status, reply.json.error];
      };
      assert.equal((await change({ n: { $add: 1 } }))[0], 200);
      assert.equal((await change({ n: { $add: 1 } }))[0], 404);
      // Neither the rule nor a bound tells what the hidden number is.
      const answers = [1, 100, -1].flatMap((amount) => [
        { secret: { $add: amount } },
        { secret: { $add: amount, $max: 45 } },
        { secret: { $add: amount, $min: 'x' } },
      ]);
      const told = await Promise.all(answers.map(change));
      assert.deepEqual(
        [...new Set(told.map(([status, error]) => `${status} ${error}`))],
        ['400 The field secret cannot be set with this token.'],
      );
      assert.equal((await change({ fixed: { $add: 0 } }))[0], 400);
      assert.deepEqual((await call('GET', path)).json.record, { n: 6, secret: 40, fixed: 1 });
    });
  });
