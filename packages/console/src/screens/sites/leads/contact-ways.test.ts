import assert from 'node:assert/strict';
import { test } from 'node:test';
import { internationalNumber } from '@baraza/contract';
import { contactWays } from './contact-ways.ts';

test('a national number can be called and messaged', () => {
  assert.deepEqual(contactWays('0700 000-111', 'Africa/Nairobi'), {
    call: 'tel:0700000111',
    whatsapp: 'https://wa.me/254700000111',
  });
  assert.deepEqual(contactWays('+255 (0)754 1', 'Europe/Paris'), {
    call: 'tel:+25507541',
    whatsapp: 'https://wa.me/25507541',
  });
  assert.deepEqual(contactWays('0700000111', 'Europe/Paris'), { call: 'tel:0700000111' });
});

test('an e-mail address gets a mailto link, and anything else no link', () => {
  assert.deepEqual(contactWays(' juma@example.com ', 'Africa/Nairobi'), {
    mail: 'mailto:juma@example.com',
  });
  for (const text of ['javascript:alert(1)', 'a@b?cc=c@d', '123', 'Juma wa duka', '1'.repeat(40)])
    assert.deepEqual(contactWays(text, 'Africa/Nairobi'), {});
});

test('a national number gets the code of its country', () => {
  assert.equal(internationalNumber('0712 345 678', 'Africa/Nairobi'), '+254712345678');
  assert.equal(internationalNumber('0110-345678', 'Africa/Nairobi'), '+254110345678');
  assert.equal(internationalNumber('0754 100 200', 'Africa/Dar_es_Salaam'), '+255754100200');
  assert.equal(internationalNumber('+254 712 345 678', 'Europe/Paris'), '+254712345678');
  assert.equal(internationalNumber('0712', 'Africa/Nairobi'), undefined);
  assert.equal(internationalNumber('call me', 'Africa/Nairobi'), undefined);
});
