import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayMs } from '@baraza/contract';
import { type Browser, type ConsoleServer, consoleOfSuite } from './console-server.ts';

interface Ending {
  readonly server: ConsoleServer;
  readonly keyId: string;
  readonly call: Browser['call'];
}

const endings: { readonly [what: string]: (ending: Ending) => unknown } = {
  'its credential is revoked': ({ server, keyId }) =>
    server.siteServer.platformServer.revoke(keyId),
  'somebody signs out': ({ call }) => call('DELETE', '/console/session'),
  'its time is over': ({ server }) => server.siteServer.clock.advance(31 * dayMs),
};

describe('a stream of the console', () => {
  const server = consoleOfSuite('sqlite');

  for (const [what, end] of Object.entries(endings))
    test(`ends when ${what}`, async () => {
      const owner = await server.siteServer.newOwner();
      const { cookie, call } = await server.signIn({ credential: owner.credential });
      const [key] = (await call('GET', '/console/keys')).json.keys;
      const reader = await openStream(server, cookie);
      await end({ server, keyId: key.id, call });
      // If the stream does not end, the test times out here.
      while (!(await reader.read().catch(() => ({ done: true }))).done);
      assert.equal((await call('GET', '/console/session')).status, 401);
    });
});

describe('a stream of the console, between two checks of its session', () => {
  const server = consoleOfSuite('sqlite', { sessionCheckMs: 600_000 });

  test('has nothing of what happens after its member got another role', async () => {
    const { credential } = await server.siteServer.newOwner();
    const asha = await server.signIn({ credential });
    const juma = await server.signIn({ link: await newMemberLink(asha) });
    const reader = await openStream(server, juma.cookie);
    const members = '/console/members';
    assert.equal(
      (await asha.call('PATCH', `${members}/${juma.view.json.member.id}`, { role: 'editor' }))
        .status,
      200,
    );
    const task = { service: 'work', kind: 'Task', name: 'After' };
    assert.equal((await asha.call('POST', '/console/platform/resources', task)).status, 201);
    const ended = { done: true, value: undefined };
    for (let text = ''; ; ) {
      const { done, value } = await reader.read().catch(() => ended);
      if (done) break;
      text += Buffer.from(value ?? []).toString();
      assert.doesNotMatch(text, /resource-created/);
    }
    assert.equal((await juma.call('GET', '/console/session')).json.role, 'editor');
  });
});

async function newMemberLink(by: Browser): Promise<string> {
  const { json } = await by.call('POST', '/console/members', { name: 'Juma', role: 'owner' });
  return json.url.split('/').at(-1);
}

async function openStream({ url }: ConsoleServer, cookie: string) {
  const response = await fetch(`${url}/console/platform/events`, { headers: { cookie } });
  assert.equal(response.status, 200);
  const reader = response.body?.getReader();
  assert.ok(reader !== undefined);
  // After its first line it listens.
  await reader.read();
  return reader;
}
