import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { fixtureForSuite } from './fixture.ts';
import { addDevice } from './passkey-device.ts';

describe('passkeys of a real browser', () => {
  const fixture = fixtureForSuite();
  // Passkeys do not work on an IP address.
  const address = () => fixture.server.url.replace('127.0.0.1', 'localhost');

  interface Person {
    readonly page: Page;
    readonly device: CDPSession;
    readonly authenticatorId: string;
    readonly memberId: string;
  }

  const send = (page: Page, method: string, path: string, body?: unknown) =>
    page.evaluate(
      async ([verb, url, text]) => {
        const headers = { 'x-console': '1', 'content-type': 'application/json' };
        const sent = text === null ? { headers } : { headers, body: text };
        const response = await fetch(url, { method: verb, ...sent });
        return { status: response.status, json: await response.json() };
      },
      [method, path, body === undefined ? null : JSON.stringify(body)] as const,
    );

  /** What the browser makes of options for signing in, as the console sends it. */
  const answer = (page: Page, options: object): Promise<object> =>
    page.evaluate(async (given) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(given as never);
      const made = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      return made.toJSON();
    }, options);

  const make = (page: Page, options: object): Promise<object> =>
    page.evaluate(async (given) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given as never);
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      return made.toJSON();
    }, options);

  const enter = (page: Page, proof: object) => send(page, 'POST', '/console/session', proof);
  const signInOptions = async (page: Page) =>
    (await send(page, 'POST', '/console/sign-in/passkey')).json;
  const answered = async (page: Page) => answer(page, await signInOptions(page));

  /** A person who is signed in by a link, with a registered passkey. */
  async function newPerson(): Promise<Person> {
    const { id } = await fixture.server.siteServer.newOwner();
    const { page } = await fixture.openIsolated(`${address()}/`, {});
    const { device, authenticatorId } = await addDevice(page);
    const link = await fixture.server.newLink(id);
    const { json } = await enter(page, { link });
    const options = (await send(page, 'POST', '/console/passkeys/options')).json;
    const made = await send(page, 'POST', '/console/passkeys', {
      response: await make(page, options),
    });
    assert.equal(made.status, 201);
    return { page, device, authenticatorId, memberId: json.member.id };
  }

  const credentialsOf = async ({ device, authenticatorId }: Person) =>
    (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

  test('a passkey signs in, and what the browser sent for it is worth nothing a second time', async () => {
    const { page, memberId } = await newPerson();
    const passkey = await answered(page);
    const opened = await enter(page, { passkey });
    assert.deepEqual([opened.status, opened.json.kind], [200, 'passkey']);
    assert.equal(opened.json.member.id, memberId);
    assert.equal((await enter(page, { passkey })).status, 401);
    // Nor with a challenge of its own.
    await signInOptions(page);
    assert.equal((await enter(page, { passkey })).status, 401);
  });

  test('of several answers to one challenge at once, one opens a session', async () => {
    const { page } = await newPerson();
    const options = await signInOptions(page);
    const [one, other] = [await answer(page, options), await answer(page, options)];
    const all = await Promise.all(
      [one, one, other, one, other].map((passkey) => enter(page, { passkey })),
    );
    const statuses = all.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 401, 401, 401, 401]);
  });

  test('a copy of a passkey whose counter goes back opens nothing', async () => {
    const person = await newPerson();
    const { page, device, authenticatorId } = person;
    for (const _ of [1, 2])
      assert.equal((await enter(page, { passkey: await answered(page) })).status, 200);
    const [credential] = await credentialsOf(person);
    assert.ok(credential !== undefined && credential.signCount > 1);
    await device.send('WebAuthn.clearCredentials', { authenticatorId });
    await device.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: { ...credential, signCount: 0 },
    });
    assert.equal((await enter(page, { passkey: await answered(page) })).status, 401);
  });

  test('the passkey of one person is never that of another', async () => {
    const asha = await newPerson();
    const juma = await newPerson();
    // Asha's key, which names Juma as its person.
    const [credential] = await credentialsOf(asha);
    assert.ok(credential !== undefined);
    const { device, authenticatorId } = juma;
    await device.send('WebAuthn.clearCredentials', { authenticatorId });
    await device.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: { ...credential, userHandle: Buffer.from(juma.memberId).toString('base64') },
    });
    assert.equal((await enter(juma.page, { passkey: await answered(juma.page) })).status, 401);
    // In the session of Juma it opens one of Asha, and his ends.
    await device.send('WebAuthn.clearCredentials', { authenticatorId });
    await device.send('WebAuthn.addCredential', { authenticatorId, credential });
    const opened = await enter(juma.page, { passkey: await answered(juma.page) });
    assert.deepEqual([opened.status, opened.json.member.id], [200, asha.memberId]);
  });

  test('a passkey that was begun in one session is not registered in another', async () => {
    const { page, device, authenticatorId } = await newPerson();
    const { id } = await fixture.server.siteServer.newOwner();
    // The device may make only one passkey for a person.
    await device.send('WebAuthn.clearCredentials', { authenticatorId });
    const options = (await send(page, 'POST', '/console/passkeys/options')).json;
    const response = await make(page, options);
    assert.equal((await enter(page, { link: await fixture.server.newLink(id) })).status, 200);
    assert.equal((await send(page, 'POST', '/console/passkeys', { response })).status, 401);
    assert.equal((await send(page, 'GET', '/console/passkeys')).json.passkeys.length, 0);
  });

  test('a removed passkey opens nothing, and ends the sessions that it opened elsewhere', async () => {
    const asha = await newPerson();
    const { page: elsewhere } = await fixture.openIsolated(`${address()}/`, {});
    const { device, authenticatorId } = await addDevice(elsewhere);
    const [credential] = await credentialsOf(asha);
    assert.ok(credential !== undefined);
    await device.send('WebAuthn.addCredential', { authenticatorId, credential });
    assert.equal((await enter(elsewhere, { passkey: await answered(elsewhere) })).status, 200);
    const [passkey] = (await send(asha.page, 'GET', '/console/passkeys')).json.passkeys;
    const removed = await send(asha.page, 'DELETE', `/console/passkeys/${passkey.id}`);
    assert.equal(removed.status, 200);
    assert.equal((await send(elsewhere, 'GET', '/console/session')).status, 401);
    assert.equal((await enter(elsewhere, { passkey: await answered(elsewhere) })).status, 401);
  });
});
