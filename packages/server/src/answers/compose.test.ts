import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, prepare } from './answers.ts';
import { asked, entry, shop } from './sample.ts';

const filler =
  'The shop has stood beside the lake for many years and its owners know everybody in the street by name. ';

function said(text: string, question: string, more: Parameters<typeof asked>[1] = {}) {
  const site = prepare({
    // What is said is tested here, not whether: that is the decision's own matter.
    business: { ...shop, hours: [], prices: [], strictness: 'low' },
    entries: [entry('doc', 'document', 'Handbook', text, { language: 'en' })],
  });
  return answer(site, asked(question, { language: 'en', ...more }));
}

test('only the sentences that answer are said, not the whole text', () => {
  const text = `${filler.repeat(3)}Bicycles are repaired on Tuesdays by our mechanic. ${filler.repeat(2)}`;
  assert.equal(
    said(text, 'When are bicycles repaired?').text,
    'Bicycles are repaired on Tuesdays by our mechanic.',
  );
});

test('a sentence that points back is said with the one before it', () => {
  const told = 'The gift voucher is sold at the till. It expires twelve months after purchase.';
  const text = `${filler.repeat(2)}${told} ${filler}`;
  const reply = said(text, 'When does the gift voucher expire after purchase?');
  assert.match(
    reply.text,
    /The gift voucher is sold at the till\. It expires twelve months after purchase\./,
  );
});

test('though the sentence before has none of the words asked for', () => {
  const told = 'Vouchers come in a red envelope. They expire twelve months after purchase.';
  const text = `${filler.repeat(2)}${told} ${filler}`;
  const reply = said(text, 'How many months after purchase does it expire?');
  assert.match(
    reply.text,
    /Vouchers come in a red envelope\. They expire twelve months after purchase\./,
  );
});

test('a question in a short text is not said as an answer', () => {
  const reply = said(
    'Can dogs come into the garden? Dogs are welcome on a lead.',
    'Can dogs come into the garden?',
  );
  assert.equal(reply.text, 'Dogs are welcome on a lead.');
});

test('a list stays with its lead-in', () => {
  const text =
    `${filler.repeat(3)}\nFor membership registration bring:\n- your passport\n- two photographs\n- the form\n\n` +
    `${filler}`;
  assert.match(
    said(text, 'What must I bring for membership registration?').text,
    /bring:\n- your passport\n- two photographs\n- the form/,
  );
});

test('a heading in the form of a question gives way to the sentence below it', () => {
  const text = `${filler.repeat(3)}Can dogs come into the garden?\nDogs are welcome in the garden on a lead. ${filler}`;
  const reply = said(text, 'Can dogs come into the garden?');
  assert.match(reply.text, /Dogs are welcome in the garden on a lead\./);
  assert.doesNotMatch(reply.text, /\?/);
});

test('who asks for a number gets the sentence beside that has it', () => {
  const text =
    `${filler.repeat(2)}Our conference hall is the largest in the county. There are 350 seats and a balcony. ` +
    `${filler.repeat(2)}`;
  assert.match(said(text, 'How large is the conference hall in the county?').text, /350 seats/);
});

test('an answer stays short', () => {
  const text =
    'The bus to the lake leaves daily and the bus fare to the lake is paid on the bus by the lake. '.repeat(
      12,
    );
  assert.ok(said(text, 'Is there a bus to the lake?').text.split(/\s+/).length <= 65);
});

test("what an answer in the other language quotes is the approved text, framed in the visitor's", () => {
  const reply = said('Bicycles are repaired on Tuesdays.', 'bicycles repaired Tuesdays?', {
    language: 'sw',
  });
  assert.equal(reply.text, 'Kulingana na taarifa zetu: “Bicycles are repaired on Tuesdays.”');
  assert.equal(reply.sources[0]?.language, 'en');
});

test("a long document in both languages is told in the visitor's, part by part", () => {
  const pad = {
    en: 'The lake is wide and the hills beyond it are green in every season of the year. ',
    sw: 'Ziwa ni pana na vilima vilivyo ng’ambo yake ni vya kijani katika kila majira ya mwaka. ',
  };
  const told = (language: 'sw' | 'en', fact: string) =>
    entry(
      'guide',
      'document',
      'Guide',
      pad[language].repeat(14) + fact + pad[language].repeat(14),
      { language },
    );
  const site = prepare({
    business: { ...shop, strictness: 'low' },
    entries: [
      told('en', 'Bicycles are repaired on Tuesdays by our mechanic. '),
      told('sw', 'Baiskeli hutengenezwa Jumanne na fundi wetu. '),
    ],
  });
  const reply = answer(
    site,
    asked('Are bicycles repaired on Tuesdays by the mechanic?', { language: 'sw' }),
  );
  assert.match(reply.text, /^Baiskeli hutengenezwa Jumanne na fundi wetu\./);
});

test('the marks of a notation are not read out', () => {
  const text =
    '## Bicycles\nBicycles are **repaired** on Tuesdays, see [the plan](https://amani.example/plan).';
  assert.equal(
    said(text, 'When are bicycles repaired?').text,
    'Bicycles are repaired on Tuesdays, see the plan (https://amani.example/plan).',
  );
});

test('a text without any end is cut between words', () => {
  const { text, sources } = said(
    'bicycles repaired here '.repeat(900),
    'Are bicycles repaired here?',
  );
  assert.ok(text.length <= 901);
  assert.match(text, /(bicycles|repaired|here)…$/);
  assert.ok((sources[0]?.quote.length ?? 0) <= 240);
});

test('said aloud, the sentences that answer best are kept', () => {
  const text =
    `${filler.repeat(2)}The lake bus is blue. The lake bus leaves at noon from the station every day. It costs ` +
    `KES 50. ${filler}`;
  const reply = said(text, 'When does the lake bus leave from the station every day?', {
    mode: 'voice',
  });
  assert.match(reply.text, /leaves at noon from the station/);
});

describe('the yes of a FAQ', () => {
  const faqs = {
    en: entry('d', 'faq', 'Do you deliver?', 'Yes, within Nairobi, on the same day.'),
    sw: entry('d', 'faq', 'Mnafanya delivery?', 'Ndiyo, ndani ya Nairobi, siku hiyohiyo.'),
    part: entry('d', 'faq', 'Do you deliver?', 'Yes, within Nairobi, but not to Karen.'),
  };
  const rows: readonly (readonly [keyof typeof faqs, string, string])[] = [
    [
      'en',
      'Mnafanya delivery Nairobi?',
      'Kulingana na taarifa zetu: “Yes, within Nairobi, on the same day.”',
    ],
    ['en', 'Do you deliver in Nairobi?', 'Yes, within Nairobi, on the same day.'],
    ['en', 'Do you deliver on the same day?', 'Yes, within Nairobi, on the same day.'],
    ['sw', 'Mnafanya delivery Nairobi?', 'Ndiyo, ndani ya Nairobi, siku hiyohiyo.'],
    [
      'sw',
      'Do you deliver in Nairobi?',
      'According to our information: “Ndiyo, ndani ya Nairobi, siku hiyohiyo.”',
    ],
    // Not to a question that it does not speak of, or that it may deny.
    ['en', 'When do you deliver in Nairobi?', 'Within Nairobi, on the same day.'],
    ['part', 'Do you deliver to Karen?', 'Within Nairobi, but not to Karen.'],
  ];
  for (const mode of ['text', 'voice'] as const)
    for (const [told, question, text] of rows)
      test(`${question} of ${told}, in ${mode}`, () => {
        const business = { ...shop, hours: [], prices: [] };
        const site = prepare({ business, entries: [faqs[told]] });
        assert.equal(answer(site, asked(question, { mode })).text, text);
      });
});
