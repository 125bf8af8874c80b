import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fieldsOf } from '../../test/fixtures/fields-of.ts';
import { readProfileInput } from '../site/profile/profile.ts';
import { fieldTitle, knowledgeOf } from './profile-knowledge.ts';

describe('the knowledge of a profile', () => {
  const entriesOf = (input: object) =>
    knowledgeOf(readProfileInput(input as { readonly [field: string]: unknown }).profile).entries;

  test('a FAQ in two languages is two entries with one id, each declared', () => {
    const entries = entriesOf({
      faqs: [
        {
          id: 'f',
          question: { sw: 'Mko wapi?', en: 'Where are you?' },
          answer: { sw: 'Kilimani.', en: 'In Kilimani.' },
          url: 'https://example.com/map',
          alternatives: ['Directions?'],
        },
      ],
    });
    const common = {
      id: 'f',
      kind: 'faq',
      url: 'https://example.com/map',
      alternatives: ['Directions?'],
    };
    assert.deepEqual(entries, [
      { ...common, title: 'Mko wapi?', text: 'Kilimani.', language: 'sw' },
      { ...common, title: 'Where are you?', text: 'In Kilimani.', language: 'en' },
    ]);
  });

  test('an answer in one language only is one entry', () => {
    const entries = entriesOf({
      faqs: [{ id: 'f', question: { sw: 'A?', en: 'B?' }, answer: { en: 'C' } }],
    });
    assert.deepEqual(fieldsOf(entries, 'title', 'text', 'language'), [['B?', 'C', 'en']]);
  });

  test('a question in a language that its answer lacks still asks for that answer', () => {
    const question = { sw: 'Mko wapi?', en: 'Where are you?' };
    const alternativesOf = (answer: object) =>
      entriesOf({ faqs: [{ id: 'f', question, answer }] }).map(({ alternatives }) => alternatives);
    assert.deepEqual(alternativesOf({ en: 'In Kilimani.' }), [['Mko wapi?']]);
    assert.deepEqual(alternativesOf({ sw: 'Kilimani.', en: 'In Kilimani.' }), [[], []]);
  });

  test('a plain text keeps its declared language; without one it is detected later', () => {
    const entries = entriesOf({
      facts: [
        { id: 'a', title: 'T', text: 'x', language: 'sw' },
        { id: 'b', text: 'y' },
      ],
    });
    assert.deepEqual(fieldsOf(entries, 'id', 'language'), [
      ['a', 'sw'],
      ['b', undefined],
    ]);
  });

  test('one text under a title in two languages is found by either', () => {
    const entries = entriesOf({
      facts: [{ id: 'a', title: { sw: 'Bei', en: 'Price' }, text: 'KES 5' }],
    });
    assert.deepEqual(fieldsOf(entries, 'title', 'text', 'language'), [
      ['Bei', 'KES 5', undefined],
      ['Price', 'KES 5', undefined],
    ]);
  });

  test('about is an entry of the profile itself', () => {
    assert.deepEqual(
      entriesOf({ about: { sw: 'Sisi.', en: 'Us.' } }).map(({ id, kind, text, language }) => [
        id,
        kind,
        text,
        language,
      ]),
      [
        ['profile', 'profile', 'Sisi.', 'sw'],
        ['profile', 'profile', 'Us.', 'en'],
      ],
    );
  });

  test('a field that an owner added is a fact with its name as id and title', () => {
    const entries = entriesOf({
      return_policy: 'Seven days.',
      houseRules: ['No dogs.', 'No smoke.'],
    });
    assert.deepEqual(fieldsOf(entries, 'id', 'kind', 'title', 'text'), [
      ['houseRules', 'fact', 'house Rules', 'No dogs.\nNo smoke.'],
      ['return_policy', 'fact', 'return policy', 'Seven days.'],
    ]);
  });

  test('a list in two languages is one entry for each', () => {
    const entries = entriesOf({ rules: [{ sw: 'Moja.', en: 'One.' }, { sw: 'Mbili.' }] });
    assert.deepEqual(fieldsOf(entries, 'text', 'language'), [
      ['Moja.\nMbili.', 'sw'],
      ['One.', 'en'],
    ]);
  });

  test('settings are never part of an answer', () => {
    const input = {
      allowed_origins: ['https://secret.example'],
      notify: { email: 'hidden@example.com', webhook: 'https://hook.example/x' },
      colour: '#123456',
      privacy: 'p',
    };
    assert.deepEqual(entriesOf(input), []);
    const knowledge = knowledgeOf(readProfileInput(input).profile);
    assert.doesNotMatch(JSON.stringify(knowledge), /secret|hidden|hook|123456/);
  });

  test('names of fields are read as words', () => {
    for (const [field, title] of [
      ['parking', 'parking'],
      ['return_policy', 'return policy'],
      ['delivery-area', 'delivery area'],
      ['houseRules', 'house Rules'],
    ] as const)
      assert.equal(fieldTitle(field), title);
  });
});
