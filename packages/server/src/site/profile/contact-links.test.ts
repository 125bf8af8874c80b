import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailLink, phoneLink } from './contact-links.ts';

test('the link is to the first of several numbers', () => {
  for (const phone of [
    '+254 700 000 001 / +254 700 000 002',
    '+254700000001, +254700000002',
    '+254 (700) 000-001; 0722 000 002',
    '+254 700 000 001 or 0722 000 002',
    '+254 700 000 001 au 0722 000 002',
    '+254 700 000 001',
  ])
    assert.equal(phoneLink(phone), 'tel:+254700000001', phone);
  assert.equal(phoneLink('020/345678'), 'tel:020345678');
  assert.equal(phoneLink('112'), 'tel:112');
  assert.equal(phoneLink(''), '');
});

test('a mail link has the address and no header fields', () => {
  assert.equal(mailLink('asha@duka.example'), 'mailto:asha@duka.example');
  assert.equal(mailLink('a?cc=b&c#d%@duka.example'), 'mailto:a%3Fcc%3Db%26c%23d%25@duka.example');
  assert.equal(mailLink(''), '');
});
