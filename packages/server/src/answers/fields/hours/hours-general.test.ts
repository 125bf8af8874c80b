import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '@baraza/contract';
import { asked, shop } from '../../../../test/fixtures/amani-shop.ts';
import type { Business } from '../../knowledge.ts';
import { questionOf } from '../question.ts';
import { hoursAnswer } from './hours.ts';

interface Row {
  readonly question: string;
  readonly language: Language;
  readonly business?: Business;
  readonly has: readonly string[];
  readonly hasNot?: readonly string[];
}

const split: Business = {
  ...shop,
  hours: [
    { days: ['mon', 'tue'], open: '14:00', close: '18:00' },
    { days: ['mon', 'tue'], open: '08:00', close: '12:30' },
  ],
};
const always: Business = {
  ...shop,
  hours: [
    { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], open: '00:00', close: '24:00' },
  ],
  closed: [],
};

// Asked on a Monday at ten in the morning.
const rows: readonly Row[] = [
  {
    question: 'are you open 24 hours?',
    language: 'en',
    has: ['No,', '08:00–17:30'],
    hasNot: ['Yes'],
  },
  {
    question: 'are you open 24 hours?',
    language: 'en',
    business: always,
    has: ['Yes, we are open 24 hours'],
  },
  {
    question: 'mko wazi masaa 24?',
    language: 'sw',
    business: always,
    has: ['Ndiyo, tuko wazi masaa 24'],
  },
  // An hour of today that has passed is asked about as the custom.
  {
    question: 'Mnafungua saa 12 asubuhi?',
    language: 'sw',
    has: ['Hapana, saa kumi na mbili asubuhi (06:00) huwa tumefunga.', '08:00–17:30'],
    hasNot: ['hatutakuwa'],
  },
  {
    question: 'are you open at 9:30 am',
    language: 'en',
    has: ['Yes, we are usually open at 9:30 am'],
  },
  {
    question: 'are you open at 8:30 am',
    language: 'en',
    has: ['08:00–17:30', '09:00–13:00'],
    hasNot: ['Yes', 'No,'],
  },
  // The break at noon.
  {
    question: 'Do you close for lunch?',
    language: 'en',
    business: split,
    has: ['Yes, we close for lunch from 12:30 pm to 2:00 pm'],
  },
  {
    question: 'mnafunga mchana?',
    language: 'sw',
    business: split,
    has: ['Ndiyo, tunafunga mchana', '12:30–14:00'],
  },
  { question: 'do you close for lunch', language: 'en', has: ['No, we do not close for lunch.'] },
];

describe('what holds on any day', () => {
  for (const { question, language, business = shop, has, hasNot = [] } of rows) {
    test(`${language}: ${question}`, () => {
      const read = questionOf({ business, ask: asked(question), language });
      const text = (read && hoursAnswer(read)?.text) ?? 'nothing';
      for (const part of has) assert.ok(text.includes(part), `${part} is not in: ${text}`);
      for (const part of hasNot) assert.ok(!text.includes(part), `${part} is in: ${text}`);
    });
  }
});
