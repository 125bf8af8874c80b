import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingTwins, wholeAddress } from './twins.ts';

test('a website needs both its address with www. and the one without', () => {
  for (const [listed, missing] of [
    [['https://duka.co.ke'], ['https://www.duka.co.ke']],
    [['duka.com'], ['https://www.duka.com']],
    [['https://www.duka.co.ke'], ['https://duka.co.ke']],
    [['https://duka.co.ke', 'www.duka.co.ke/bei'], []],
    [['https://duka.co.ke', 'https://*.duka.co.ke'], []],
    [['https://shop.duka.co.ke', 'http://localhost:3000', 'https://10.0.0.1', '', 'https://'], []],
  ] as const)
    assert.deepEqual(missingTwins(listed), missing, listed.join(' '));
});

test('an address may be typed without https://', () => {
  assert.equal(wholeAddress(' duka.co.ke/bei '), 'https://duka.co.ke/bei');
  assert.equal(wholeAddress('http://duka.co.ke'), 'http://duka.co.ke');
  assert.equal(wholeAddress(' '), '');
});
