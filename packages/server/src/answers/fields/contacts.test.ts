import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '@baraza/contract';
import { asked, shop } from '../../../test/fixtures/amani-shop.ts';
import type { Business } from '../knowledge.ts';
import { fieldAnswer } from './fields.ts';

const rows: readonly (readonly [string, Language, readonly string[], (readonly string[])?])[] = [
  ['Where are you located?', 'en', ['Oginga Odinga Street, next to the Post Office, Kisumu']],
  ['mko wapi?', 'sw', ['Barabara ya Oginga Odinga']],
  ['Duka lenu liko wapi?', 'sw', ['Barabara ya Oginga Odinga']],
  ['mnapatikana wapi', 'sw', ['Barabara ya Oginga Odinga']],
  ['what is your adress', 'en', ['Oginga Odinga Street']],
  ['where is the shop', 'en', ['Oginga Odinga Street']],
  ['where exactly is your main shop', 'en', ['Oginga Odinga Street']],
  ['Where are you and what time do you open tomorrow?', 'en', ['Oginga Odinga Street', '8:00 am']],
  ['mko wapi na namba ya simu ni gani?', 'sw', ['Oginga Odinga', '0700 111 222']],
  ['bei ya sukari, na mnafunga saa ngapi leo?', 'sw', ['KES 150', 'saa kumi na moja na nusu']],
  ['how do I get there?', 'en', ['Oginga Odinga Street']],
  ['nitafikaje dukani kwenu', 'sw', ['Barabara ya Oginga Odinga']],
  ['uko location gani Kisumu', 'sw', ['Barabara ya Oginga Odinga']],
  ['naomba nambari ya simu', 'sw', ['simu 0700 111 222'], ['@']],
  ['namba ya simu ni ngapi', 'sw', ['simu 0700 111 222'], ['KES']],
  ['phone number yenu ni ngapi', 'sw', ['simu 0700 111 222'], ['KES']],
  ['can I have your phone number', 'en', ['0700 111 222'], ['@']],
  ['nataka kuwapigia simu, namba ngapi?', 'sw', ['0700 111 222']],
  ['whats ur whatsapp number', 'en', ['WhatsApp at +254700111222'], ['@']],
  ['mna WhatsApp?', 'sw', ['+254700111222']],
  ['email yenu ni gani', 'sw', ['info@amani.example'], ['0700']],
  ['barua pepe yenu tafadhali', 'sw', ['info@amani.example']],
  ['which e-mail do I write to for bookings', 'en', ['info@amani.example']],
  ['how do i reach you', 'en', ['0700 111 222', 'info@amani.example']],
  ['how can I get in touch with you', 'en', ['0700 111 222']],
  ['je mko Kisumu?', 'sw', ['Oginga Odinga']],
  ['are you in Kisumu?', 'en', ['Oginga Odinga']],
  ['mko pande gani', 'sw', ['Oginga Odinga']],
  ['How can I contact you?', 'en', ['0700 111 222', '+254700111222', 'info@amani.example']],
  ['nawezaje kuwasiliana nanyi', 'sw', ['0700 111 222', 'info@amani.example']],
];

describe('contacts', () => {
  for (const [question, language, has, hasNot = []] of rows) {
    test(`${language}: ${question}`, () => {
      const text = answerTo(question, language) ?? 'nothing';
      for (const part of has) assert.ok(text.includes(part), `${part} is not in: ${text}`);
      for (const part of hasNot) assert.ok(!text.includes(part), `${part} is in: ${text}`);
    });
  }
});

const others: readonly (readonly [string, Language])[] = [
  ['Where can I park?', 'en'],
  ['where is the toilet', 'en'],
  ['Where do you deliver?', 'en'],
  ['Naweza kuegesha gari wapi?', 'sw'],
  ['what is the phone number of the manager', 'en'],
  ['do you have a branch in Nakuru', 'en'],
  ['mna tawi wapi?', 'sw'],
  ['mnauza simu?', 'sw'],
  ['how much is a phone', 'en'],
  ['what is your account number', 'en'],
  ['lipa namba ni ngapi', 'sw'],
  ['till number ni ngapi', 'sw'],
  ['what is your till number', 'en'],
  ['where are you and do you deliver', 'en'],
  ['are you in Nakuru?', 'en'],
  ['is the Post Office open?', 'en'],
];

describe('questions that are not about contacts', () => {
  for (const [question, language] of others) {
    test(`are left to the search: ${question}`, () =>
      assert.equal(answerTo(question, language), undefined));
  }
});

test('a contact that the owner did not enter is not invented', () => {
  const withoutContacts: Business = { ...shop, phone: '', whatsapp: '', email: '', address: '' };
  for (const question of [
    'phone number?',
    'your email?',
    'where are you located?',
    'how can I contact you?',
  ])
    assert.equal(answerTo(question, 'en', withoutContacts), undefined, question);
});

test('each way to contact the business is named once', () => {
  for (const [ways, text] of [
    [{}, 'by phone on 0700 111 222'],
    [{ whatsapp: '0700111222' }, 'by phone or WhatsApp on 0700 111 222'],
    [
      { whatsapp: '0711', email: 'a@b.co' },
      'by phone on 0700 111 222, on WhatsApp at 0711 or by e-mail at a@b.co',
    ],
  ] as const) {
    const business = { ...shop, phone: '0700 111 222', whatsapp: '', email: '', ...ways };
    assert.equal(answerTo('how can I contact you?', 'en', business), `You can reach us ${text}.`);
  }
});

test('without a telephone number the WhatsApp number is given', () => {
  assert.match(answerTo('phone number?', 'en', { ...shop, phone: '' }) ?? '', /\+254700111222/);
});

test('a question that refers back to a branch is not answered with the contacts of the business', () => {
  const history = [{ role: 'user', content: 'Do you have a branch in Rongai?' }] as const;
  for (const question of ['can I get their phone number', 'what time does it open on Sunday'])
    assert.equal(
      fieldAnswer({ business: shop, ask: { ...asked(question), history }, language: 'en' }),
      undefined,
    );
});

function answerTo(question: string, language: Language, business = shop): string | undefined {
  return fieldAnswer({ business, ask: asked(question), language })?.text;
}
