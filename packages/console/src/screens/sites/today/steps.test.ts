import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SiteDetails } from '@baraza/contract';
import { isReady, nextSteps } from './steps.ts';

const hosted = 'https://ask.example/s/demo';
const blank = { business: '', faqs: [], hours: [], prices: [], phone: '', whatsapp: '', email: '' };
const whole = {
  business: 'Duka',
  faqs: Array.from({ length: 10 }, () => ({})),
  hours: [{}],
  prices: [{}],
  phone: '0700 000 111',
};

function stepsOf(profile: object, pages: readonly (string | null)[] = []) {
  const details = { profile: { ...blank, ...profile } } as unknown as SiteDetails;
  return nextSteps(
    details,
    pages.map((page) => ({ page })),
    hosted,
  );
}

function done(...given: Parameters<typeof stepsOf>): readonly string[] {
  return stepsOf(...given).flatMap(({ name, isDone }) => (isDone ? [name] : []));
}

test('an e-mail address is no phone or WhatsApp number', () => {
  assert.deepEqual(done({ email: 'a@b.example' }), []);
  assert.deepEqual(done({ whatsapp: 'https://wa.me/254700000111' }), ['contact']);
});

test('only a question from a page of a website shows that the assistant is on one', () => {
  assert.deepEqual(done({}, [null, hosted, `${hosted}/`, 'not an address']), []);
  assert.deepEqual(done({}, [hosted, 'https://duka.example/bei']), ['page']);
});

test('the steps end without a website once somebody has asked', () => {
  assert.equal(isReady(stepsOf(whole), false), false);
  assert.equal(isReady(stepsOf(whole), true), true);
  assert.equal(isReady(stepsOf({ ...whole, prices: [] }), true), false);
});
