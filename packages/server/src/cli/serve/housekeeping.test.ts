import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse } from '../../../test/houses/house.ts';
import { startHousekeeping } from './housekeeping.ts';

test('whoever stops the server does not wait for a long look through the blobs', async (t) => {
  const house = await openHouse('sqlite');
  t.after(house.close);
  const looking = Promise.withResolvers<void>();
  let looked = 0;
  const names = async function* () {
    for (;;) {
      looked += 1;
      looking.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      yield `blob_${'0'.repeat(26)}`;
    }
  };
  const blobs = { ...house.platform.blobs, names };
  const stop = startHousekeeping({ ...house.platform, blobs });
  await looking.promise;
  await stop();
  const after = looked;
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(looked, after);
});
