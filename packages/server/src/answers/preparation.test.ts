import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyBusiness } from '../../test/fixtures/amani-shop.ts';
import { prepare } from './answers.ts';
import { withVectors } from './find/encoder-texts.ts';
import type { Business, Entry } from './knowledge.ts';

const business: Business = { ...emptyBusiness, name: 'Duka', business: 'Duka' };
const word = (at: number) => `p${at.toString(36).replaceAll(/\d/g, 'z')}ndole`;
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => word(from + at)).join(' ');

test('preparing a large site pauses between entries and between passages', async () => {
  const entries = Array.from({ length: 300 }, (_, at) => entryOf(words(at * 50, 50)));
  let pauses = 0;
  const breathe = () => {
    pauses += 1;
    return undefined;
  };
  const prepared = await prepare({ business, entries }, breathe);
  assert.ok(pauses > entries.length, `${pauses} pauses`);
  pauses = 0;
  await withVectors(prepared, { vectorOf: () => Float32Array.of(1, 0) }, breathe);
  assert.ok(pauses > 1, `${pauses} pauses`);
});

test('preparation stops if a pause rejects', async () => {
  const left = new Error('cancelled');
  const breathe = () => Promise.reject(left);
  await assert.rejects(prepare({ business, entries: [entryOf('We sell tea.')] }, breathe), left);
});

test('a document of a million characters without spaces, or of punctuation only, is prepared', async () => {
  for (const text of ['x'.repeat(1_000_000), `${'.'.repeat(999_999)}x`, words(0, 100_000)])
    assert.ok((await prepare({ business, entries: [entryOf(text)] })).passageCount > 0);
});

test('the fifty wordings of a FAQ are not all indexed with every passage of its long answer', async () => {
  const alternatives = Array.from({ length: 50 }, (_, at) => words(at * 200, 200));
  const faq = { ...entryOf(words(0, 60_000)), kind: 'faq' as const, alternatives };
  const { index } = await prepare({ business, entries: [faq] });
  const postings = index.languages.reduce((sum, one) => sum + one.terms.values.length, 0);
  assert.ok(postings < 500_000, `${postings} postings`);
});

function entryOf(text: string): Entry {
  return {
    id: 'd',
    kind: 'document',
    title: 'T',
    text,
    url: null,
    language: 'en',
    alternatives: [],
  };
}
