import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hourMs } from '@baraza/contract';
import { type Browser, type ConsoleHouse, openConsoleHouse } from './console-house.ts';

interface Ending {
  readonly house: ConsoleHouse;
  readonly keyId: string;
  readonly call: Browser['call'];
}

const endings: { readonly [what: string]: (ending: Ending) => unknown } = {
  'its credential is revoked': ({ house, keyId }) => house.house.house.revoke(keyId),
  'somebody signs out': ({ call }) => call('DELETE', '/console/session'),
  'its time is over': ({ house }) => house.house.clock.advance(13 * hourMs),
};

describe('a stream of the console', () => {
  for (const [what, end] of Object.entries(endings))
    test(`ends when ${what}`, async () => {
      const house = await openConsoleHouse('sqlite');
      try {
        const owner = await house.house.newOwner();
        const { cookie, call } = await house.signIn({ credential: owner.credential });
        const [key] = (await call('GET', '/console/keys')).json.keys;
        const reader = await openStream(house, cookie);
        await end({ house, keyId: key.id, call });
        // Without an end this waits until the test is given up.
        while (!(await reader.read().catch(() => ({ done: true }))).done);
        assert.equal((await call('GET', '/console/session')).status, 401);
      } finally {
        await house.close();
      }
    });
});

async function openStream({ url }: ConsoleHouse, cookie: string) {
  const response = await fetch(`${url}/console/platform/events`, { headers: { cookie } });
  assert.equal(response.status, 200);
  const reader = response.body?.getReader();
  assert.ok(reader !== undefined);
  // After its first line it listens.
  await reader.read();
  return reader;
}
