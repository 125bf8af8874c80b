import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createLexicon, lexicon } from './lexicon.ts';
import { englishBases, swahiliBases } from './word-forms.ts';

const small = createLexicon({
  sw: Buffer.from('duka\tshop 70 store 40\nkulipa\tpay 62\nmteja\tcustomer 80\nzulia\tcarpet 90\n'),
  en: Buffer.from('carpet\tzulia 90\nprice\tbei 70\n'),
});
const words = (word: string, from: 'sw' | 'en', table = small) =>
  table.translations(word, from).map((translation) => translation.word);

test('a word has its translations, best first, with scores from 0 to 1', () => {
  assert.deepEqual(small.translations('duka', 'sw'), [
    { word: 'shop', score: 0.7 },
    { word: 'store', score: 0.4 },
  ]);
});

test('the first and the last line of a table are found, and a word between lines is not', () => {
  assert.deepEqual(words('carpet', 'en'), ['zulia']);
  assert.deepEqual(words('price', 'en'), ['bei']);
  assert.deepEqual(words('zulia', 'sw'), ['carpet']);
  for (const unknown of ['', 'a', 'kulip', 'dukaa', 'zzz', '42'])
    assert.deepEqual(words(unknown, 'sw'), []);
});

test('a form that is not in the table is translated as its base form, with a lower score', () => {
  for (const form of ['tunalipa', 'hawalipi', 'nilipe', 'aliyelipa', 'mtalipa'])
    assert.deepEqual(words(form, 'sw'), ['pay'], form);
  assert.deepEqual(words('dukani', 'sw'), ['shop', 'store']);
  assert.deepEqual(words('maduka', 'sw'), ['shop', 'store']);
  assert.deepEqual(words('wateja', 'sw'), ['customer']);
  assert.deepEqual(words('prices', 'en'), ['bei']);
  const [seen] = small.translations('kulipa', 'sw');
  const [guessed] = small.translations('tunalipa', 'sw');
  assert.ok((guessed?.score ?? 1) < (seen?.score ?? 0));
});

test('the rules find the base forms of everyday words', () => {
  const forms = {
    vitabu: 'kitabu',
    mizigo: 'mzigo',
    walimu: 'mwalimu',
    wanakula: 'kula',
    hatufungui: 'kufungua',
  };
  for (const [form, base] of Object.entries(forms))
    assert.ok(swahiliBases(form).includes(base), `${form} does not reach ${base}`);
  const english = {
    cities: 'city',
    opened: 'open',
    closing: 'close',
    stopped: 'stop',
    boxes: 'box',
  };
  for (const [form, base] of Object.entries(english))
    assert.ok(englishBases(form).includes(base), `${form} does not reach ${base}`);
});

test('the shipped tables translate everyday business words both ways', () => {
  const pairs = {
    bei: 'price',
    duka: 'shop',
    kufungua: 'open',
    kufunga: 'close',
    gharama: 'cost',
    kulipa: 'pay',
    malipo: 'payment',
    usafirishaji: 'delivery',
    daktari: 'doctor',
    miadi: 'appointment',
    chumba: 'room',
    hoteli: 'hotel',
    ada: 'fee',
    shule: 'school',
    chakula: 'food',
    maji: 'water',
    simu: 'phone',
    anwani: 'address',
    kesho: 'tomorrow',
    leo: 'today',
    jumamosi: 'saturday',
    dhamana: 'warranty',
    punguzo: 'discount',
    kurudisha: 'return',
  };
  for (const [swahili, english] of Object.entries(pairs)) {
    assert.ok(words(swahili, 'sw', lexicon()).includes(english), `${swahili} is not ${english}`);
    assert.ok(words(english, 'en', lexicon()).includes(swahili), `${english} is not ${swahili}`);
  }
});

test('a shipped table is sorted by bytes and has at most five translations for each word', () => {
  for (const name of ['swahili-english', 'english-swahili']) {
    const file = new URL(import.meta.resolve(`@baraza/answer-model/${name}.tsv`));
    const keys = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        assert.match(line, /^[a-z]+\t[a-z]+ \d+( [a-z]+ \d+){0,4}$/);
        return line.slice(0, line.indexOf('\t'));
      });
    assert.equal(new Set(keys).size, keys.length);
    for (const [index, key] of keys.entries())
      if (index > 0) assert.ok((keys[index - 1] ?? '') < key, `${key} is out of order`);
  }
});
