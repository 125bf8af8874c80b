import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deletionCost, insertionCost, phonemesOf, substitutionCosts } from './phoneme-costs.ts';
import { createPhoneticDecoder, readCommonWords } from './phonetic-decoder.ts';

const table = [
  'bei\t500',
  'bei gani\t120',
  'gani\t520',
  'hakuna\t600',
  'kesho\t650',
  'mnafungua\t900',
  'na\t350',
  'ngapi\t560',
  'ni\t410',
  'saa\t550',
  'saa ngapi\t150',
  'shilingi\t700',
  'unga\t900',
  'wa\t400',
].join('\n');
const common = readCommonWords(table);

describe('the phonetic decoder', () => {
  test('misspellings become known words, wherever the spaces are', () => {
    const { candidates } = createPhoneticDecoder(common, '');
    assert.equal(candidates('Nafundua saanbapi keko.', 1)[0], 'mnafungua saa ngapi kesho');
    assert.equal(candidates('Mnafung ua saang api?', 1)[0], 'mnafungua saa ngapi');
    assert.ok(candidates('unga nishilingi gapi', 1).includes('unga ni shilingi ngapi'));
  });

  test('known words stay as they are', () => {
    const { candidates } = createPhoneticDecoder(common, '');
    assert.equal(candidates('Kesho hakuna unga', 1)[0], 'kesho hakuna unga');
  });

  test('the words of the site are used, and only where they sound similar', () => {
    const { candidates } = createPhoneticDecoder(common, 'Pishori. Mchele wa Pishori.');
    assert.equal(candidates('Pichori ni beigani?', 1)[0], 'pishori ni bei gani');
    assert.ok(
      !createPhoneticDecoder(common, '')
        .candidates('Pichori ni beigani?', 9)
        .join()
        .includes('pishori'),
    );
    assert.equal(candidates('Kesho saa ngapi', 1)[0], 'kesho saa ngapi');
  });

  test('a likely sentence scores higher than unknown words', () => {
    const { likelihood } = createPhoneticDecoder(common, 'Pishori.');
    assert.ok(likelihood('Saa ngapi?') > likelihood('ngapi saa'));
    assert.ok(likelihood('bei gani') > likelihood('hafun duabi') + 15);
    assert.ok(likelihood('pishori') > createPhoneticDecoder(common, '').likelihood('pishori') + 5);
    assert.equal(likelihood('…'), 0);
  });

  test('a text without letters has no candidates, and a long one has some', () => {
    const { candidates } = createPhoneticDecoder(common, '');
    for (const text of ['', '…', '123 456', '😀']) assert.deepEqual(candidates(text, 3), []);
    assert.ok(candidates('nabamugi '.repeat(60), 1).length > 0);
  });

  test('a truncated table is read as far as possible', () => {
    const { candidates } = createPhoneticDecoder(readCommonWords('saa\t550\nngap'), '');
    assert.deepEqual(candidates('saa', 1), ['saa']);
    assert.deepEqual(createPhoneticDecoder(readCommonWords(''), '').candidates('saa', 1), []);
  });
});

describe('phoneme costs', () => {
  test('spellings of one phoneme are equal', () => {
    for (const [one, other] of [
      ['saa', 'sa'],
      ['kadi', 'cadi'],
      ['chakula', 'chaccula'],
      ['shilingi', 'Shillingi'],
      ['simu', 'seemu'],
      ["ng'ombe", 'ngombe'],
      ['Kāpī', 'kapi'],
    ] as const)
      assert.equal(phonemesOf(one), phonemesOf(other), one);
  });

  test('similar phonemes cost less than others, and equal ones nothing', () => {
    const costOf = (heard: string, spoken: string) =>
      substitutionCosts(heard)[spoken.charCodeAt(0)] ?? Number.NaN;
    for (const [spoken, near, far] of [
      ['r', 'l', 'k'],
      ['z', 's', 'm'],
      ['S', 'C', 'm'],
      ['k', 'g', 'm'],
      ['e', 'i', 's'],
      ['D', 'z', 'k'],
    ] as const) {
      assert.ok(costOf(near, spoken) < costOf(far, spoken), spoken);
      assert.equal(costOf(near, spoken), costOf(spoken, near));
      assert.equal(costOf(spoken, spoken), 0);
    }
    assert.ok(deletionCost('m') < deletionCost('k') && insertionCost('h') < insertionCost('t'));
  });
});
