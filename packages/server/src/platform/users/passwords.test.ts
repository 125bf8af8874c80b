import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMac } from '../../access/mac.ts';
import { createPasswords } from './passwords.ts';

const mac = createMac(Buffer.alloc(32, 1));
const cheap = { N: 2, r: 1, p: 1 };

describe('hashes of passwords', () => {
  test('cost as much as is recommended, and have their own salt', async () => {
    const passwords = createPasswords(mac);
    const [one, other] = [await passwords.hash('secret', 'a'), await passwords.hash('secret', 'a')];
    assert.match(one, /^scrypt\$16384\$8\$5\$/);
    assert.notEqual(one, other);
  });

  test('are checked at the cost that they were made with, and with the key of the installation', async () => {
    const known = await createPasswords(mac, cheap).hash('secret', 'a');
    const passwords = createPasswords(mac);
    assert.equal(await passwords.isRight('secret', known, 'a'), true);
    assert.equal(await passwords.isRight('Secret', known, 'a'), false);
    const others = createPasswords(createMac(Buffer.alloc(32, 2)));
    assert.equal(await others.isRight('secret', known, 'a'), false);
  });

  test('no password is right where there is none', async () => {
    const passwords = createPasswords(mac, cheap);
    for (const known of [null, undefined])
      assert.equal(await passwords.isRight('', known, 'a'), false);
  });
});
