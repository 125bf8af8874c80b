import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '@baraza/contract';
import { asked, mondayMorning, shop, sunday } from '../../../../test/fixtures/amani-shop.ts';
import type { Business } from '../../knowledge.ts';
import { questionOf } from '../question.ts';
import { hoursAnswer } from './hours.ts';

interface Row {
  readonly question: string;
  readonly language: Language;
  readonly now?: string;
  readonly before?: string;
  readonly business?: Business;
  readonly mode?: 'voice';
  readonly has: readonly string[];
  readonly hasNot?: readonly string[];
}

const night: Business = {
  ...shop,
  hours: [{ days: ['fri', 'sat'], open: '18:00', close: '02:00' }],
  closed: [],
};
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
const newYork: Business = { ...shop, timezone: 'America/New_York' };
const fridayNight = '2026-11-20T23:30:00+03:00';
const saturdayEarly = '2026-11-21T01:15:00+03:00';

const rows: readonly Row[] = [
  // Tomorrow, today, now.
  {
    question: 'Mnafungua saa ngapi kesho?',
    language: 'sw',
    now: sunday,
    has: ['Kesho (Jumatatu)', 'saa mbili asubuhi', 'saa kumi na moja na nusu jioni (17:30)'],
  },
  {
    question: 'mnafngua saa ngpi kesho asbuhi',
    language: 'sw',
    now: sunday,
    has: ['saa mbili asubuhi'],
  },
  {
    question: 'what time do u open tommorow',
    language: 'en',
    now: sunday,
    has: ['Tomorrow (Monday) we open at 8:00 am (08:00) and close at 5:30 pm (17:30)'],
  },
  {
    question: 'Je, mko wazi sasa?',
    language: 'sw',
    has: ['Ndiyo', 'wazi', 'saa kumi na moja na nusu jioni'],
  },
  {
    question: 'Je, mko wazi sasa?',
    language: 'sw',
    now: sunday,
    has: ['Hapana', 'hatuko wazi', 'kesho (Jumatatu) saa mbili asubuhi'],
  },
  { question: 'are you open right now?', language: 'en', has: ['Yes', 'until 5:30 pm'] },
  {
    question: 'is the shop open',
    language: 'en',
    now: '2026-11-16T17:30:00+03:00',
    has: ['No', 'tomorrow (Tuesday) at 8:00 am'],
  },
  { question: 'mmefunga?', language: 'sw', now: sunday, has: ['Ndiyo', 'tumefunga'] },
  { question: 'have you closed already?', language: 'en', has: ['No', 'open now'] },
  { question: 'when do you close today', language: 'en', has: ['Today we close at 5:30 pm'] },
  {
    question: 'when do you close today',
    language: 'en',
    now: '2026-11-16T19:00:00+03:00',
    has: ['already closed', '5:30 pm', 'tomorrow (Tuesday)'],
  },
  {
    question: 'leo mko wazi mpaka saa ngapi',
    language: 'sw',
    has: ['Leo tunafunga saa kumi na moja na nusu jioni (17:30)'],
  },
  { question: 'how late are you open tonight', language: 'en', has: ['5:30 pm'] },
  { question: 'are you open now', language: 'en', business: newYork, has: ['No', '8:00 am'] },
  // Days of the week.
  {
    question: 'are you open on Sunday?',
    language: 'en',
    has: ['No', 'closed on Sunday', 'Monday'],
  },
  {
    question: 'Mnafanya kazi Jumamosi?',
    language: 'sw',
    has: ['Ndiyo', 'Jumamosi', 'saa tatu asubuhi', 'saa saba mchana'],
  },
  { question: 'mnafanya kazi jumamos', language: 'sw', has: ['saa tatu asubuhi'] },
  {
    question: 'what time do you close on Saturday',
    language: 'en',
    has: ['On Saturday we close at 1:00 pm (13:00)'],
  },
  {
    question: 'Ijumaa mnafunga saa ngapi',
    language: 'sw',
    has: ['Ijumaa tunafunga saa kumi na moja na nusu jioni'],
  },
  {
    question: 'mko wazi wikendi?',
    language: 'sw',
    has: ['Jumamosi tuko wazi', 'Jumapili hatufungui'],
  },
  {
    question: 'are you open on weekdays',
    language: 'en',
    has: ['Monday to Friday: open from 8:00 am'],
  },
  {
    question: 'kesho kutwa mnafungua saa ngapi',
    language: 'sw',
    has: ['Jumatano', 'saa mbili asubuhi'],
  },
  { question: 'are you open next Monday?', language: 'en', has: ['Yes', 'Monday 23 November'] },
  { question: 'Are you closed on Sundays?', language: 'en', has: ['Yes, we are closed'] },
  {
    question: 'mtafungua Jumatatu ijayo?',
    language: 'sw',
    now: sunday,
    has: ['Ndiyo', 'Jumatatu'],
  },
  // Dates and feasts.
  {
    question: 'tarehe 25 Desemba mko wazi?',
    language: 'sw',
    has: ['Hapana', '25 Desemba', 'hatufungui', 'Krismasi', '26 Desemba'],
  },
  { question: 'are you open on 25/12?', language: 'en', has: ['No', '25 December', 'Christmas'] },
  {
    question: 'will you be open on December 24th',
    language: 'en',
    has: ['Yes', 'Thursday 24 December'],
  },
  { question: 'Are you open on Christmas?', language: 'en', has: ['No', 'Christmas'] },
  { question: 'siku ya Jamhuri mtakuwa wazi?', language: 'sw', has: ['Hapana', '12 Desemba'] },
  {
    question: 'is the shop open on Jamhuri Day',
    language: 'en',
    has: ['No', '12 December', 'Jamhuri Day'],
  },
  {
    question: 'je mnafungua sikukuu?',
    language: 'sw',
    has: ['12 Desemba (Sikukuu ya Jamhuri)', '25 Desemba (Krismasi)'],
  },
  {
    question: 'Are you open on public holidays?',
    language: 'en',
    has: ['12 December (Jamhuri Day)'],
  },
  { question: 'Jmosi mnaanza saa ngapi?', language: 'sw', has: ['Jumamosi'] },
  // Times of day, by both clocks.
  {
    question: 'mko wazi saa mbili usiku?',
    language: 'sw',
    has: ['Hapana', 'saa mbili usiku (20:00)', '08:00–17:30'],
  },
  {
    question: 'mko wazi kesho saa nne asubuhi?',
    language: 'sw',
    has: ['Ndiyo', 'saa nne asubuhi (10:00)'],
  },
  {
    question: 'mko wazi saa kumi na mbili na nusu jioni?',
    language: 'sw',
    has: ['Hapana', '18:30'],
  },
  { question: 'mko wazi saa tatu?', language: 'sw', has: ['Ndiyo', 'saa tatu asubuhi (09:00)'] },
  { question: 'are you open at 7pm tomorrow?', language: 'en', has: ['No', '7:00 pm (19:00)'] },
  {
    question: 'are you open at 9 in the morning on Saturday',
    language: 'en',
    has: ['Yes', '9:00 am'],
  },
  {
    question: 'leo saa moja usiku nikija nitawakuta mmefungua?',
    language: 'sw',
    has: ['Hapana', '19:00'],
  },
  {
    question: 'mko wazi usiku?',
    language: 'sw',
    has: ['Jumatatu hadi Ijumaa', '08:00–17:30'],
    hasNot: ['Ndiyo', 'Hapana'],
  },
  {
    question: 'are you open late?',
    language: 'en',
    has: ['Monday to Friday'],
    hasNot: ['Yes', 'No,'],
  },
  {
    question: 'is it open on Saturday afternoon',
    language: 'en',
    has: ['close at 1:00 pm'],
    hasNot: ['Yes'],
  },
  {
    question: 'are you open this evening?',
    language: 'en',
    has: ['close at 5:30 pm'],
    hasNot: ['Yes'],
  },
  { question: 'can I come at 4pm tomorrow', language: 'en', has: ['Yes', '4:00 pm'] },
  {
    question: 'naweza kuja saa kumi na mbili jioni?',
    language: 'sw',
    has: ['Hapana', '18:00'],
  },
  { question: 'how many days a week are you open', language: 'en', has: ['Monday to Friday'] },
  { question: 'mtafungua tena lini', language: 'sw', has: ['Tuko wazi sasa'], hasNot: ['Ndiyo'] },
  {
    question: 'when will you open again',
    language: 'en',
    now: sunday,
    has: ['We open again tomorrow (Monday) at 8:00 am'],
  },
  // The week.
  {
    question: 'What are your opening hours?',
    language: 'en',
    has: ['Monday to Friday from 8:00 am to 5:30 pm (08:00–17:30)', 'Saturday', 'closed on Sunday'],
  },
  {
    question: 'saa zenu za kazi ni zipi',
    language: 'sw',
    has: ['Jumatatu hadi Ijumaa', 'Jumamosi', 'Jumapili hatufungui'],
  },
  { question: 'mnafungua siku gani?', language: 'sw', has: ['Jumatatu hadi Ijumaa'] },
  { question: 'which days are you open', language: 'en', has: ['Monday to Friday'] },
  {
    question: 'saa ngapi mnafunga',
    language: 'sw',
    has: ['Leo tunafunga saa kumi na moja na nusu jioni', 'Jumamosi'],
  },
  {
    question: 'mnafungua time gani kesho',
    language: 'sw',
    now: sunday,
    has: ['saa mbili asubuhi'],
  },
  // Shapes of hours.
  {
    question: 'are you open now',
    language: 'en',
    business: night,
    now: fridayNight,
    has: ['Yes', 'until 2:00 am'],
  },
  {
    question: 'are you open now',
    language: 'en',
    business: night,
    now: saturdayEarly,
    has: ['Yes', 'until 2:00 am'],
  },
  {
    question: 'mko wazi sasa',
    language: 'sw',
    business: night,
    now: '2026-11-21T02:00:00+03:00',
    has: ['Hapana', 'saa kumi na mbili jioni'],
  },
  {
    question: 'what time do you open on Monday',
    language: 'en',
    business: split,
    now: sunday,
    has: ['8:00 am to 12:30 pm and from 2:00 pm to 6:00 pm', '08:00–12:30, 14:00–18:00'],
  },
  {
    question: 'are you open at 1pm on Monday',
    language: 'en',
    business: split,
    now: sunday,
    has: ['No'],
  },
  { question: 'mko wazi saa nane usiku?', language: 'sw', business: always, has: ['Ndiyo'] },
  {
    question: 'opening hours',
    language: 'en',
    business: always,
    has: ['open 24 hours, every day'],
  },
  // Said aloud.
  {
    question: 'what time do you open tomorrow',
    language: 'en',
    mode: 'voice',
    has: ['open at eight in the morning and close at half past five in the evening'],
    hasNot: ['08:00', '8:00'],
  },
  {
    question: 'mko wazi sasa?',
    language: 'sw',
    mode: 'voice',
    has: ['saa kumi na moja na nusu jioni'],
    hasNot: ['17:30'],
  },
  // What was asked before.
  {
    question: 'na Jumamosi je?',
    language: 'sw',
    before: 'Mnafungua saa ngapi kesho?',
    has: ['Jumamosi', 'saa tatu asubuhi'],
  },
  {
    question: 'and on Sunday?',
    language: 'en',
    before: 'Are you open on Saturday?',
    has: ['No', 'closed on Sunday'],
  },
];

describe('opening hours', () => {
  for (const row of rows) {
    const after = row.before ? ` (after: ${row.before})` : '';
    const when = `${row.now ?? mondayMorning}${row.mode ? ` · ${row.mode}` : ''}`;
    test(`${row.language}: ${row.question}${after} · ${when}`, () => {
      const text = said(row) ?? 'nothing';
      for (const part of row.has) assert.ok(text.includes(part), `${part} is not in: ${text}`);
      for (const part of row.hasNot ?? [])
        assert.ok(!text.includes(part), `${part} is in: ${text}`);
    });
  }
});

test('a business without hours says nothing about them', () => {
  const silent = { ...shop, hours: [], closed: [] };
  assert.equal(
    said({ question: 'are you open now?', language: 'en', business: silent, has: [] }),
    undefined,
  );
});

test('a business that only lists closed days says so on these days alone', () => {
  const silent = { ...shop, hours: [] };
  const question = 'are you open on Christmas?';
  assert.match(
    said({ question, language: 'en', business: silent, has: [] }) ?? '',
    /closed on Friday 25 December/,
  );
  assert.equal(
    said({ question: 'are you open tomorrow?', language: 'en', business: silent, has: [] }),
    undefined,
  );
});

function said({
  question,
  language,
  now,
  before,
  business = shop,
  mode = undefined,
}: Row): string | undefined {
  const ask = asked(question, {
    ...(now ? { now } : {}),
    ...(before ? { before } : {}),
    mode: mode ?? 'text',
  });
  const read = questionOf({ business, ask, language });
  return read && hoursAnswer(read)?.text;
}
