import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactWays } from './contact-ways.ts';

test('a number as people of the country write it can be called and written to', () => {
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

test('an address is written to, and anything else is only read', () => {
  assert.deepEqual(contactWays(' juma@example.com ', 'Africa/Nairobi'), {
    mail: 'mailto:juma@example.com',
  });
  for (const text of ['javascript:alert(1)', 'a@b?cc=c@d', '123', 'Juma wa duka', '1'.repeat(40)])
    assert.deepEqual(contactWays(text, 'Africa/Nairobi'), {});
});
