import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, engines, newResource, resources, serverOfSuite } from '../fixtures/server.ts';
import { newUsers, signUp } from '../users/users-calls.ts';
import { recordCalls } from './record-calls.ts';

for (const engine of engines)
  describe(`unique values on ${engine}`, () => {
    const { server, owner } = serverOfSuite(engine, {
      environment: { BARAZA_RECORDS_MAX: '10000' },
    });
    const call: ReturnType<typeof recordCalls>['call'] = (...args) =>
      recordCalls(server, owner).call(...args);
    const collection = async (config: object) =>
      (await newResource(server, owner.key, 'data', config)).id;
    const lines = (id: string, records: readonly object[]) =>
      call('POST', `${id}/records`, records.map((each) => JSON.stringify(each)).join('\n'), {
        'content-type': 'application/x-ndjson',
      });

    test('of many that come at once one is stored, and the others are a conflict with the field', async () => {
      const id = await collection({ unique: ['email', ['staff', 'slot']] });
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          call('POST', `${id}/records`, { n, staff: 'asha', slot: '09:00' }),
        ),
      );
      assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)]);
      const refused = replies.find(({ status }) => status === 409);
      assert.equal(refused?.json.code, 'conflict');
      assert.deepEqual(refused?.json.field, ['staff', 'slot']);
      const other = await call('POST', `${id}/records`, {
        staff: 'asha',
        slot: '09:30',
        email: 'a@b.c',
      });
      assert.equal(other.status, 201);
      const second = await call('POST', `${id}/records`, { email: 'a@b.c' });
      assert.deepEqual([second.status, second.json.field], [409, 'email']);
      assert.match(second.json.error, new RegExp(`email must be unique; .*${other.json.recordId}`));
    });

    test('50 bookings of one slot make exactly one record, and of 50 slots all 50, also by users', async () => {
      const suite = { server, owner };
      const usersId = await newUsers(suite);
      const tokens: string[] = [];
      for (const name of ['a', 'b', 'c'])
        tokens.push((await signUp(suite, usersId, `${name}@example.com`)).token);
      const rules = { create: 'user.id != null' };
      const id = await collection({ unique: [['staff', 'slot']], rules });
      const book = (n: number, slot: string) =>
        ask(server, 'POST', `${resources}/${id}/records`, {
          key: tokens[n % tokens.length],
          body: { n, staff: 'asha', slot },
        });
      const all = Array.from({ length: 50 }, (_, n) => n);
      const one = await Promise.all(all.map((n) => book(n, '09:00')));
      assert.deepEqual(one.map(({ status }) => status).sort(), [201, ...Array(49).fill(409)]);
      // The record of another user is not named.
      for (const { status, text } of one) if (status === 409) assert.doesNotMatch(text, /rec_/);
      const each = await Promise.all(all.map((n) => book(n, `day ${n}`)));
      assert.deepEqual(
        each.map(({ status }) => status),
        Array(50).fill(201),
      );
      const { json } = await call('GET', `${id}/records?limit=100`);
      assert.equal(json.total, 51);
    });

    test('records without the value, or with null, are not compared; a text is not a number', async () => {
      const id = await collection({ unique: ['code', ['a', 'b']] });
      for (const record of [
        {},
        {},
        { code: null },
        { code: null },
        { a: 1 },
        { a: 1 },
        { a: 1, b: null },
      ])
        assert.equal((await call('POST', `${id}/records`, record)).status, 201);
      for (const code of [1, '1', true, 'true', { x: 1, y: 2 }])
        assert.equal((await call('POST', `${id}/records`, { code })).status, 201, String(code));
      const same = await call('POST', `${id}/records`, { code: { y: 2, x: 1 } });
      assert.equal(same.status, 409);
    });

    test('it holds for PUT, PATCH and actions too, and a record may keep its own value', async () => {
      const id = await collection({ unique: ['email'] });
      const [one, two] = await Promise.all([
        call('POST', `${id}/records`, { email: 'one' }),
        call('POST', `${id}/records`, { email: 'two' }),
      ]);
      const path = `${id}/records/${two.json.recordId}`;
      assert.equal((await call('PUT', path, { email: 'one' })).status, 409);
      assert.equal((await call('PATCH', path, { email: 'one' })).status, 409);
      assert.equal((await call('PUT', `${id}/records/mine`, { email: 'one' })).status, 409);
      const action = {
        action: 'update-record',
        recordId: two.json.recordId,
        record: { email: 'one' },
      };
      assert.equal((await call('PATCH', id, action)).status, 409);
      assert.equal(
        (await call('PATCH', id, { action: 'add-record', record: { email: 'two' } })).status,
        409,
      );
      assert.equal((await call('PATCH', path, { email: 'two', more: 1 })).status, 200);
      assert.equal((await call('DELETE', `${id}/records/${one.json.recordId}`)).status, 200);
      assert.equal((await call('PATCH', path, { email: 'one' })).status, 200);
      assert.equal((await call('POST', `${id}/records`, { email: 'two' })).status, 201);
    });

    test('an import with a duplicate is refused whole, and the refusal names its line', async () => {
      const id = await collection({ unique: ['email'] });
      await call('POST', `${id}/records`, { email: 'there' });
      const inside = await lines(id, [{ email: 'a' }, { email: 'b' }, { email: 'a' }]);
      assert.deepEqual(
        [inside.status, inside.json.code, inside.json.field],
        [409, 'conflict', 'email'],
      );
      assert.match(inside.json.error, /^Line 3: email must be unique/);
      const many = Array.from({ length: 900 }, (_, n) => ({ email: `many ${n}` }));
      const large = await lines(id, [...many, { email: 'there' }]);
      assert.deepEqual([large.status, large.json.line], [409, 901]);
      assert.equal((await call('GET', `${id}?records=false`)).json.recordCount, 1);
      assert.equal((await lines(id, many)).status, 201);
      const again = await lines(id, many.slice(500));
      assert.deepEqual([again.status, again.json.field], [409, 'email']);
      assert.equal((await call('POST', `${id}/records`, { email: 'many 899' })).status, 409);
    });

    test('setting `unique` while duplicates exist is a conflict that names them; else it holds at once', async () => {
      const id = await collection({});
      await lines(
        id,
        Array.from({ length: 300 }, (_, n) => ({ n, half: n % 150, email: `e${n}` })),
      );
      const configure = (config: object) => call('PATCH', id, { action: 'configure', config });
      const refused = await configure({ unique: ['half'] });
      assert.deepEqual(
        [refused.status, refused.json.code, refused.json.field],
        [409, 'conflict', 'half'],
      );
      assert.equal(refused.json.doubles.length, 20);
      assert.deepEqual(refused.json.doubles[0].values, [0]);
      const [first, second] = refused.json.doubles[0].recordIds;
      assert.match(refused.json.error, new RegExp(`${first} and ${second}`));
      assert.equal((await call('POST', `${id}/records`, { half: 1 })).status, 201);
      assert.equal((await configure({ unique: ['email', ['n', 'half']] })).status, 200);
      assert.equal((await call('POST', `${id}/records`, { email: 'e299' })).status, 409);
      assert.equal((await call('POST', `${id}/records`, { n: 7, half: 7 })).status, 409);
      assert.equal((await configure({ unique: ['email'] })).status, 200);
      assert.equal((await call('POST', `${id}/records`, { n: 7, half: 7 })).status, 201);
      assert.equal((await configure({ unique: [['n', 'half']] })).status, 409);
      assert.equal((await configure({})).status, 200);
      assert.equal((await call('POST', `${id}/records`, { email: 'e299' })).status, 201);
    });

    test('a refused rule can be set once the records differ, and compares what they have by then', async () => {
      const id = await collection({});
      await lines(
        id,
        Array.from({ length: 120 }, (_, n) => ({ n, code: n === 110 ? 5 : n })),
      );
      const configure = (config: object) => call('PATCH', id, { action: 'configure', config });
      const { status, json } = await configure({ unique: ['code'] });
      assert.equal(status, 409);
      const [first, second] = json.doubles[0].recordIds;
      assert.deepEqual([json.doubles.length, json.doubles[0].values], [1, [5]]);
      // The first one takes a value that was free, the second one keeps 5, and a new one takes it too.
      assert.equal((await call('PATCH', `${id}/records/${first}`, { code: 110 })).status, 200);
      const third = await call('POST', `${id}/records`, { code: 5 });
      const again = await configure({ unique: ['code'] });
      assert.deepEqual(
        [again.status, again.json.doubles],
        [409, [{ field: 'code', values: [5], recordIds: [second, third.json.recordId] }]],
      );
      assert.equal((await call('DELETE', `${id}/records/${second}`)).status, 200);
      assert.equal((await configure({ unique: ['code'] })).status, 200);
      for (const code of [5, 110, 119])
        assert.equal((await call('POST', `${id}/records`, { code })).status, 409, `${code}`);
      assert.equal((await call('POST', `${id}/records`, { code: 120 })).status, 201);
    });

    test('a change of the rules that is refused leaves those in force that it would have replaced', async () => {
      for (const present of [['a'], ['a', 'b', 'c', 'd', 'e']]) {
        const id = await collection({ unique: present });
        await lines(
          id,
          Array.from({ length: 60 }, (_, n) => ({ a: n, b: n, c: n, d: n, e: n, f: n, same: 1 })),
        );
        const config = { unique: ['f', 'same'] };
        assert.equal((await call('PATCH', id, { action: 'configure', config })).status, 409);
        for (const field of present) {
          const again = await call('POST', `${id}/records`, { [field]: 59 });
          assert.deepEqual([again.status, again.json.field], [409, field]);
        }
        const free = await call('POST', `${id}/records`, { f: 5, same: 1 });
        assert.equal(free.status, 201);
      }
    });

    test('a rule that cannot be used is refused', async () => {
      const id = await collection({});
      for (const unique of ['email', [5], [[]], [''], [['a', 5]], Array(6).fill('a')]) {
        const reply = await call('PATCH', id, { action: 'configure', config: { unique } });
        assert.equal(reply.status, 400, JSON.stringify(unique));
      }
    });
  });
