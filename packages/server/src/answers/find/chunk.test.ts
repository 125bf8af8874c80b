import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../test/fixtures/fields-of.ts';
import type { Entry } from '../knowledge.ts';
import { passagesOf } from './chunk.ts';

const entry: Entry = {
  id: 'e1',
  kind: 'document',
  title: 'Delivery',
  text: '',
  url: null,
  language: undefined,
  alternatives: [],
};

test('a short text is one passage, whatever its lines', () => {
  const text = 'We deliver:\n- in town\n- on islands';
  const passages = passagesOf({ ...entry, text }, () => 'en');
  assert.deepEqual(fieldsOf(passages, 'text'), [text]);
});

test('a long text is cut at sentences, each part has the title, and neighbours overlap', () => {
  const sentences = Array.from(
    { length: 60 },
    (_, index) => `Rule ${index} is that you pay first.`,
  );
  const passages = passagesOf({ ...entry, text: sentences.join(' ') }, () => 'en');
  assert.ok(passages.length > 3);
  for (const { title, text } of passages) {
    assert.equal(title, 'Delivery');
    assert.match(text, /^Rule \d+ .*first\.$/);
    assert.ok(text.split(' ').length <= 110);
  }
  for (const sentence of sentences) assert.ok(passages.some(({ text }) => text.includes(sentence)));
  assert.ok(passages[1] && passages[0]?.text.includes(passages[1].text.slice(0, 20)));
});

test('a heading of a long text keeps its line, so that it does not read as a part of the sentence below it', () => {
  const section = (name: string) => `${name}\n${'Keep the slab wet for a week. '.repeat(12)}`;
  const text = ['## Plaster', '2. Curing', 'Roofing'].map(section).join('\n');
  const passages = passagesOf({ ...entry, text }, () => 'en');
  assert.ok(passages.length > 1);
  for (const passage of passages)
    for (const line of passage.text.split('\n'))
      assert.match(line, /^(?:(?:## |2\. )?\w+|(?:Keep the slab wet for a week\. ?)+)$/);
});

test('the declared language is used; without one it is detected', () => {
  const text = 'Karibu';
  assert.equal(passagesOf({ ...entry, text, language: 'en' }, () => 'sw')[0]?.language, 'en');
  assert.equal(passagesOf({ ...entry, text }, () => 'sw')[0]?.language, 'sw');
});

test('other wordings of a question are searched with it', () => {
  const faq: Entry = { ...entry, kind: 'faq', text: 'Yes.', alternatives: ['Do you ship?'] };
  assert.equal(passagesOf(faq, () => 'en')[0]?.title, 'Delivery\nDo you ship?');
});

test('a text without sentence ends or without spaces is still cut', () => {
  for (const text of ['menu '.repeat(2_000), 'x'.repeat(20_000)]) {
    const passages = passagesOf({ ...entry, text }, () => 'en');
    assert.ok(passages.length > 5);
    for (const passage of passages) assert.ok(passage.text.length <= 2_000);
  }
});
