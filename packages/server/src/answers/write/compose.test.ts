import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '@baraza/contract';
import { asked, entry, shop } from '../../../test/fixtures/amani-shop.ts';
import { sentencesOf } from '../../kernel/language/sentences.ts';
import { answer, prepare } from '../answers.ts';
import { passagesOf } from '../find/chunk.ts';
import type { Ask, Entry } from '../knowledge.ts';
import { languageOfProse } from '../text/language.ts';
import { type Composition, compose } from './compose.ts';

const filler =
  'The shop has stood beside the lake for many years and its owners know everybody in the street by name. ';

interface Options {
  readonly language?: Language;
  readonly mode?: Ask['mode'];
}

/** The answer from a document if the reader marks the sentences that match. */
function composedFrom(text: string, marked: RegExp, more: Options = {}): Composition {
  return composedFromEntry(
    entry('doc', 'document', 'Handbook', text, { language: 'en' }),
    '',
    marked,
    more,
  );
}

function composedFromEntry(
  source: Entry,
  question: string,
  marked: RegExp,
  more: Options = {},
): Composition {
  const { language = 'en', mode = 'text' } = more;
  const passages = passagesOf(source, languageOfProse);
  const passage = passages.find((one) => marked.test(one.text));
  assert.ok(passage);
  const marks = sentencesOf(passage.text).map((sentence) => (marked.test(sentence) ? 3 : -3));
  const composition = compose({ ask: asked(question, { mode }), language }, passage, marks);
  assert.ok(composition);
  return composition;
}

test('only the sentence that answers is quoted, not the whole text', async () => {
  const text = `${filler.repeat(3)}Bicycles are repaired on Tuesdays by our mechanic. ${filler.repeat(2)}`;
  assert.equal(
    composedFrom(text, /Bicycles/).text,
    'Bicycles are repaired on Tuesdays by our mechanic.',
  );
});

test('a sentence with a pronoun is quoted with the one before it', async () => {
  const both = 'Vouchers come in a red envelope. They expire twelve months after purchase.';
  const text = `${filler.repeat(2)}${both} ${filler.repeat(2)}`;
  assert.equal(composedFrom(text, /expire/).text, both);
});

test('a question in a short text is not part of the answer', async () => {
  const text = 'Can dogs come into the garden? Dogs are welcome on a lead.';
  assert.equal(composedFrom(text, /garden/).text, 'Dogs are welcome on a lead.');
});

test('a list stays with its lead-in', async () => {
  const text =
    `${filler.repeat(3)}\nFor membership registration bring:\n- your passport\n- two photographs\n- the form\n\n` +
    `${filler}`;
  assert.match(
    composedFrom(text, /membership/).text,
    /bring:\n- your passport\n- two photographs\n- the form/,
  );
});

test('instead of a heading that is a question, the sentence below it is quoted', async () => {
  const text = `${filler.repeat(3)}Can dogs come into the garden?\nDogs are welcome in the garden on a lead. ${filler}`;
  assert.equal(composedFrom(text, /garden\?/).text, 'Dogs are welcome in the garden on a lead.');
});

test('at most four sentences are quoted, and at most two in voice mode', async () => {
  const text = Array.from({ length: 12 }, (_, at) => `The bus to bay ${at} leaves daily.`).join(
    ' ',
  );
  assert.equal(sentencesOf(composedFrom(`${text} ${filler}`, /bus/).text).length, 4);
  assert.equal(
    sentencesOf(composedFrom(`${text} ${filler}`, /bus/, { mode: 'voice' }).text).length,
    2,
  );
});

test("a quotation in the other language is introduced in the visitor's", async () => {
  const { text, sources } = composedFrom('Bicycles are repaired on Tuesdays.', /./, {
    language: 'sw',
  });
  assert.equal(text, 'Kulingana na taarifa zetu: “Bicycles are repaired on Tuesdays.”');
  assert.equal(sources[0]?.language, 'en');
});

test("a long document in both languages is quoted in the visitor's", async () => {
  const pad = {
    en: 'The lake is wide and the hills beyond it are green in every season of the year. ',
    sw: 'Ziwa ni pana na vilima vilivyo ng’ambo yake ni vya kijani katika kila majira ya mwaka. ',
  };
  const guide = (language: 'sw' | 'en', fact: string) =>
    entry(
      'guide',
      'document',
      'Guide',
      pad[language].repeat(14) + fact + pad[language].repeat(14),
      { language },
    );
  const site = await prepare({
    business: shop,
    entries: [
      guide('en', 'Bicycles are repaired on Tuesdays by our mechanic. '),
      guide('sw', 'Baiskeli hutengenezwa Jumanne na fundi wetu. '),
    ],
  });
  const marks = { Bicycles: 4, Baiskeli: 3 };
  const markOf = (text: string) =>
    Object.entries(marks).find(([word]) => text.includes(word))?.[1] ?? -4;
  const reply = await answer(
    site,
    asked('Are bicycles baiskeli repaired on Tuesdays by the mechanic?', { language: 'sw' }),
    {
      read: async ({ passages }) =>
        passages.map(({ sentences }) => ({
          answer: markOf(sentences.join(' ')) - 2.5,
          said: 0,
          evidence: sentences.map(markOf),
        })),
    },
  );
  assert.match(reply.text, /^Baiskeli hutengenezwa Jumanne na fundi wetu\./);
});

test('Markdown is removed', async () => {
  const text =
    '## Bicycles\nBicycles are **repaired** on Tuesdays, see [the plan](https://amani.example/plan).';
  assert.equal(
    composedFrom(text, /repaired/).text,
    'Bicycles are repaired on Tuesdays, see the plan (https://amani.example/plan).',
  );
});

test('a text without sentence ends is cut between words', async () => {
  const { text, sources } = composedFrom('bicycles repaired here '.repeat(900), /repaired/);
  assert.ok(text.length <= 901);
  assert.match(text, /(bicycles|repaired|here)…$/);
  assert.ok((sources[0]?.quote.length ?? 0) <= 240);
});

describe('the yes or no of a FAQ is said only to the question that it answers', () => {
  const alternatives = ['Is there delivery on Sundays'];
  const ask = 'Do you deliver to my home?';
  const limited = 'Yes, within 10 km of Westlands, not on Sundays. Above KES 5,000 it is free.';
  const faqs = {
    yes: entry('d', 'faq', ask, limited, { alternatives }),
    // Saved in the wrong column: an English text that counts as Swahili.
    misplaced: entry('d', 'faq', ask, limited, { language: 'sw' }),
    sw: entry('d', 'faq', 'Mnafanya delivery?', 'Ndiyo, ndani ya Nairobi, siku hiyohiyo.'),
    plain: entry('d', 'faq', 'Do you deliver', 'Yes we do.'),
    but: entry('d', 'faq', 'Do you deliver?', 'Yes. But only within Nairobi. Call us.'),
    than: entry('d', 'faq', 'Is cake cheaper than bread?', 'No, bread costs less.'),
    after: entry('d', 'faq', 'Can I pay after delivery?', 'Yes, in cash.'),
    inside: entry('d', 'faq', 'Mnapeleka ndani ya Nairobi?', 'Ndiyo, kila siku.'),
    mixed: entry('d', 'faq', 'Delivery', 'We deliver. On Sundays? No. On Mondays? Yes.'),
    fact: entry('d', 'fact', 'Delivery', 'Yes, we deliver within 10 km, not on Sundays.'),
    document: entry('d', 'document', 'Guide', 'Do you deliver? Yes, within 10 km. Parking? Yes.'),
  };
  const rest = 'Within 10 km of Westlands, not on Sundays. Above KES 5,000 it is free.';
  const own = 'According to our information';
  const rows: readonly (readonly [keyof typeof faqs, string, string])[] = [
    ['yes', 'do you deliver to my home', limited],
    ['yes', 'Is there any delivery on Sundays?', limited],
    ['yes', 'Do you deliver on Sundays?', rest],
    ['yes', 'Do you deliver to Kilimani on Sunday?', rest],
    ['yes', 'When do you deliver to my home?', rest],
    ['misplaced', 'Do you deliver on Sundays?', rest],
    ['misplaced', 'Do you deliver to my home?', limited],
    ['sw', 'Mnafanya delivery?', 'Ndiyo, ndani ya Nairobi, siku hiyohiyo.'],
    ['sw', 'Mnafanya delivery Karen?', 'Ndani ya Nairobi, siku hiyohiyo.'],
    ['sw', 'Do you deliver in Karen?', `${own}: “Ndani ya Nairobi, siku hiyohiyo.”`],
    ['plain', 'Do you deliver?', 'Yes we do.'],
    ['plain', 'Do you deliver on Sundays?', 'Do you deliver? Yes we do.'],
    ['but', 'Do you deliver in Kisumu?', 'Do you deliver? Yes, but only within Nairobi. Call us.'],
    ['than', 'Is cake cheaper than bread?', 'No, bread costs less.'],
    ['than', 'Is bread cheaper than cake?', 'Bread costs less.'],
    ['after', 'Can I pay before delivery?', 'In cash.'],
    ['inside', 'Mnapeleka nje ya Nairobi?', 'Kila siku.'],
    ['inside', 'Hampeleki ndani ya Nairobi?', 'Kila siku.'],
    ['mixed', 'Do you deliver on Sundays?', 'We deliver. On Sundays? No. On Mondays? Yes.'],
    ['fact', 'Do you deliver on Sundays?', 'We deliver within 10 km, not on Sundays.'],
    ['document', 'Do you deliver on Sundays?', 'Within 10 km.'],
  ];
  for (const [faq, question, text] of rows)
    test(`${question} of ${faq}`, () => {
      const language = /^(?:Mna|Ham)/.test(question) ? 'sw' : 'en';
      assert.equal(composedFromEntry(faqs[faq], question, /./, { language }).text, text);
    });

  for (const [faq, said] of [
    ['yes', /^Within ten kilometres? of Westlands, not on Sundays\. Above .* is free\.$/],
    ['plain', /^Do you deliver\? Yes we do\.$/],
    ['but', /^Do you deliver\? Yes, but only within Nairobi\.$/],
  ] as const)
    test(`in voice mode, at most two sentences of ${faq}`, () => {
      const { text } = composedFromEntry(faqs[faq], 'Do you deliver on Sundays?', /./, {
        mode: 'voice',
      });
      assert.match(text, said);
    });
});

test('a sentence in the visitor’s language needs no introduction, whatever the language of its document', async () => {
  const own = 'Vyungu vinavyoletwa siku ya Jumatano hutolewa tanurini siku ya Jumamosi asubuhi.';
  const text = `${filler.repeat(3)}${own} ${filler.repeat(2)}`;
  assert.equal(composedFrom(text, /Vyungu/, { language: 'sw' }).text, own);
  assert.match(
    composedFrom(text, /Vyungu/, { language: 'en' }).text,
    /^According to our information: “Vyungu/,
  );
});

test('the description in a profile is a source with a title', async () => {
  const about = entry('profile', 'profile', '', 'We teach pottery beside the river.', {
    language: 'en',
  });
  assert.equal(composedFromEntry(about, '', /pottery/).sources[0]?.title, 'About us');
});
