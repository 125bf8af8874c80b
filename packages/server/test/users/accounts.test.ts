import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, resources, serverOfSuite } from '../fixtures/server.ts';
import { accountsOf, newCollection, newUsers, signUp, users } from './users-calls.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe('accounts of an application', () => {
  const suite = serverOfSuite();

  test('sign-up gives a token, and the record has no password', async () => {
    const { server, owner } = suite;
    const id = await newUsers(suite);
    const made = await ask(server, 'POST', `${users}/${id}/sign-up`, {
      body: { email: 'Amina@Example.com', password: 'correct horse', name: 'Amina' },
    });
    assert.equal(made.status, 201, made.text);
    const { token, expiresAt, user } = made.json;
    assert.match(token, /^usr_/);
    assert.equal(user.email, 'amina@example.com');
    assert.equal(user.name, 'Amina');
    assert.ok(Date.parse(expiresAt) > Date.now() + 29 * dayMs);
    const me = await ask(server, 'GET', `${users}/${id}/me`, { key: token });
    assert.deepEqual(me.json, user);
    const exported = await owner.send('GET', `${resources}/${id}/records`);
    const activity = await owner.send('GET', resources);
    for (const { text } of [made, me, exported, activity])
      assert.doesNotMatch(text, /correct horse|scrypt/);
    assert.equal(exported.json.records[0].record.email, 'amina@example.com');
  });

  test('what the server says of an account is not set at sign-up', async () => {
    const id = await newUsers(suite);
    const body = { email: 'r@example.com', password: 'long enough' };
    for (const more of [{ verified: true }, { id: 'rec_1' }]) {
      const path = `${users}/${id}/sign-up`;
      const made = await ask(suite.server, 'POST', path, { body: { ...body, ...more } });
      assert.equal(made.status, 400, made.text);
    }
  });

  test('a second account with an address is 409, even where it is written in another case', async () => {
    const id = await newUsers(suite);
    await signUp(suite, id, 'one@example.com');
    const body = { email: 'ONE@example.com', password: 'long enough' };
    const again = await accountsOf(suite, id).call('POST', 'sign-up', body);
    assert.equal(again.status, 409);
    assert.equal(again.json.field, 'email');
  });

  test('without config.signUp only a key of the owner makes accounts', async () => {
    const { server, owner } = suite;
    const id = await newUsers(suite, { signUp: false });
    const body = { email: 'staff@example.com', password: 'long enough', role: 'staff' };
    const target = `${users}/${id}/sign-up`;
    assert.equal((await ask(server, 'POST', target, { body })).status, 403);
    const other = await server.newOwner();
    assert.equal((await other.send('POST', target, body)).status, 403);
    assert.equal((await owner.send('POST', target, body)).status, 201);
  });

  test('what is wrong in a sign-up is 400, and unknown or archived accounts are 404 or 409', async () => {
    const { server, owner } = suite;
    const id = await newUsers(suite);
    const bad: readonly object[] = [
      { email: 'a@example.com', password: 'short' },
      { email: 'no address', password: 'long enough' },
      { email: 'a\u0001@example.com', password: 'long enough' },
      { email: 'a\u200b@example.com', password: 'long enough' },
      { password: 'long enough' },
      { email: 'a@example.com', password: 12345678 },
      { email: 'a@example.com', password: 'x'.repeat(201) },
    ];
    for (const body of bad) {
      const { status, text } = await ask(server, 'POST', `${users}/${id}/sign-up`, { body });
      assert.equal(status, 400, text);
    }
    const collection = await newCollection(suite, {});
    const body = { email: 'a@example.com', password: 'long enough' };
    const elsewhere = await ask(server, 'POST', `${users}/${collection}/sign-up`, { body });
    assert.equal(elsewhere.status, 404);
    await owner.send('PATCH', `${resources}/${id}`, { action: 'archive' });
    assert.equal((await ask(server, 'POST', `${users}/${id}/sign-up`, { body })).status, 409);
  });

  test('a wrong password and an unknown address get the same answer, and too many of either 429', async () => {
    const { server } = suite;
    const id = await newUsers(suite);
    await signUp(suite, id, 'known@example.com');
    const { signIn } = accountsOf(suite, id);
    const attempt = (email: string) => signIn({ email, password: 'not this one' });
    const seen = async (email: string) => {
      const statuses: number[] = [];
      let last = await attempt(email);
      for (let count = 0; count < 10; count += 1) {
        statuses.push(last.status);
        last = await attempt(email);
      }
      return {
        statuses,
        last: last.status,
        error: last.json.error,
        hasWait: last.headers.has('retry-after'),
      };
    };
    const known = await seen('known@example.com');
    const unknown = await seen('unknown@example.com');
    assert.deepEqual(known, unknown);
    assert.deepEqual(new Set(known.statuses), new Set([401]));
    assert.equal(known.last, 429);
    assert.ok(known.hasWait);
    server.clock.advance(11 * minuteMs);
    assert.equal((await attempt('known@example.com')).status, 401);
  });

  test('a code by mail signs in once, within 10 minutes, and verifies the address', async () => {
    const { server } = suite;
    const id = await newUsers(suite);
    const email = 'code@example.com';
    await signUp(suite, id, email);
    const { call, codeFor, signIn } = accountsOf(suite, id);
    const before = server.mails.length;
    const unknown = await call('POST', 'code', { email: 'nowhere@example.com' });
    assert.equal(unknown.status, 202);
    assert.equal(server.mails.length, before);
    const sent = await call('POST', 'code', { email });
    assert.deepEqual([sent.status, sent.text], [202, unknown.text]);
    const code = await codeFor(email);
    const wrong = code === '000000' ? '000001' : '000000';
    assert.equal((await signIn({ email, code: wrong })).status, 401);
    const right = await signIn({ email, code });
    assert.equal(right.status, 200);
    assert.equal(right.json.user.verified, true);
    assert.equal((await signIn({ email, code })).status, 401);
    const late = await codeFor(email);
    server.clock.advance(10 * minuteMs);
    assert.equal((await signIn({ email, code: late })).status, 401);
  });

  test('five wrong codes make the right one useless', async () => {
    const id = await newUsers(suite);
    const email = 'guess@example.com';
    await signUp(suite, id, email);
    const { codeFor, signIn } = accountsOf(suite, id);
    const code = await codeFor(email);
    const wrong = { email, code: code === '111111' ? '222222' : '111111' };
    for (let count = 0; count < 5; count += 1) assert.equal((await signIn(wrong)).status, 401);
    assert.equal((await signIn({ email, code })).status, 401);
  });

  test('a token ends with sign-out, with its account, with its time and with an archived resource', async () => {
    const { server, owner } = suite;
    const id = await newUsers(suite);
    const { call, me, signIn: signInWith } = accountsOf(suite, id);
    const account = { email: 'ends@example.com', password: 'long enough' };
    const first = await signUp(suite, id, account.email);
    await call('POST', 'sign-out', undefined, first.token);
    assert.equal((await me(first.token)).status, 401);
    const signIn = async (): Promise<string> => (await signInWith(account)).json.token;
    const [one, two] = [await signIn(), await signIn()];
    await call('POST', 'sign-out-everywhere', undefined, one);
    assert.equal((await me(two)).status, 401);
    const three = await signIn();
    server.clock.advance(29 * dayMs);
    assert.equal((await me(three)).status, 200);
    server.clock.advance(29 * dayMs);
    assert.equal((await me(three)).status, 200, 'it slides');
    server.clock.advance(31 * dayMs);
    assert.equal((await me(three)).status, 401);
    const four = await signIn();
    await owner.send('PATCH', `${resources}/${id}`, { action: 'archive' });
    assert.equal((await me(four)).status, 409);
    await owner.send('PATCH', `${resources}/${id}`, { action: 'restore' });
    assert.equal((await me(four)).status, 401);
    const five = await signIn();
    await owner.send('DELETE', `${resources}/${id}/records/${first.id}`);
    assert.equal((await me(five)).status, 401);
  });

  test('a user changes the own account, except for fields that are readonly', async () => {
    const { server } = suite;
    const id = await newUsers(suite, { fields: { readonly: ['role'], hidden: ['score'] } });
    const { token } = await signUp(suite, id, 'me@example.com');
    const { call } = accountsOf(suite, id);
    const change = (body: object) => call('PATCH', 'me', body, token);
    const named = await change({ name: 'Neema' });
    assert.equal(named.status, 200, named.text);
    assert.equal(named.json.name, 'Neema');
    for (const body of [{ role: 'staff' }, { score: 1 }, { id: 'x' }, { password: 'long enough' }])
      assert.equal((await change(body)).status, 400);
    const moved = await change({ email: 'New@example.com' });
    assert.equal(moved.json.email, 'new@example.com');
    server.clock.advance(16 * minuteMs);
    assert.equal((await change({ email: 'late@example.com' })).status, 403);
    const sneaky = { email: 'x@example.com', password: 'long enough', role: 'staff' };
    assert.equal((await call('POST', 'sign-up', sneaky)).status, 400);
  });

  test('a new password needs the present one, and ends the other sessions', async () => {
    const id = await newUsers(suite);
    const email = 'pass@example.com';
    const { token } = await signUp(suite, id, email);
    const { call, me, ...accounts } = accountsOf(suite, id);
    const signIn = (password: string) => accounts.signIn({ email, password });
    const other = (await signIn('long enough')).json.token;
    const change = (body: object) => call('POST', 'password', body, token);
    assert.equal((await change({ password: 'another one' })).status, 400);
    assert.equal((await change({ password: 'another one', current: 'wrong one' })).status, 403);
    const done = await change({ password: 'another one', current: 'long enough' });
    assert.equal(done.status, 200, done.text);
    assert.equal((await me(token)).status, 200);
    assert.equal((await me(other)).status, 401);
    assert.equal((await signIn('long enough')).status, 401);
    assert.equal((await signIn('another one')).status, 200);
  });

  test('a user whom a rule allows it deletes the own account, and its sessions end', async () => {
    const { server, owner } = suite;
    const mine = { rules: { delete: 'record.id = user.id' } };
    const id = await newUsers(suite, mine);
    const notes = await newCollection(suite, { rules: { delete: 'record.owner = user.id' } });
    const records = `${resources}/${id}/records`;
    const countOf = async () => (await owner.send('GET', records)).json.records.length;
    const { me, signIn } = accountsOf(suite, id);
    await signUp(suite, id, 'stays@example.com');
    const alone = await signUp(suite, id, 'alone@example.com');
    const gone = await ask(server, 'DELETE', `${records}/${alone.id}`, { key: alone.token });
    assert.equal(gone.status, 200, gone.text);
    assert.deepEqual(gone.json, { deleted: true, recordId: alone.id });
    assert.equal((await me(alone.token)).status, 401);
    assert.equal(await countOf(), 1);

    const leaver = await signUp(suite, id, 'leaver@example.com');
    const other = await signIn({ email: 'leaver@example.com', password: 'long enough' });
    const body = { owner: leaver.id };
    const note = (await owner.send('POST', `${resources}/${notes}/records`, body)).json.recordId;
    const calls = [`${records}/${leaver.id}`, `${resources}/${notes}/records/${note}`].map(
      (path) => ({ method: 'DELETE', path }),
    );
    const key = leaver.token;
    const batch = await ask(server, 'POST', '/api/platform/batch', { key, body: { calls } });
    assert.equal(batch.status, 200, batch.text);
    for (const token of [key, other.json.token]) assert.equal((await me(token)).status, 401);
    assert.equal(await countOf(), 1);
  });

  test('a token of one Users resource is not valid for another', async () => {
    const { server } = suite;
    const [one, other] = [await newUsers(suite), await newUsers(suite)];
    const { token } = await signUp(suite, one, 'a@example.com');
    assert.equal((await ask(server, 'GET', `${users}/${other}/me`, { key: token })).status, 401);
    const refused = await ask(server, 'GET', resources, { key: token });
    assert.equal(refused.status, 403);
    assert.match(refused.json.error, /users cannot call it/);
  });
});
