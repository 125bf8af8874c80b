import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { passagesOf } from './chunk.ts';
import { buildIndex } from './index-builder.ts';
import { nearest, packVectors, similarityTo } from './passage-vectors.ts';

const count = 3_000;
const random = numbers(5);
const topics = Array.from({ length: 60 }, () => vectorOf(random));
const vectors = new Map(
  Array.from({ length: count }, (_, at) => [
    `Passage ${at} of many.`,
    mixed(topics[at % topics.length] ?? new Float32Array(), vectorOf(random)),
  ]),
);
const index = await buildIndex(
  [...vectors.keys()].flatMap((text, at) =>
    passagesOf(
      { id: `p${at}`, kind: 'fact', title: '', text, url: null, language: 'en', alternatives: [] },
      () => 'en',
    ),
  ),
);

describe('a site with very many passages', () => {
  const pack = () => packVectors(index.languages, { vectorOf: (text) => vectors.get(text) });
  const [languageIndex] = index.languages;

  test('the nearest passages are the same as in a full comparison', async () => {
    const packed = await pack();
    assert.ok(packed && languageIndex);
    const given = [...vectors.values()];
    for (let at = 0; at < count; at += 197) {
      const question = mixed(given[at] ?? new Float32Array(), vectorOf(random));
      const read: readonly number[] = languageIndex.passages.map(
        (_, place) => similarityTo(packed, languageIndex, place, question) ?? 0,
      );
      const best = read.toSorted((one, other) => other - one).slice(0, 5);
      const found = nearest(packed, languageIndex, question, 20);
      assert.equal(found.length, 20);
      assert.deepEqual(
        found.slice(0, 5).map((place) => read[place]),
        best,
      );
    }
  });

  test('a vector from another encoder finds nothing', async () => {
    const packed = await pack();
    assert.ok(packed && languageIndex);
    assert.deepEqual(nearest(packed, languageIndex, new Float32Array(8).fill(1), 20), []);
  });
});

function mixed(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((value, at) => value + (other[at] ?? 0));
}

function vectorOf(random: () => number): Float32Array {
  return Float32Array.from({ length: 384 }, () => random() - 0.5);
}

/** Deterministic random numbers between 0 and 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
