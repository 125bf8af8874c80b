import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactsIn, isContactLine } from './contact-text.ts';
import { withoutNumbers } from './number-text.ts';

const lines: readonly (readonly [string, readonly string[]])[] = [
  ['Call or WhatsApp: 0722 123 456', ['phone 0722 123 456', 'whatsapp 0722 123 456']],
  ['WhatsApp us on +254 722 123 456.', ['whatsapp +254 722 123 456']],
  ['Mchumbi Road, Nairobi, Call us: 0722 123 456', ['phone 0722 123 456']],
  ['Call us: 020 271 1234 Mon-Fri 8:00-17:00', ['phone 020 271 1234']],
  ['Piga simu: 0745 678 901. Hakuna Wi-Fi, lakini kuna kiti.', ['phone 0745 678 901']],
  ['Tupigie 0745678901 au 0733-555-111 kwa oda.', ['phone 0745678901', 'phone 0733-555-111']],
  ['Emergency: 0733 555 111', ['phone 0733 555 111 (Emergency)']],
  ['Appointments 0700 222 333', ['phone 0700 222 333 (Appointments)']],
  ['Emergency line: 0733 555 111', ['phone 0733 555 111 (Emergency line)']],
  ['Tel: 020 271 1234 | Email: a@duka.example', ['phone 020 271 1234', 'email a@duka.example']],
  ['(020) 271 1234', ['phone (020) 271 1234']],
  ['Address: Moi Avenue, Nairobi. Tel: 0722 123 456', ['address Moi Avenue, Nairobi']],
  ['Website by Kevo Designs 0711 999 888. All rights reserved.', []],
  ['Website by Kevo, call 0711 999 888', []],
  ['Lipa kwa M-Pesa, Paybill 247247, akaunti 0712345678', []],
  ['M-Pesa: 0722 123 456', []],
  ['Fax: 020 271 1234', []],
  ['We sold 0722 123 456 loaves', []],
  ['Call us on 12 May 2026, 8:00 - 17:00', []],
];
for (const [line, contacts] of lines)
  test(`the contacts of “${line}”`, () => {
    const found = contactsIn(line).map(({ field, text, purpose }) =>
      [field, text, ...(purpose === undefined ? [] : [`(${purpose})`])].join(' '),
    );
    assert.deepEqual(found, contacts);
  });

test('only a line without other words is a line of contacts', () => {
  assert.ok(isContactLine('Call or WhatsApp: 0722 123 456'));
  assert.ok(isContactLine('Emergency: 0733 555 111.'));
  assert.ok(!isContactLine('Piga simu: 0745 678 901. Hakuna Wi-Fi.'));
  assert.ok(!isContactLine('Paybill 247247, akaunti 0712345678'));
});

test('an address stays without its number', () => {
  assert.equal(
    withoutNumbers('Mchumbi Road, South B, Nairobi, Call or WhatsApp: 0722 123 456'),
    'Mchumbi Road, South B, Nairobi,',
  );
  assert.equal(
    withoutNumbers('Moi Avenue 22, P.O. Box 1234-00100'),
    'Moi Avenue 22, P.O. Box 1234-00100',
  );
});
