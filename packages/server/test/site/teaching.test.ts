import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type QuestionList, siteLimits, taughtQuestionSchema } from '@baraza/contract';
import { importQuestions } from '../../src/store/site/transfers.ts';
import { askSite, type SiteServer, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';
import { questionRow } from './question-row.ts';

interface Correction {
  readonly name: string;
  readonly faq: object;
  readonly asked: string;
  readonly given: { readonly answer: string; readonly language?: string };
  /** The stored answer. */
  readonly answer: unknown;
  readonly language?: string;
}

const opens = 'We open at eight in the morning.';
const corrected = 'We open at half past nine in the morning.';
const fungua = 'Tunafungua saa mbili asubuhi kila siku.';

const corrections: readonly Correction[] = [
  {
    name: 'asked with an alternative wording',
    faq: { question: 'What are your hours?', answer: opens, alternatives: ['When do you open?'] },
    asked: 'when do you OPEN',
    given: { answer: corrected },
    answer: corrected,
    language: 'en',
  },
  {
    name: 'with a question in two languages',
    faq: {
      question: { sw: 'Mnafungua saa ngapi?', en: 'When do you open?' },
      answer: { sw: fungua, en: opens },
    },
    asked: 'When do you open?',
    given: { answer: corrected },
    answer: { sw: fungua, en: corrected },
  },
  {
    name: 'with an answer in the other language only',
    faq: { question: { sw: 'Mnafungua saa ngapi?', en: 'When do you open?' }, answer: fungua },
    asked: 'When do you open?',
    given: { answer: corrected },
    answer: { sw: fungua, en: corrected },
  },
  {
    name: 'with a given language',
    faq: { question: 'When do you open?', answer: opens, language: 'en' },
    asked: 'When do you open?',
    given: { answer: 'Saa tatu na nusu asubuhi.', language: 'sw' },
    answer: { en: opens, sw: 'Saa tatu na nusu asubuhi.' },
  },
  {
    name: 'with an answer of unknown language',
    faq: { question: 'What is your till number?', answer: '12345' },
    asked: 'What is your till number?',
    given: { answer: '67890' },
    answer: '67890',
    language: 'en',
  },
];

describe('teaching an answer', () => {
  const { server, owner } = siteServerOfSuite();

  for (const { name, faq, asked, given, answer, language } of corrections)
    test(`corrects an existing FAQ: ${name}`, async () => {
      const site = await owner.newSite({ ...shop, faqs: [{ id: 'one', ...faq }] });
      const { done } = await askSite(server, site, asked);
      const target = `${site}/questions/${done.id}/answer`;
      const { status, json, text } = await owner.send('POST', target, given);
      assert.equal(status, 200, text);
      taughtQuestionSchema.parse(json);
      assert.deepEqual([json.faq.id, json.faq.answer], ['one', answer]);
      assert.equal(json.faq.language, language);
      assert.ok(json.asked_again.text.includes(given.answer), json.asked_again.text);
      const wanted = given.language === undefined ? {} : { language: given.language };
      const result = await askSite(server, site, { question: asked, ...wanted });
      assert.ok(result.text.includes(given.answer), result.text);
      const { profile } = (await owner.send('GET', site)).json;
      assert.equal(profile.faqs.length, 1);
    });

  test('an answer is stored in its own language, whatever the language of the question', async () => {
    const site = await owner.newSite(shop);
    const { done } = await askSite(server, site, 'Do you repair bicycles?');
    const target = `${site}/questions/${done.id}/answer`;
    const { json } = await owner.send('POST', target, {
      answer: 'Ndiyo, tunatengeneza baiskeli kila Jumamosi.',
      url: 'https://shop.example/repairs',
    });
    assert.equal(json.faq.language, 'sw');
    const next = await askSite(server, site, {
      question: 'Do you repair bicycles?',
      language: 'sw',
    });
    const [source] = next.done.sources;
    assert.deepEqual([source.id, source.url], [json.faq.id, 'https://shop.example/repairs']);
    assert.equal((await owner.send('POST', target, { answer: ' ' })).status, 400);
  });

  test('6,000 questions are grouped completely, and teaching closes the whole group', async () => {
    const site = await owner.newSite(shop);
    const count = 6_000;
    const rows = Array.from({ length: count }, (_, at) => rowOf(server, site, at));
    for (let at = 0; at < count; at += 500)
      await server.installation.store.write((tx) => importQuestions(tx, rows.slice(at, at + 500)));
    const get = (query: string) => owner.send('GET', `${site}/questions?${query}`);
    const { json } = await get('unanswered=true&group=true&limit=2');
    const list = json as QuestionList;
    assert.equal(list.total, count / 2);
    assert.equal(list.truncated, undefined);
    assert.deepEqual(
      list.questions.map((question) => [question.count, question.wordings?.length]),
      [
        [2, 2],
        [2, 2],
      ],
    );
    const { text } = await get('unanswered=true&group=true&format=csv');
    assert.equal(text.split('\r\n').length, count / 2 + 2);
    const few = await get('unanswered=true&group=true&format=csv&limit=7');
    assert.equal(few.text.split('\r\n').length, 7 + 2);
    const taught = `${site}/questions/${list.questions[0]?.id}/answer`;
    await owner.send('POST', taught, { answer: 'Yes.' });
    assert.equal((await get('unanswered=true')).json.total, count - 2);
    assert.ok(count < siteLimits.groupedQuestionsMax);
    assert.match((await get('cursor=nonsense')).json.error, /must be a next of/);
  });
});

function rowOf({ assistant }: SiteServer, site: string, at: number) {
  // Only letters, so that it is one word.
  const item = `${[...String(Math.floor(at / 2))].map((digit) => 'bcdfghklmp'[Number(digit)]).join('')}zq`;
  const question = at % 2 === 0 ? `Do you sell ${item}?` : `do you sell ${item}, please`;
  const id = assistant.makeId('question');
  return questionRow({ site_id: site, id, asked_at: assistant.clock(), question });
}
