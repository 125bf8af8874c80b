import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '@baraza/contract';
import { mergeProfiles, resolveMerge } from './merge.ts';
import { changesBetween } from './profile.ts';

const before = {
  phone: '1',
  address: { sw: 'Kisumu' },
  faqs: [
    { id: 'a', question: 'Q', answer: 'A' },
    { id: 'b', question: 'R', answer: 'B' },
  ],
  facts: [],
  documents: [],
  prices: [],
} as unknown as Profile;

function changed(fields: object): Profile {
  return { ...before, ...fields } as Profile;
}

test('changes of two people to different parts are merged without a conflict', () => {
  const mine = changed({
    phone: '2',
    faqs: [{ id: 'a', question: 'Q', answer: 'mine' }, before.faqs[1]],
  });
  const theirs = changed({
    address: 'Busia',
    faqs: [{ id: 'a', question: 'theirs', answer: 'A' }, before.faqs[1], { id: 'c' }],
  });
  const merge = mergeProfiles(before, mine, theirs);
  assert.deepEqual(merge.conflicts, []);
  assert.equal(merge.joined.phone, '2');
  assert.equal(merge.joined.address, 'Busia');
  assert.deepEqual(merge.joined.faqs[0], { id: 'a', question: 'theirs', answer: 'mine' });
  assert.equal(merge.joined.faqs.length, 3);
  assert.deepEqual(
    merge.kept.map(({ place }) => place),
    [{ field: 'address' }, { list: 'faqs', id: 'c' }],
  );
});

test('for each property that both changed, theirs is used unless mine is chosen', () => {
  const mine = changed({ faqs: [{ id: 'a', question: 'Q', answer: 'mine' }, before.faqs[1]] });
  const theirs = changed({ faqs: [{ id: 'a', question: 'Q', answer: 'theirs' }, before.faqs[1]] });
  const merge = mergeProfiles(before, mine, theirs);
  assert.deepEqual(
    merge.conflicts.map(({ key, before: old, mine: my, theirs: their }) => [key, old, my, their]),
    [['faqs/a/answer', 'A', 'mine', 'theirs']],
  );
  assert.equal(resolveMerge(merge, new Set()).faqs[0]?.answer, 'theirs');
  assert.equal(resolveMerge(merge, new Set(['faqs/a/answer'])).faqs[0]?.answer, 'mine');
});

test('an entry that one removed and the other changed conflicts as a whole', () => {
  const mine = changed({ faqs: [before.faqs[1]] });
  const theirs = changed({ faqs: [{ id: 'a', question: 'Q', answer: 'theirs' }, before.faqs[1]] });
  const merge = mergeProfiles(before, mine, theirs);
  assert.deepEqual(
    merge.conflicts.map(({ key }) => key),
    ['faqs/a'],
  );
  assert.equal(resolveMerge(merge, new Set(['faqs/a'])).faqs.length, 1);
});

test('neither the same change by both nor another order of properties is a conflict', () => {
  const same = changed({ faqs: [{ answer: 'A', id: 'a', question: 'Q' }, before.faqs[1]] });
  assert.deepEqual(changesBetween(before, same), []);
  const both = changed({ phone: '2' });
  const merge = mergeProfiles(before, both, both);
  assert.deepEqual(merge.conflicts, []);
  assert.deepEqual(changesBetween(both, merge.joined), []);
});

test('changes to the two languages of a text do not conflict', () => {
  const text = { ...before, address: { sw: 'Kisumu', en: 'Kisumu' } } as Profile;
  const mine = { ...text, address: { sw: 'Busia', en: 'Kisumu' } } as Profile;
  const theirs = { ...text, address: { sw: 'Kisumu', en: 'Kisumu town' } } as Profile;
  const apart = mergeProfiles(text, mine, theirs);
  assert.deepEqual(apart.conflicts, []);
  assert.deepEqual(apart.joined.address, { sw: 'Busia', en: 'Kisumu town' });
  const both = { ...text, address: { sw: 'Siaya', en: 'Kisumu town' } } as Profile;
  const merge = mergeProfiles(text, mine, both);
  assert.deepEqual(
    merge.conflicts.map(({ key, mine: my, theirs: their }) => [key, my, their]),
    [['address/sw', 'Busia', 'Siaya']],
  );
  assert.deepEqual(resolveMerge(merge, new Set(['address/sw'])).address, {
    sw: 'Busia',
    en: 'Kisumu town',
  });
});
