import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Profile } from '@baraza/contract';
import { canMove, inMainLanguage, misplacedIn, movedPrices, wholeTongue } from './misplaced.ts';

const english = 'Yes, we deliver to your home.';
const swahili = 'Ndiyo, tunapeleka nyumbani kwako.';

const profileOf = (fields: object) =>
  ({
    languages: ['sw', 'en'],
    about: '',
    greeting: '',
    address: '',
    prices: [],
    facts: [],
    faqs: [],
    documents: [],
    ...fields,
  }) as unknown as Profile;
const faq = (more: object = {}) => ({
  id: 'f1',
  question: 'Do you deliver?',
  answer: english,
  ...more,
});

describe('texts in the wrong language', () => {
  test('a text moves to an empty field, or changes places with another misplaced one', () => {
    assert.equal(misplacedIn({ sw: english, en: '' }), 'en');
    assert.equal(misplacedIn({ sw: '', en: swahili }), 'sw');
    assert.equal(misplacedIn({ sw: swahili, en: english }), undefined);
    assert.ok(canMove({ sw: english, en: '' }, 'en'));
    assert.ok(canMove({ sw: english, en: swahili }, 'en'));
    // Nothing that stands right is overwritten.
    assert.ok(!canMove({ sw: english, en: 'We deliver in the city.' }, 'en'));
  });

  test('misplaced texts of prices are moved, the others stay', () => {
    const cake = { id: 'a', item: 'Birthday cake', unit: 'kipande', price: 5, currency: 'KES' };
    const bread = { id: 'b', item: { sw: 'Mkate', en: 'Bread' }, price: 5, currency: 'KES' };
    assert.deepEqual(movedPrices(profileOf({ prices: [cake, bread] })), [
      { ...cake, item: { en: 'Birthday cake' } },
    ]);
  });

  test('a site of which all texts are in the other language is noticed, a mixed one is not', () => {
    assert.equal(wholeTongue(profileOf({ faqs: [faq()] })), 'en');
    assert.equal(wholeTongue(profileOf({ faqs: [faq()], about: swahili })), undefined);
    assert.equal(wholeTongue(profileOf({ faqs: [faq()], languages: ['en', 'sw'] })), undefined);
    assert.equal(wholeTongue(profileOf({ about: english })), undefined);
    assert.equal(wholeTongue(profileOf({ faqs: [faq({ language: 'en' })] })), undefined);
  });

  test('changing the main language takes the texts along, and leaves what is right', () => {
    const profile = profileOf({
      faqs: [faq({ language: 'sw' }), faq({ id: 'f2', question: { sw: 'Do you deliver?' } })],
      prices: [{ id: 'a', item: { sw: 'Mkate wa ngano' }, price: 5, currency: 'KES' }],
      notify: { digest: 'daily' },
    });
    const next = inMainLanguage(profile, 'en');
    assert.deepEqual(next.languages, ['en', 'sw']);
    assert.deepEqual(next.faqs, [
      faq({ language: 'en' }),
      faq({ id: 'f2', question: { en: 'Do you deliver?' } }),
    ]);
    assert.deepEqual(next.prices[0]?.item, { sw: 'Mkate wa ngano' });
    assert.deepEqual(next.notify, { digest: 'daily' });
    assert.deepEqual(inMainLanguage(profileOf({ languages: ['sw'] }), 'en').languages, ['en']);
  });
});
