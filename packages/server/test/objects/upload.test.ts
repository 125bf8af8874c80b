import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import type { Blobs } from '../../src/blobs/blobs.ts';
import { ask, form, newResource, serverOfSuite, storage } from '../fixtures/server.ts';
import { eventually } from '../fixtures/server-process.ts';
import { assertRefusal } from '../hostile/lawful.ts';
import { exchange, head } from '../sockets/raw-socket.ts';
import { objectFiles } from './object-files.ts';

describe('an upload', () => {
  const { server, owner } = serverOfSuite();

  const newBucket = async () =>
    `${storage}/${(await newResource(server, owner.key, 'storage')).id}`;
  const post = (target: string, body: FormData, headers = {}) =>
    owner.send('POST', target, body, headers);
  const total = async (bucket: string) => (await owner.send('GET', bucket)).json.total;
  /** Runs a job, and gives how many files it added to the folder of objects. */
  const filesAddedBy = async (job: () => Promise<unknown>) => {
    const before = objectFiles(server).length;
    await job();
    return objectFiles(server).length - before;
  };

  test('and its downloads, by a key or by a link, take the share of their owner at the object storage', async (t) => {
    const { blobs } = server.platform;
    t.after(() => Object.assign(server.platform, { blobs }));
    const accounts: (string | undefined)[] = [];
    const watched: Blobs = {
      ...blobs,
      create: (name, account) => {
        accounts.push(account);
        return blobs.create(name, account);
      },
      open: (blob, range, account) => {
        accounts.push(account);
        return blobs.open(blob, range, account);
      },
    };
    Object.assign(server.platform, { blobs: watched });
    const owner = await server.newOwner();
    const bucket = `${storage}/${(await newResource(server, owner.key, 'storage')).id}?key=a`;
    const body = form({ bytes: 'x' });
    assert.equal((await owner.send('POST', bucket, body)).status, 201);
    assert.equal((await owner.send('GET', bucket)).text, 'x');
    const links = bucket.replace('?key=a', '/links');
    const link = await owner.send('POST', links, { key: 'a' });
    await ask(server, 'GET', new URL(link.json.url).pathname);
    assert.deepEqual(accounts, [owner.id, owner.id, owner.id]);
  });

  test('of nothing is an object of no bytes', async () => {
    const bucket = await newBucket();
    const sent = await post(bucket, form({ bytes: '', name: 'empty' }));
    assert.deepEqual([sent.status, sent.json.size, sent.json.replaced], [201, 0, false]);
    const got = await owner.send('GET', `${bucket}?key=empty`);
    assert.deepEqual([got.status, got.text, got.headers.get('content-length')], [200, '', '0']);
  });

  test('of two files is refused, and neither is stored', async () => {
    const bucket = await newBucket();
    for (const size of [1, 300_000]) {
      const data = form({ bytes: 'x'.repeat(size), name: 'one' });
      data.append('file', new Blob(['y'.repeat(size)]), 'two');
      const added = await filesAddedBy(async () =>
        assertRefusal(await post(bucket, data), '', 400),
      );
      assert.deepEqual([added, await total(bucket)], [0, 0]);
    }
  });

  test('takes its key from the form, else from the query, else from the file', async () => {
    const bucket = await newBucket();
    const withQuery = `${bucket}?key=query`;
    const file = { bytes: 'x', name: 'name' };
    const keys = [
      await post(withQuery, form(file, { key: 'field' })),
      await post(withQuery, form(file)),
      await post(bucket, form(file)),
    ].map(({ json }) => json.key);
    assert.deepEqual(keys, ['field', 'query', 'name']);
  });

  test('takes the part with a file name, whatever it is called, or the part called file', async () => {
    const bucket = await newBucket();
    const other = new FormData();
    other.append('attachment', new Blob(['x']), 'by-name');
    assert.equal((await post(bucket, other)).json.key, 'by-name');
    const bare = new FormData();
    bare.append('file', 'only text');
    assert.equal((await post(`${bucket}?key=bare`, bare)).json.size, 9);
    assertRefusal(await post(bucket, bare), '', 400);
  });

  test('to another service, to nowhere or to an archived bucket is refused before it is stored', async () => {
    const work = (await newResource(server, owner.key, 'work')).id;
    const archived = await newBucket();
    await owner.send('PATCH', archived.replace('storage', 'resources'), { action: 'archive' });
    for (const [target, status] of [
      [`${storage}/${work}`, 400],
      [`${storage}/res_00000000000000000000000000`, 404],
      [archived, 409],
    ] as const) {
      const added = await filesAddedBy(async () =>
        assertRefusal(await post(target, form({ bytes: 'x', name: 'a' })), target, status),
      );
      assert.equal(added, 0);
    }
  });

  test('holds only under its conditions', async () => {
    const bucket = await newBucket();
    const send = (bytes: string, headers: object) =>
      post(bucket, form({ bytes, name: 'a' }), headers);
    assertRefusal(await send('1', { 'if-match': '*' }), 'nothing there', 409);
    assertRefusal(await send('1', { 'if-match': '"x"' }), 'nothing there', 409);
    const first = await send('1', { 'if-none-match': '*' });
    assert.equal(first.status, 201);
    const added = await filesAddedBy(async () => {
      assertRefusal(await send('2', { 'if-none-match': '*' }), 'something there', 409);
      assertRefusal(await send('2', { 'if-none-match': first.json.etag }), 'that there', 409);
      assertRefusal(await send('2', { 'if-match': '"other"' }), 'another there', 409);
    });
    assert.equal(added, 0);
    assert.equal((await owner.send('GET', `${bucket}?key=a`)).text, '1');
    assert.equal((await send('2', { 'if-match': first.json.etag })).status, 200);
    assert.equal((await send('3', { 'if-match': `"x", ${first.json.etag}` })).status, 409);
    assert.equal((await send('3', { 'if-match': '*' })).status, 200);
    assert.equal((await send('4', { 'if-none-match': '"other"' })).status, 200);
  });

  test('that replaces or deletes an object just before its bytes are opened gives readers the new state', async () => {
    const bucket = await newBucket();
    const { blobs } = server.platform;
    const { open } = blobs;
    const readAfter = async (change: () => Promise<unknown>) => {
      const changing: Blobs['open'] = async (...args) => {
        Object.assign(blobs, { open });
        await change();
        return open(...args);
      };
      Object.assign(blobs, { open: changing });
      return owner.send('GET', `${bucket}?key=a`);
    };
    await post(bucket, form({ bytes: 'old', name: 'a' }));
    const replaced = await readAfter(() => post(bucket, form({ bytes: 'newer', name: 'a' })));
    assert.deepEqual([replaced.status, replaced.text], [200, 'newer']);
    assert.equal(replaced.headers.get('content-length'), '5');
    const deleted = await readAfter(() => owner.send('DELETE', `${bucket}?key=a`));
    assertRefusal(deleted, '', 404);
  });

  test('that is cut off in the middle leaves nothing behind', async () => {
    const bucket = await newBucket();
    const before = objectFiles(server).length;
    for (const size of [1, 200_000]) {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        head('POST', bucket, {
          authorization: `Bearer ${owner.key}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': 1_000_000,
        }),
      );
      socket.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
      socket.write('x'.repeat(size));
      await eventually(() => objectFiles(server).length > before);
      socket.destroy();
      await eventually(() => objectFiles(server).length === before);
    }
    assert.equal(await total(bucket), 0);
  });

  test('that ends before its form is refused, and leaves nothing behind', async () => {
    const bucket = await newBucket();
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const halves = ['', '--b', part, `${part}half`, `${part}whole\r\n--b`, `${part}whole\r\n--b-`];
    for (const half of halves)
      for (const framing of [{ 'content-length': 1_000 }, { 'transfer-encoding': 'chunked' }]) {
        const headers = {
          authorization: `Bearer ${owner.key}`,
          'content-type': 'multipart/form-data; boundary=b',
          ...framing,
        };
        const body = 'content-length' in framing ? half : `fff\r\n${half}`;
        const added = await filesAddedBy(async () => {
          const sent = [head('POST', bucket, headers), body];
          const { replies } = await exchange(server.port, sent, { halfClose: true });
          assertRefusal(replies[0], half, 400);
        });
        assert.equal(added, 0);
      }
  });

  test('is seen by a concurrent reader as the old bytes or the new, never a mixture', async () => {
    const bucket = await newBucket();
    const write = (letter: string) =>
      post(bucket, form({ bytes: letter.repeat(200_000 + letter.charCodeAt(0)), name: 'a' }));
    const added = await filesAddedBy(async () => {
      await write('a');
      let writing = true;
      const writer = async () => {
        for (const letter of 'bcdefghijklm') assert.equal((await write(letter)).status, 200);
        writing = false;
      };
      const reader = async () => {
        while (writing) {
          const { status, text, headers } = await owner.send('GET', `${bucket}?key=a`);
          assert.equal(status, 200, text);
          assert.equal(text, (text[0] ?? '').repeat(200_000 + text.charCodeAt(0)));
          const hash = createHash('sha256').update(text).digest('hex');
          assert.equal(headers.get('etag'), `"${hash}"`);
        }
      };
      await Promise.all([writer(), reader(), reader(), reader()]);
    });
    assert.equal(added, 1);
  });
});
