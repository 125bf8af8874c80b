import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ask, engines, serverOfSuite } from '../fixtures/server.ts';
import { newUsers, signUp, users } from './users-calls.ts';

const environment = { BARAZA_TRUST_PROXY: '1' };

for (const engine of engines)
  describe(`codes of a user whom others want to keep out, on ${engine}`, () => {
    const suite = serverOfSuite(engine, { environment });
    // The windows of the limits do not pass.
    before(() => suite.server.clock.stop());
    const call = (usersId: string, name: string, body: object, network: string) =>
      ask(suite.server, 'POST', `${users}/${usersId}/${name}`, {
        body,
        headers: { 'x-forwarded-for': network },
      });

    async function newAccount() {
      const id = await newUsers(suite);
      const email = 'asha@example.com';
      await signUp(suite, id, email);
      const codeFor = async (network: string) => {
        const { status } = await call(id, 'code', { email }, network);
        const code = /\b\d{6}\b/.exec(suite.server.mails.at(-1)?.text ?? '')?.[0] ?? '';
        return { status, code };
      };
      const signIn = async (code: string, network: string) =>
        (await call(id, 'sign-in', { email, code }, network)).status;
      return { codeFor, signIn };
    }

    const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');

    test('one network with wrong codes and too many requests keeps the user of another one in', async () => {
      const { codeFor, signIn } = await newAccount();
      for (const status of [202, 202, 202, 202, 202, 429])
        assert.equal((await codeFor('10.0.0.1')).status, status);
      const { status, code } = await codeFor('10.0.0.2');
      assert.equal(status, 202);
      for (let count = 0; count < 10; count += 1)
        assert.equal(await signIn(otherThan(code), '10.0.0.1'), 401);
      assert.equal(await signIn(otherThan(code), '10.0.0.1'), 429);
      assert.equal(await signIn(code, '10.0.0.2'), 200);
    });

    test('five tries are all that a network has, and thirty all that a code has', async () => {
      const { codeFor, signIn } = await newAccount();
      const { code } = await codeFor('10.0.1.1');
      for (let count = 0; count < 5; count += 1)
        assert.equal(await signIn(otherThan(code), '10.0.1.1'), 401);
      assert.equal(await signIn(code, '10.0.1.1'), 401);
      for (let network = 2; network <= 6; network += 1)
        for (let count = 0; count < 5; count += 1)
          assert.equal(await signIn(otherThan(code), `10.0.1.${network}`), 401);
      assert.equal(await signIn(code, '10.0.1.9'), 401);
      assert.equal(await signIn((await codeFor('10.0.1.9')).code, '10.0.1.9'), 200);
    });

    test('an address gets at most fifteen codes in ten minutes, whoever asks', async () => {
      const { codeFor } = await newAccount();
      for (const network of ['10.0.2.1', '10.0.2.2', '10.0.2.3'])
        for (let count = 0; count < 5; count += 1)
          assert.equal((await codeFor(network)).status, 202);
      assert.equal((await codeFor('10.0.2.4')).status, 429);
    });
  });
