import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '@baraza/contract';
import { missingTexts } from './texts.ts';

test('an entry that lacks a language in its question and in its answer is counted once', () => {
  const profile = {
    business: 'Mkate Bora',
    address: { en: 'Kisumu' },
    suggestions: [{ sw: 'Bei?', en: 'Prices?' }],
    faqs: [
      { id: 'a', question: { en: 'Open?' }, answer: { en: 'Yes.' } },
      { id: 'b', question: { sw: 'Mko wapi?', en: 'Where?' }, answer: { sw: 'Kisumu.' } },
    ],
    facts: [{ id: 'c', title: 'Parking', text: 'Behind.' }],
    documents: [],
    prices: [],
  } as unknown as Profile;
  assert.deepEqual(missingTexts(profile, 'sw'), ['address', 'a']);
  assert.deepEqual(missingTexts(profile, 'en'), ['b']);
});
