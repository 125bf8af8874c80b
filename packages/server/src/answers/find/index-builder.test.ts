import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passagesOf } from './chunk.ts';
import { buildIndex } from './index-builder.ts';
import { termNumber } from './search-index.ts';

const words = Array.from(
  { length: 2_000 },
  (_, at) => `w${at.toString(36).replace(/\d/g, 'x')}q${at}`,
);
const entry = {
  id: 'f1',
  kind: 'fact' as const,
  title: '',
  text: words.join(' '),
  url: null,
  alternatives: [],
  language: 'en' as const,
};

test('packing the words of an index pauses between its parts, so that a large site delays no other', async () => {
  let pauses = 0;
  const passages = passagesOf(entry, () => 'en');
  await buildIndex(passages, () => {
    pauses += 1;
    return undefined;
  });
  assert.ok(pauses > 200, `${pauses} pauses`);
});

test('the words of an index are in ascending order, each of them once', async () => {
  const { languages } = await buildIndex(passagesOf(entry, () => 'en'));
  const [index] = languages;
  assert.ok(index !== undefined);
  const { keys } = index.terms;
  assert.deepEqual(
    [...keys],
    [...new Set(keys)].toSorted((one, other) => one - other),
  );
  assert.ok(termNumber(index, 'absent') < 0);
  assert.ok(
    keys.every((_, at) => (index.terms.starts[at] ?? 0) < (index.terms.starts[at + 1] ?? 0)),
  );
});
