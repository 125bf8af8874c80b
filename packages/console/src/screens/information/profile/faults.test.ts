import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '@baraza/contract';
import { siteLimits } from '@baraza/contract/plain';
import { faultsIn } from './faults.ts';

const empty = {
  phone: '',
  whatsapp: '',
  email: '',
  timezone: 'Africa/Nairobi',
  retention_days: siteLimits.retentionDaysDefault,
  notify: {},
  hours: [],
  prices: [],
  faqs: [],
  facts: [],
  documents: [],
} as unknown as Profile;
const profileOf = (fields: object): Profile => ({ ...empty, ...fields });

const wrong = profileOf({
  phone: 'hello',
  whatsapp: 'hello',
  email: 'hello',
  retention_days: 0,
  notify: { email: 'hello', webhook: 'hello' },
  hours: [{ days: ['sat'], open: '07:00', close: '06:00' }],
  prices: [{ id: 'p', item: '', price: 'abc', currency: 'KES' }],
  faqs: [{ id: 'q', question: 'Open?', answer: '', url: 'hello' }],
  facts: [{ id: 'f', title: '', text: { sw: ' ', en: '' } }],
});

test('everything that is wrong is found at once', () => {
  assert.deepEqual(
    faultsIn(wrong, empty).map((sentence) => sentence.split(' ')[0]),
    [
      'phone',
      'whatsapp',
      'email',
      'notify.email',
      'notify.webhook',
      'retention_days',
      'hours[0].close',
      'facts[0].text',
      'faqs[0].answer',
      'faqs[0].url',
      'prices[0].item',
      'prices[0].price',
    ],
  );
});

test('what is stored already is no fault, whatever it is', () => {
  assert.deepEqual(faultsIn(wrong, wrong), []);
});

test('what the server takes is no fault', () => {
  const right = profileOf({
    phone: '0722 123 456 / 020 123 456',
    whatsapp: 'https://wa.me/254722123456',
    email: 'mailto:duka@example.com',
    notify: { email: 'duka@example.com', webhook: 'http://example.com/hook?a=1' },
    hours: [{ days: ['sat'], open: '07:00', close: '06:00', nextDay: true }],
    prices: [
      { id: 'a', item: 'Cake', price: 'from 500', currency: 'KES' },
      { id: 'b', item: 'Cake to order', currency: 'KES', note: 'on request' },
      { id: 'c', item: 'Bag', price: 0, currency: 'KES' },
    ],
    facts: [{ id: 'f', title: '', text: { en: 'We bake.' }, url: '' }],
  });
  assert.deepEqual(faultsIn(right, empty), []);
});
