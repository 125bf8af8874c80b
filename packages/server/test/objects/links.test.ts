import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { objectLinkSchema } from '@baraza/contract';
import { ask, form, newResource, resources, serverOfSuite, storage } from '../fixtures/server.ts';
import { assertRefusal } from '../hostile/lawful.ts';

describe('links to objects', () => {
  const { server, owner } = serverOfSuite();
  let bucket: string;
  before(async () => {
    ({ id: bucket } = await newResource(server, owner.key, 'storage'));
    await upload('a/b "c".txt', 'hello world');
  });

  const upload = (name: string, bytes: string) =>
    owner.send('POST', `${storage}/${bucket}`, form({ bytes, type: 'text/plain' }, { key: name }));
  const make = (body: object, key = owner.key, id = bucket) =>
    ask(server, 'POST', `${storage}/${id}/links`, { key, body });
  const linkTo = async (body: object, key = owner.key) => {
    const reply = await make(body, key);
    assert.equal(reply.status, 200, reply.text);
    assert.ok(reply.json.url.startsWith('http://platform.test/links/'), reply.text);
    return new URL(objectLinkSchema.parse(reply.json).url).pathname;
  };
  const follow = (path: string, headers = {}, method = 'GET') =>
    ask(server, method, path, { headers });
  const plain = { key: 'a/b "c".txt' };

  test('a link gives the bytes without a key, with all that a download has', async () => {
    const path = await linkTo(plain);
    const reply = await follow(path);
    assert.equal(reply.text, 'hello world');
    const direct = await owner.send(
      'GET',
      `${storage}/${bucket}?key=${encodeURIComponent(plain.key)}`,
    );
    const comparable = (headers: Headers) =>
      [...headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
    assert.deepEqual(comparable(reply.headers), comparable(direct.headers));
    const part = await follow(path, { range: 'bytes=6-' });
    assert.equal(part.status, 206);
    assert.equal(part.text, 'world');
    const etag = reply.headers.get('etag') ?? '';
    assert.equal((await follow(path, { 'if-none-match': etag })).status, 304);
    const head = await follow(path, {}, 'HEAD');
    assert.equal(head.headers.get('content-length'), '11');
    assert.equal(head.text, '');
  });

  test('a link lives as long as was asked: an hour by default, seven days at the most', async () => {
    const short = await linkTo({ ...plain, expiresIn: 10 });
    const hour = await linkTo(plain);
    const week = await linkTo({ ...plain, expiresIn: 604_800 });
    server.clock.advance(10_000);
    assertRefusal(await follow(short), 'after its seconds', 401);
    assert.equal((await follow(hour)).status, 200);
    server.clock.advance(3_600_000);
    assertRefusal(await follow(hour), 'after an hour', 401);
    assert.equal((await follow(week)).status, 200);
    server.clock.advance(604_800_000);
    assertRefusal(await follow(week), 'after a week', 401);
    for (const expiresIn of [604_801, 0, -1, 1.5, '60', null, 1e300])
      assert.equal((await make({ ...plain, expiresIn })).status, 400, String(expiresIn));
  });

  test('a changed link is refused, wherever it was changed, with the same answer', async () => {
    const path = await linkTo(plain);
    const token = path.slice('/links/'.length);
    const [payload = '', code = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const changedClaims = Buffer.from(
      JSON.stringify([...claims.slice(0, 3), claims[3] + 1]),
    ).toString('base64url');
    const changed = [
      ...Array.from(token, (character, at) =>
        character === '.' ? '' : token.slice(0, at) + other(character) + token.slice(at + 1),
      ).filter((text) => text !== ''),
      `${changedClaims}.${code}`,
      payload,
      `${payload}.`,
      `.${code}`,
      `${payload}.${code}.`,
      `${payload}.${code}=`,
      `${token}A`,
      'x',
      '%00',
    ];
    const answers = new Set<string>();
    for (const text of changed) {
      const reply = await follow(`/links/${text}`);
      assertRefusal(reply, text, 401);
      answers.add(reply.json.error);
    }
    assert.equal(answers.size, 1);
    assert.equal((await follow(path)).status, 200);
  });

  test('a link ends with the key that made it: revoked or expired', async () => {
    const revoked = await owner.newKey(['storage:read']);
    const expiring = await owner.newKey(['storage'], 60_000);
    const links = [await linkTo(plain, revoked.key), await linkTo(plain, expiring.key)];
    for (const link of links) assert.equal((await follow(link)).status, 200);
    await server.revoke(revoked.id);
    server.clock.advance(60_000);
    for (const link of links) assertRefusal(await follow(link), 'its key has ended', 401);
  });

  test('a link ends with its object and with its bucket', async () => {
    await upload('gone', 'x');
    const link = await linkTo({ key: 'gone' });
    const query = `${storage}/${bucket}?key=gone`;
    assert.equal((await owner.send('DELETE', query)).status, 200);
    assertRefusal(await follow(link), 'no object', 404);
    const { id } = await newResource(server, owner.key, 'storage');
    await owner.send('POST', `${storage}/${id}`, form({ bytes: 'x', name: 'f' }));
    const made = await make({ key: 'f' }, owner.key, id);
    const path = new URL(made.json.url).pathname;
    assert.equal((await follow(path)).text, 'x');
    await owner.send('DELETE', `${resources}/${id}`);
    assertRefusal(await follow(path), 'no bucket', 404);
  });

  test('a link needs an object that is there, and a bucket', async () => {
    assert.equal((await make({ key: 'absent' })).status, 404);
    for (const body of [{}, { key: '' }, { key: 5 }, { key: 'a\nb' }, []])
      assert.equal((await make(body)).status, 400, JSON.stringify(body));
    const { id } = await newResource(server, owner.key, 'data');
    assert.equal((await make(plain, owner.key, id)).status, 400);
  });
});

function other(character: string): string {
  return character === 'A' ? 'B' : 'A';
}
