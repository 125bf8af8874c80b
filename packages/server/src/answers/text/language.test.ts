import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languageOf } from './language.ts';

const utterances = new URL('../../../../../../shared/evals/intents/', import.meta.url);
const absent = existsSync(utterances) ? false : 'shared/evals/intents is not here';

for (const [file, language] of [
  ['eng_train', 'en'],
  ['swa_train', 'sw'],
  ['swa_dev', 'sw'],
] as const)
  test(`three words suffice to detect the language of 99 of 100 utterances in ${file}`, {
    skip: absent,
  }, () => {
    const lines = readFileSync(new URL(`${file}.jsonl`, utterances), 'utf8')
      .trimEnd()
      .split('\n');
    const beginnings = lines.map((line) => {
      const { text }: { readonly text: string } = JSON.parse(line);
      return text.trim().split(/\s+/).slice(0, 3).join(' ');
    });
    const wrong = beginnings.filter((beginning) => languageOf(beginning).language !== language);
    const share = 1 - wrong.length / lines.length;
    assert.ok(share >= 0.99, `${share.toFixed(4)}; wrong: ${wrong.slice(0, 20).join(' | ')}`);
  });

test('the language of a one-word greeting is detected', () => {
  for (const word of ['habari', 'Mambo', 'asante', 'Shikamoo', 'hujambo', 'sawa', 'poa'])
    assert.equal(languageOf(word).language, 'sw', word);
  for (const word of ['hello', 'Hi', 'thanks', 'hey', 'goodbye', 'yes'])
    assert.equal(languageOf(word).language, 'en', word);
});

test('a text without words has no confidence', () => {
  for (const text of ['', '   ', '0712 345 678', '???', '👍', 'ምን', '12:30'])
    assert.deepEqual(languageOf(text), { language: 'sw', mixed: false, confidence: 0 }, text);
});

test('the language of a mixed text is that of its function words', () => {
  for (const text of [
    'Nataka kubook room ya two people',
    'niambie check in time',
    'shop iko wapi',
    'mnadeliver parcels zenu on weekends pia?',
  ])
    assert.deepEqual(pick(text), { language: 'sw', mixed: true }, text);
  for (const text of ['I want to order ugali na sukuma', 'can I pay na mpesa kesho?'])
    assert.deepEqual(pick(text), { language: 'en', mixed: true }, text);
});

test('names and single borrowed words do not make a text mixed', () => {
  for (const text of [
    'Nitafutie chumba katika hoteli ya Four Seasons',
    'Naomba menu ya chakula cha mchana',
    'bei ya iphone ni ngapi',
  ])
    assert.deepEqual(pick(text), { language: 'sw', mixed: false }, text);
  for (const text of [
    'Where is Mama Njeri shop?',
    'How far is Kisumu from Mombasa?',
    'do you have pilau',
  ])
    assert.deepEqual(pick(text), { language: 'en', mixed: false }, text);
});

test('only the beginning of a long text is examined', () => {
  const begun = `Ninataka kujua bei ya chumba ${'ya chumba '.repeat(300)}`;
  assert.deepEqual(languageOf(begun + 'the price of the room '.repeat(50_000)), languageOf(begun));
});

function pick(text: string) {
  const { language, mixed } = languageOf(text);
  return { language, mixed };
}
