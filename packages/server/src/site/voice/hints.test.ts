import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProfileInput } from '../profile/profile.ts';
import { hintsOf } from './hints.ts';

function hintsFor(input: object) {
  return hintsOf(readProfileInput({ name: 'Asha', business: 'Duka la Asha', ...input }).profile);
}

test('hints in one language have no sentence of the other, even where the language is detected', () => {
  const { sw = '', en = '' } = hintsFor({
    suggestions: [{ sw: 'Mnaleta nyumbani?', en: 'Do you deliver?' }],
    faqs: [
      { question: 'Mnakubali M-Pesa na kadi?', answer: 'Ndiyo, tunakubali zote mbili dukani.' },
      { question: 'Where can I park my car?', answer: 'There is room in front of the shop.' },
    ],
  });
  assert.match(sw, /Mnaleta nyumbani\? .*Mnakubali M-Pesa na kadi\?/);
  assert.match(en, /Do you deliver\? .*Where can I park my car\?/);
  assert.doesNotMatch(sw, /deliver|park/);
  assert.doesNotMatch(en, /Mnaleta|Mnakubali|tunakubali/);
});

test('names are in both, questions come first, and answers last', () => {
  const { sw = '', en = '' } = hintsFor({
    prices: [{ item: 'Pishori', price: 10, currency: 'KES' }],
    faqs: [{ question: { en: 'Do you deliver?' }, answer: { en: 'Yes, in Kilimani and Yaya.' } }],
  });
  assert.match(en, /^Do you deliver\? Pishori\. Duka la Asha\. Yes, in Kilimani/);
  assert.match(sw, /^Pishori\. Duka la Asha\./);
});

test('a large profile gives hints of a bounded length', () => {
  const facts = Array.from({ length: 200 }, (_, at) => ({
    title: { en: `Fact number ${at}` },
    text: { en: 'It is a long story that we tell in many words to everybody who asks.' },
  }));
  const { en = '' } = hintsFor({ facts });
  assert.ok(en.length > 3_000 && en.length <= 4_000, `${en.length}`);
});
