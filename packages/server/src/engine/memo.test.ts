import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoBytes, NotRead, withMemo } from './memo.ts';

const reading = {
  question: 'Do you deliver?',
  before: '',
  passages: [
    { title: 'Delivery', sentences: ['We deliver.', 'It is free.'] },
    { title: 'Returns', sentences: [] },
  ],
};
const scores = [
  { answer: 2.5, said: -1, evidence: [3, -0.25] },
  { answer: -4, said: 0, evidence: [] },
];

test('what was read once is remembered with all its scores, and needs no model again', async () => {
  let uses = 0;
  const models = {
    encode: async () => {
      uses += 1;
      return [Float32Array.of(0.5, 0.25)];
    },
    read: async () => {
      uses += 1;
      return scores;
    },
  };
  const first = withMemo(models, undefined, true);
  assert.deepEqual(await first.read?.(reading), scores);
  await first.encode?.(['Do you deliver?']);
  const memo = first.memo() ?? assert.fail('nothing was remembered');
  assert.equal(first.hasRemembered(), false);
  assert.ok(memoBytes(memo) > 400);
  const second = withMemo(models, memo, false);
  assert.deepEqual(await second.read?.(reading), scores);
  assert.deepEqual(await second.encode?.(['Do you deliver?']), [Float32Array.of(0.5, 0.25)]);
  assert.deepEqual([uses, second.hasRemembered(), second.memo()], [2, true, undefined]);
});

test('where models may not be used, what is not remembered is reported as not read', async () => {
  const models = { read: async () => scores, encode: async () => [] };
  const { read, encode } = withMemo(models, undefined, false);
  await assert.rejects(async () => read?.(reading), NotRead);
  await assert.rejects(async () => encode?.(['a']), NotRead);
  const other = withMemo(models, undefined, true);
  await other.read?.(reading);
  const changed = { ...reading, before: 'And on Sundays?' };
  await assert.rejects(async () => withMemo(models, other.memo(), false).read?.(changed), NotRead);
});

test('a vector that was late is asked for again', async () => {
  const models = withMemo({ encode: async () => [] }, undefined, true);
  assert.deepEqual(await models.encode?.(['a']), []);
  assert.equal(models.memo()?.vectors, undefined);
});
