import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '@baraza/contract';
import { asked, mondayMorning, shop, sunday } from '../../../../test/fixtures/amani-shop.ts';
import type { Business } from '../../knowledge.ts';
import { questionOf } from '../question.ts';
import { hoursAnswer } from './hours.ts';

interface More {
  readonly now?: string;
  readonly before?: string;
  readonly business?: Business;
  readonly mode?: 'voice';
  readonly hasNot?: readonly string[];
}

/** A question, what its answer has, and under which circumstances. */
type Row = readonly [Language, string, readonly string[], More?];

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
const long: Business = {
  ...shop,
  hours: [{ days: ['sat'], open: '07:00', close: '06:00', nextDay: true }],
  closed: [],
};
const saturdayEvening = '2026-11-21T19:00:00+03:00';
const sundayEarly = '2026-11-22T01:00:00+03:00';
const newYork: Business = { ...shop, timezone: 'America/New_York' };
const fridayNight = '2026-11-20T23:30:00+03:00';
const saturdayEarly = '2026-11-21T01:15:00+03:00';

const rows: readonly Row[] = [
  [
    'sw',
    'Mnafungua saa ngapi kesho?',
    ['Kesho (Jumatatu)', 'saa mbili asubuhi', 'saa kumi na moja na nusu jioni (17:30)'],
    { now: sunday },
  ],
  ['sw', 'mnafngua saa ngpi kesho asbuhi', ['saa mbili asubuhi'], { now: sunday }],
  [
    'en',
    'what time do u open tommorow',
    ['Tomorrow (Monday) we open at 8:00 am (08:00) and close at 5:30 pm (17:30)'],
    { now: sunday },
  ],
  ['sw', 'Je, mko wazi sasa?', ['Ndiyo', 'wazi', 'saa kumi na moja na nusu jioni']],
  [
    'sw',
    'Je, mko wazi sasa?',
    ['Hapana', 'hatuko wazi', 'kesho (Jumatatu) saa mbili asubuhi'],
    { now: sunday },
  ],
  ['en', 'are you open right now?', ['Yes', 'until 5:30 pm']],
  [
    'en',
    'is the shop open',
    ['No', 'tomorrow (Tuesday) at 8:00 am'],
    { now: '2026-11-16T17:30:00+03:00' },
  ],
  ['sw', 'mmefunga?', ['Ndiyo', 'tumefunga'], { now: sunday }],
  ['en', 'have you closed already?', ['No', 'open now']],
  ['en', 'when do you close today', ['Today we close at 5:30 pm']],
  [
    'en',
    'when do you close today',
    ['already closed', '5:30 pm', 'tomorrow (Tuesday)'],
    { now: '2026-11-16T19:00:00+03:00' },
  ],
  ['sw', 'leo mko wazi mpaka saa ngapi', ['Leo tunafunga saa kumi na moja na nusu jioni (17:30)']],
  ['en', 'how late are you open tonight', ['5:30 pm']],
  ['en', 'are you open now', ['No', '8:00 am'], { business: newYork }],
  ['en', 'are you open on Sunday?', ['No', 'closed on Sunday', 'Monday']],
  ['sw', 'Mnafanya kazi Jumamosi?', ['Ndiyo', 'Jumamosi', 'saa tatu asubuhi', 'saa saba mchana']],
  ['sw', 'mnafanya kazi jumamos', ['saa tatu asubuhi']],
  ['en', 'what time do you close on Saturday', ['On Saturday we close at 1:00 pm (13:00)']],
  ['sw', 'Ijumaa mnafunga saa ngapi', ['Ijumaa tunafunga saa kumi na moja na nusu jioni']],
  ['sw', 'mko wazi wikendi?', ['Jumamosi tuko wazi', 'Jumapili hatufungui']],
  ['en', 'are you open on weekdays', ['Monday to Friday: open from 8:00 am']],
  ['sw', 'kesho kutwa mnafungua saa ngapi', ['Jumatano', 'saa mbili asubuhi']],
  ['en', 'are you open next Monday?', ['Yes', 'Monday 23 November']],
  ['en', 'Are you closed on Sundays?', ['Yes, we are closed']],
  ['sw', 'mtafungua Jumatatu ijayo?', ['Ndiyo', 'Jumatatu'], { now: sunday }],
  [
    'sw',
    'tarehe 25 Desemba mko wazi?',
    ['Hapana', '25 Desemba', 'hatufungui', 'Krismasi', '26 Desemba'],
  ],
  ['en', 'are you open on 25/12?', ['No', '25 December', 'Christmas']],
  ['en', 'will you be open on December 24th', ['Yes', 'Thursday 24 December']],
  ['en', 'are you open on 18 November?', ['Yes', 'Wednesday 18 November']],
  ['en', 'Are you open on Christmas?', ['No', 'Christmas']],
  ['sw', 'siku ya Jamhuri mtakuwa wazi?', ['Hapana', '12 Desemba']],
  ['en', 'is the shop open on Jamhuri Day', ['No', '12 December', 'Jamhuri Day']],
  ['sw', 'je mnafungua sikukuu?', ['12 Desemba (Sikukuu ya Jamhuri)', '25 Desemba (Krismasi)']],
  ['en', 'Are you open on public holidays?', ['12 December (Jamhuri Day)']],
  ['sw', 'Jmosi mnaanza saa ngapi?', ['Jumamosi']],
  ['sw', 'mko wazi saa mbili usiku?', ['Hapana', 'saa mbili usiku (20:00)', '08:00–17:30']],
  ['sw', 'mko wazi kesho saa nne asubuhi?', ['Ndiyo', 'saa nne asubuhi (10:00)']],
  ['sw', 'mko wazi saa kumi na mbili na nusu jioni?', ['Hapana', '18:30']],
  ['sw', 'mko wazi saa tatu?', ['Ndiyo', 'saa tatu asubuhi (09:00)']],
  ['en', 'are you open at 7pm tomorrow?', ['No', '7:00 pm (19:00)']],
  ['en', 'are you open at 9 in the morning on Saturday', ['Yes', '9:00 am']],
  ['sw', 'leo saa moja usiku nikija nitawakuta mmefungua?', ['Hapana', '19:00']],
  [
    'sw',
    'mko wazi usiku?',
    ['Jumatatu hadi Ijumaa', '08:00–17:30'],
    { hasNot: ['Ndiyo', 'Hapana'] },
  ],
  ['en', 'are you open late?', ['Monday to Friday'], { hasNot: ['Yes', 'No,'] }],
  ['en', 'is it open on Saturday afternoon', ['close at 1:00 pm'], { hasNot: ['Yes'] }],
  ['en', 'are you open this evening?', ['close at 5:30 pm'], { hasNot: ['Yes'] }],
  ['en', 'can I come at 4pm tomorrow', ['Yes', '4:00 pm']],
  ['sw', 'naweza kuja saa kumi na mbili jioni?', ['Hapana', '18:00']],
  ['en', 'how many days a week are you open', ['Monday to Friday']],
  ['sw', 'mtafungua tena lini', ['Tuko wazi sasa'], { hasNot: ['Ndiyo'] }],
  [
    'en',
    'when will you open again',
    ['We open again tomorrow (Monday) at 8:00 am'],
    { now: sunday },
  ],
  [
    'en',
    'What are your opening hours?',
    ['Monday to Friday from 8:00 am to 5:30 pm (08:00–17:30)', 'Saturday', 'closed on Sunday'],
  ],
  ['sw', 'saa zenu za kazi ni zipi', ['Jumatatu hadi Ijumaa', 'Jumamosi', 'Jumapili hatufungui']],
  ['sw', 'mnafungua siku gani?', ['Jumatatu hadi Ijumaa']],
  ['en', 'which days are you open', ['Monday to Friday']],
  ['sw', 'saa ngapi mnafunga', ['Leo tunafunga saa kumi na moja na nusu jioni', 'Jumamosi']],
  ['sw', 'mnafungua time gani kesho', ['saa mbili asubuhi'], { now: sunday }],
  ['en', 'are you open now', ['Yes', 'until 2:00 am'], { business: night, now: fridayNight }],
  ['en', 'are you open now', ['Yes', 'until 2:00 am'], { business: night, now: saturdayEarly }],
  [
    'sw',
    'mko wazi sasa',
    ['Hapana', 'saa kumi na mbili jioni'],
    { business: night, now: '2026-11-21T02:00:00+03:00' },
  ],
  [
    'en',
    'what time do you open on Monday',
    ['8:00 am to 12:30 pm and from 2:00 pm to 6:00 pm', '08:00–12:30, 14:00–18:00'],
    { business: split, now: sunday },
  ],
  ['en', 'are you open at 1pm on Monday', ['No'], { business: split, now: sunday }],
  ['sw', 'mko wazi saa nane usiku?', ['Ndiyo'], { business: always }],
  [
    'en',
    'are you open now',
    ['Yes', 'until 6:00 am (06:00)'],
    { business: long, now: sundayEarly },
  ],
  [
    'sw',
    'mko wazi sasa?',
    ['Ndiyo', 'hadi saa kumi na mbili asubuhi'],
    { business: long, now: sundayEarly },
  ],
  ['en', 'are you open today?', ['Yes', 'until 6:00 am'], { business: long, now: sundayEarly }],
  ['en', 'what time do you close today?', ['until 6:00 am'], { business: long, now: sundayEarly }],
  [
    'en',
    'what time do you close today?',
    ['until 2:00 am'],
    { business: night, now: saturdayEarly },
  ],
  [
    'en',
    'are you open now?',
    ['Yes', 'until 6:00 am (06:00) tomorrow'],
    { business: long, now: saturdayEvening },
  ],
  [
    'sw',
    'mnafunga saa ngapi leo?',
    ['Leo tunafunga saa kumi na mbili asubuhi (06:00) ya kesho'],
    { business: long, now: saturdayEvening },
  ],
  ['en', 'are you open now?', ['No', 'on Saturday at 7:00 am'], { business: long, now: sunday }],
  [
    'en',
    'when do you close on Saturday?',
    ['On Saturday we close at 6:00 am (06:00) the next day'],
    { business: long, now: '2026-11-18T09:00:00+03:00' },
  ],
  [
    'en',
    'opening hours',
    ['from 7:00 am to 6:00 am the next day (07:00–06:00)'],
    { business: long },
  ],
  [
    'en',
    'are you open now?',
    ['Yes', 'until 7:00 am (07:00) tomorrow'],
    {
      business: {
        ...long,
        hours: [{ days: ['sat'], open: '07:00', close: '07:00', nextDay: true }],
      },
      now: saturdayEvening,
    },
  ],
  [
    'en',
    'opening hours',
    ['open 24 hours, every day'],
    {
      business: {
        ...always,
        hours: always.hours.map((row) => ({
          ...row,
          open: '07:00',
          close: '07:00',
          nextDay: true,
        })),
      },
    },
  ],
  ['en', 'opening hours', ['open 24 hours, every day'], { business: always }],
  [
    'en',
    'what time do you open tomorrow',
    ['open at eight in the morning and close at half past five in the evening'],
    { mode: 'voice', hasNot: ['08:00', '8:00'] },
  ],
  [
    'sw',
    'mko wazi sasa?',
    ['saa kumi na moja na nusu jioni'],
    { mode: 'voice', hasNot: ['17:30'] },
  ],
  [
    'sw',
    'na Jumamosi je?',
    ['Jumamosi', 'saa tatu asubuhi'],
    { before: 'Mnafungua saa ngapi kesho?' },
  ],
  ['en', 'and on Sunday?', ['No', 'closed on Sunday'], { before: 'Are you open on Saturday?' }],
  ['en', 'are you open 24 hours?', ['No,', '08:00–17:30'], { hasNot: ['Yes'] }],
  ['en', 'are you open 24 hours?', ['Yes, we are open 24 hours'], { business: always }],
  ['sw', 'mko wazi masaa 24?', ['Ndiyo, tuko wazi masaa 24'], { business: always }],
  [
    'sw',
    'Mnafungua saa 12 asubuhi?',
    ['Hapana, saa kumi na mbili asubuhi (06:00) huwa tumefunga.', '08:00–17:30'],
    { hasNot: ['hatutakuwa'] },
  ],
  ['en', 'are you open at 9:30 am', ['Yes, we are usually open at 9:30 am']],
  ['en', 'are you open at 8:30 am', ['08:00–17:30', '09:00–13:00'], { hasNot: ['Yes', 'No,'] }],
  [
    'en',
    'Do you close for lunch?',
    ['Yes, we close for lunch from 12:30 pm to 2:00 pm'],
    { business: split },
  ],
  ['sw', 'mnafunga mchana?', ['Ndiyo, tunafunga mchana', '12:30–14:00'], { business: split }],
  ['en', 'do you close for lunch', ['No, we do not close for lunch.']],
];

describe('opening hours', () => {
  for (const [language, question, has, more = {}] of rows)
    test(`${language}: ${question} ${JSON.stringify({ ...more, business: undefined })}`, () => {
      const text = answerTo(question, language, more) ?? 'nothing';
      for (const part of has) assert.ok(text.includes(part), `${part} is not in: ${text}`);
      for (const part of more.hasNot ?? [])
        assert.ok(!text.includes(part), `${part} is in: ${text}`);
    });
});

const others: readonly (readonly [string, Language])[] = [
  ['When does the course start?', 'en'],
  ['What time does the pool open?', 'en'],
  ['mnafungua akaunti mpya saa ngapi?', 'sw'],
  ['Kozi inaanza lini?', 'sw'],
  ['Do you deliver on Sunday?', 'en'],
  ['mnaleta mizigo Jumapili?', 'sw'],
  ['tawi la Rongai linafungwa saa ngapi', 'sw'],
  ['How long is the warranty?', 'en'],
  ['When was the shop founded?', 'en'],
  ['mko wapi?', 'sw'],
  ['where are you open', 'en'],
  ['is the Post Office open?', 'en'],
  ['what time will you come', 'en'],
  ['can I come with my dog tomorrow', 'en'],
  ['Were you open yesterday?', 'en'],
  ['Are you open on Easter?', 'en'],
  ['how much does it cost to open an account', 'en'],
];

describe('questions that are not about the opening hours are left to the search', () => {
  for (const [question, language] of others)
    test(question, () => assert.equal(answerTo(question, language), undefined));
});

test('on a half day the hours end when it closes, and it is not among the closed dates', () => {
  const business = {
    ...shop,
    closed: [{ date: '2026-12-24', from: '13:00', note: { en: 'Christmas Eve', sw: 'Mkesha' } }],
  };
  const on = (question: string, now: string) => answerTo(question, 'en', { business, now }) ?? '';
  assert.match(on('when do you close today?', '2026-12-24T09:00:00+03:00'), /1:00 pm \(13:00\)/);
  assert.match(on('are you open now?', '2026-12-24T12:59:00+03:00'), /^Yes/);
  assert.match(on('are you open now?', '2026-12-24T13:00:00+03:00'), /^No/);
  assert.match(on('are you open tomorrow?', '2026-12-23T09:00:00+03:00'), /08:00–13:00/);
  assert.equal(answerTo('on which holidays are you closed?', 'en', { business }), undefined);
  const late = { ...business, closed: [{ date: '2026-12-24', from: '07:00' }] };
  assert.match(
    answerTo('are you open tomorrow?', 'en', {
      business: late,
      now: '2026-12-23T09:00:00+03:00',
    }) ?? '',
    /^No/,
  );
});

test('a business without hours gives no answer about them', () => {
  const business = { ...shop, hours: [], closed: [] };
  assert.equal(answerTo('are you open now?', 'en', { business }), undefined);
});

test('a business that only lists closed dates answers only about these dates', () => {
  const business = { ...shop, hours: [] };
  assert.match(
    answerTo('are you open on Christmas?', 'en', { business }) ?? '',
    /closed on Friday 25 December/,
  );
  assert.equal(answerTo('are you open tomorrow?', 'en', { business }), undefined);
});

function answerTo(question: string, language: Language, more: More = {}): string | undefined {
  const { now = mondayMorning, before, business = shop, mode = 'text' } = more;
  const ask = asked(question, { now, ...(before ? { before } : {}), mode });
  const read = questionOf({ business, ask, language });
  return read && hoursAnswer(read)?.text;
}
