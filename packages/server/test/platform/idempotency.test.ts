import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import type { Caller } from '../../src/access/scopes.ts';
import type { Call } from '../../src/http/route.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { forgetOld } from '../../src/platform/activity.ts';
import { changeOnce } from '../../src/platform/idempotency.response.ts';
import { sql } from '../../src/store/store.ts';
import {
  ask,
  engines,
  form,
  newResource,
  type Reply,
  resources,
  serverOfSuite,
  storage,
  type TestServer,
} from '../fixtures/server.ts';

const body = { service: 'data', kind: 'Collection', name: 'Orders', config: {} };
const together = 30;

for (const engine of engines)
  describe(`Idempotency-Key, on ${engine}`, () => {
    const { server, owner } = serverOfSuite(engine);
    let keys = 0;

    const fresh = () => {
      keys += 1;
      return `the key ${keys}`;
    };
    const send = (
      method: string,
      target: string,
      idempotencyKey: string,
      content: unknown,
      key = owner.key,
    ) =>
      ask(server, method, target, {
        key,
        body: content,
        headers: { 'idempotency-key': idempotencyKey },
      });
    const many = (make: () => Promise<Reply>) =>
      Promise.all(Array.from({ length: together }, () => make()));
    const total = async (key = owner.key) =>
      (await ask(server, 'GET', `${resources}?limit=1`, { key })).json.total as number;
    const isReplay = (reply: Reply) => reply.headers.get('idempotent-replayed') === 'true';

    /** An owner with one resource, and its renames, each with a key of its own. */
    const openSaver = async (config: object = {}) => {
      const saver = await server.newOwner();
      const { id } = await newResource(server, saver.key, 'data', config);
      const rename = (n: number) => {
        const headers = { 'idempotency-key': `rename ${n}` };
        return saver.send(
          'PATCH',
          `${resources}/${id}`,
          { action: 'rename', name: `name ${n}` },
          headers,
        );
      };
      return { saver, rename };
    };
    const takeBytes = (ownerId: string, bytes: number) =>
      server.platform.store.write((tx) =>
        tx.run(sql`UPDATE owners SET object_bytes = ${bytes} WHERE id = ${ownerId}`),
      );
    const accountOf = (ownerId: string) =>
      server.platform.store.get<{ count: number; bytes: number }>(
        sql`SELECT answer_count AS count, answer_bytes AS bytes FROM owners WHERE id = ${ownerId}`,
      );

    /** One did it, and all the others got the very same answer. */
    const assertOnce = (replies: readonly Reply[], status: number) => {
      for (const reply of replies) assert.equal(reply.status, status, reply.text);
      assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
      assert.equal(replies.filter((reply) => !isReplay(reply)).length, 1);
    };

    test('the first answer is given again, whatever has become of the resource since', async () => {
      const { id } = await newResource(server, owner.key, 'data');
      const target = `${resources}/${id}`;
      const rename = { action: 'rename', name: 'first' };
      const key = fresh();
      const first = await send('PATCH', target, key, rename);
      await owner.send('PATCH', target, { action: 'rename', name: 'second' });
      assert.equal((await send('PATCH', target, key, rename)).text, first.text);
      await owner.send('DELETE', target);
      assert.equal((await send('PATCH', target, key, rename)).text, first.text);
    });

    test('the same key with another body, path or method is a conflict and changes nothing', async () => {
      const key = fresh();
      const made = await send('POST', resources, key, body);
      const other = await newResource(server, owner.key, 'data');
      const before = await total();
      const renamed = { action: 'rename', name: 'x' };
      for (const reply of [
        await send('POST', resources, key, { ...body, name: 'other' }),
        await send('PATCH', `${resources}/${made.json.id}`, key, renamed),
      ]) {
        assert.equal(reply.status, 409);
        assert.equal(reply.json.code, 'idempotency');
        assert.equal(isReplay(reply), false);
      }
      const patchKey = fresh();
      await send('PATCH', `${resources}/${made.json.id}`, patchKey, renamed);
      const elsewhere = await send('PATCH', `${resources}/${other.id}`, patchKey, renamed);
      assert.equal(elsewhere.status, 409);
      assert.equal(await total(), before);
      const untouched = await owner.send('GET', `${resources}/${other.id}`);
      assert.equal(untouched.json.version, 1);
    });

    test('a refused change is refused again with the same answer, even when it would succeed by now', async () => {
      const { id } = await newResource(server, owner.key, 'work');
      const target = `${resources}/${id}`;
      const key = fresh();
      const first = await send('PATCH', target, key, { action: 'restore' });
      assert.equal(first.status, 409);
      await owner.send('PATCH', target, { action: 'archive' });
      const second = await send('PATCH', target, key, { action: 'restore' });
      assert.equal(second.status, 409);
      assert.equal(second.text, first.text);
      assert.equal(isReplay(second), true);
      const third = await send('PATCH', target, fresh(), { action: 'restore' });
      assert.equal(third.status, 200);
    });

    test('a refusal by a schema is not saved: with a mended schema the same request succeeds', async () => {
      const strict = { schema: { type: 'object', required: ['a'] } };
      const { id } = await newResource(server, owner.key, 'data', strict);
      const key = fresh();
      const path = `${resources}/${id}/records`;
      assert.equal((await send('POST', path, key, { b: 1 })).status, 400);
      const config = { schema: { type: 'object' } };
      await owner.send('PATCH', `${resources}/${id}`, { action: 'configure', config });
      const mended = await send('POST', path, key, { b: 1 });
      assert.equal(mended.status, 201);
      const again = await send('POST', path, key, { b: 1 });
      assert.deepEqual([again.json, isReplay(again)], [mended.json, true]);
    });

    test('an answer is given again for 24 hours and then no longer', async () => {
      const key = fresh();
      const first = await send('POST', resources, key, body);
      server.clock.advance(limits.idempotencyKeptMs - 60_000);
      assert.equal((await send('POST', resources, key, body)).json.id, first.json.id);
      server.clock.advance(120_000);
      const again = await send('POST', resources, key, { ...body, name: 'another' });
      assert.equal(again.status, 201);
      assert.notEqual(again.json.id, first.json.id);
      assert.equal(isReplay(again), false);
      const replay = await send('POST', resources, key, { ...body, name: 'another' });
      assert.equal(replay.json.id, again.json.id);
    });

    test(`of ${together} creates at once with one key one makes a resource`, async () => {
      const key = fresh();
      const before = await total();
      assertOnce(await many(() => send('POST', resources, key, body)), 201);
      assert.equal(await total(), before + 1);
    });

    test(`of ${together} add-records at once with one key one adds`, async () => {
      const { id } = await newResource(server, owner.key, 'data');
      const key = fresh();
      const add = { action: 'add-record', record: { n: 1 } };
      assertOnce(await many(() => send('PATCH', `${resources}/${id}`, key, add)), 200);
      const { json } = await owner.send('GET', `${resources}/${id}`);
      assert.equal(json.records.length, 1);
      assert.equal(json.version, 2);
    });

    test(`of ${together} requests that complete a task at once with one key all get the same success`, async () => {
      const { id } = await newResource(server, owner.key, 'work');
      const key = fresh();
      const complete = { action: 'complete' };
      assertOnce(await many(() => send('PATCH', `${resources}/${id}`, key, complete)), 200);
    });

    test(`of ${together} uploads at once with one key one is stored, and no bytes are left over`, async () => {
      const { id } = await newResource(server, owner.key, 'storage');
      const key = fresh();
      const file = () => form({ bytes: 'the same bytes', name: 'a.txt' });
      assertOnce(await many(() => send('POST', `${storage}/${id}`, key, file())), 201);
      const list = await owner.send('GET', `${storage}/${id}`);
      assert.equal(list.json.total, 1);
      const blobs: string[] = [];
      for await (const name of server.platform.blobs.names()) blobs.push(name);
      const used = await server.platform.store.all<{ blob: string }>(sql`SELECT blob FROM objects`);
      assert.deepEqual(blobs.sort(), used.map(({ blob }) => blob).sort());
    });

    test('an upload is replayed by its content, even after its bucket was archived', async () => {
      const { id } = await newResource(server, owner.key, 'storage');
      const key = fresh();
      const target = `${storage}/${id}`;
      const upload = (bytes: string, name: string) =>
        send('POST', target, key, form({ bytes, name }));
      const first = await upload('one', 'a.txt');
      const again = await upload('one', 'a.txt');
      assert.equal(again.text, first.text);
      assert.equal(again.json.replaced, false);
      assert.equal((await upload('two', 'a.txt')).status, 409);
      assert.equal((await upload('one', 'b.txt')).status, 409);
      const { json } = await owner.send('GET', target);
      assert.deepEqual([json.total, json.bytes], [1, 3]);
      const archive = { key: owner.key, body: { action: 'archive' } };
      await ask(server, 'PATCH', `${resources}/${id}`, archive);
      assert.equal((await upload('one', 'a.txt')).text, first.text);
    });

    test('an Idempotency-Key belongs to one API key: another key of the same owner has its own', async () => {
      const key = fresh();
      const mine = await send('POST', resources, key, body);
      const second = await owner.newKey(['*']);
      const stranger = await server.newOwner();
      for (const caller of [second.key, stranger.key]) {
        const reply = await send('POST', resources, key, body, caller);
        assert.equal(reply.status, 201);
        assert.equal(isReplay(reply), false);
        assert.notEqual(reply.json.id, mine.json.id);
      }
    });

    test('a 5xx is never saved: the same request succeeds later', async () => {
      const { id } = await newResource(server, owner.key, 'ai', {});
      const key = fresh();
      const generate = { assistant: id, prompt: 'hello' };
      for (let times = 0; times < 2; times += 1) {
        const reply = await send('POST', '/api/platform/ai', key, generate);
        assert.equal(reply.status, 503);
        assert.equal(isReplay(reply), false);
      }
      const created = fresh();
      await breakActivity(server, true);
      const failed = await send('POST', resources, created, body);
      await breakActivity(server, false);
      assert.equal(failed.status, 503, failed.text);
      assert.ok(failed.headers.get('retry-after'));
      const made = await send('POST', resources, created, body);
      assert.equal(made.status, 201);
      assert.equal(isReplay(made), false);
    });

    test('a busy refusal is not saved: the same request is tried again', async () => {
      const answer = { status: 200, body: 'done' };
      let busy = true;
      const change = async () => {
        if (busy) throw new Problem('busy', 'Not now.');
        return true;
      };
      const { id: keyId } = await owner.newKey(['*']);
      const caller = { keyId, ownerId: owner.id };
      const call = { caller, requestId: '', header: () => 'once' } as unknown;
      const once = () =>
        changeOnce(server.platform, call as Call<Caller>, () => 'same', {
          change,
          answer: () => answer,
        });
      await assert.rejects(once(), { code: 'busy' });
      busy = false;
      assert.deepEqual(await once(), { answer, result: true });
      assert.equal((await once()).result, undefined);
    });

    test('saved answers take the room of their owner, and give it back when they are forgotten', async () => {
      const saver = await server.newOwner();
      const account = () => accountOf(saver.id);
      const config = { text: 'x'.repeat(20_000) };
      const headers = { 'idempotency-key': 'first' };
      const made = await saver.send('POST', resources, { ...body, config }, headers);
      assert.equal(made.status, 201);
      const saved = await account();
      assert.equal(saved?.count, 1);
      assert.ok((saved?.bytes ?? 0) > 20_000);
      const { id } = await newResource(server, saver.key, 'storage');
      const room = server.platform.ownerBytesMax - (saved?.bytes ?? 0);
      await takeBytes(saver.id, room - 10);
      const upload = (bytes: string) => saver.send('POST', `${storage}/${id}`, form({ bytes }));
      assert.equal((await upload('x'.repeat(11))).status, 409);
      assert.equal((await upload('x'.repeat(10))).status, 201);
      server.clock.advance(limits.idempotencyKeptMs + 1);
      await forgetOld(server.platform);
      assert.deepEqual(await account(), { count: 0, bytes: 0 });
    });

    test('a limited number of answers is saved for one owner, and the oldest make room', async () => {
      const { saver, rename } = await openSaver();
      await rename(1);
      server.clock.advance(1_000);
      await rename(2);
      await server.platform.store.write((tx) =>
        tx.run(sql`UPDATE owners SET answer_count = ${limits.idempotentAnswersPerOwnerMax}
          WHERE id = ${saver.id}`),
      );
      server.clock.advance(1_000);
      await rename(3);
      assert.deepEqual([await rename(2), await rename(3)].map(isReplay), [true, true]);
      assert.equal(isReplay(await rename(1)), false, 'the oldest was forgotten');
    });

    test('where the bytes of the owner are used up the oldest answers make room, and the newest stays', async () => {
      const { saver, rename } = await openSaver({ text: 'x'.repeat(20_000) });
      const account = async () => (await accountOf(saver.id))?.bytes ?? 0;
      for (const n of [1, 2, 3]) {
        await rename(n);
        server.clock.advance(1_000);
      }
      const ofThree = await account();
      await takeBytes(saver.id, server.platform.ownerBytesMax - ofThree);
      assert.equal((await rename(4)).status, 200);
      assert.ok((await account()) <= ofThree, 'no more than there was room for');
      assert.deepEqual([await rename(2), await rename(4)].map(isReplay), [true, true]);
      await takeBytes(saver.id, server.platform.ownerBytesMax);
      server.clock.advance(1_000);
      assert.equal((await rename(5)).status, 200);
      assert.ok((await account()) < ofThree / 2, 'one alone is over');
      assert.ok(isReplay(await rename(5)));
      assert.equal(isReplay(await rename(4)), false);
    });

    test('a request refused before its change is not saved: a corrected one may use the same key', async () => {
      const key = fresh();
      assert.equal((await send('POST', resources, key, { ...body, name: '' })).status, 400);
      assert.equal((await send('POST', resources, key, body)).status, 201);
    });

    test('an Idempotency-Key has up to 255 characters, 256 are refused, and an empty one counts as none', async () => {
      const { id } = await newResource(server, owner.key, 'storage');
      const before = await total();
      assert.equal((await send('POST', resources, 'k'.repeat(255), body)).status, 201);
      const long = 'k'.repeat(256);
      for (const reply of [
        await send('POST', resources, long, body),
        await send('PATCH', `${resources}/${id}`, long, { action: 'archive' }),
        await send('POST', `${storage}/${id}`, long, form({ bytes: 'x' })),
        await send('POST', '/api/platform/ai', long, { prompt: 'hello' }),
      ]) {
        assert.equal(reply.status, 400, reply.text);
        assert.match(reply.json.error, /Idempotency-Key/);
      }
      assert.equal(await total(), before + 1);
      const none = [
        await send('POST', resources, '', body),
        await send('POST', resources, '', body),
      ];
      assert.notEqual(none[0]?.json.id, none[1]?.json.id);
    });
  });

/** Takes the place away that every change has to write to, as a broken disk would. */
function breakActivity(server: TestServer, broken: boolean): Promise<void> {
  const [from, to] = broken ? ['activity', 'activity_away'] : ['activity_away', 'activity'];
  return server.platform.store.script([`ALTER TABLE ${from} RENAME TO ${to}`]);
}
