import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FromModels, ToModels } from './messages.ts';
import { createModelWork } from './model-work.ts';

/** Models that write down what they are given; `during` happens while they work on that. */
function open(
  during: { readonly [unit: string]: (take: (message: ToModels) => void) => void } = {},
) {
  const units: string[] = [];
  const replies: FromModels[] = [];
  let wanted = Number.POSITIVE_INFINITY;
  let isDone = Promise.withResolvers<void>();
  const note = (unit: string): void => {
    units.push(unit);
    during[unit]?.(work.take);
  };
  const work = createModelWork({
    encode: async (text) => {
      note(text);
      return Float32Array.of(text.length);
    },
    openReader: async () => {
      note('the reader opens');
      return async (_, { title }) => {
        note(title);
        if (title === 'broken') throw new Error('unreadable');
        return { answer: title.length, said: 0, evidence: [] };
      };
    },
    send: (reply) => {
      replies.push(reply);
      if (replies.length >= wanted) isDone.resolve();
    },
  });
  return {
    ...work,
    units,
    replies,
    until: (count: number) => {
      wanted = count;
      isDone = Promise.withResolvers();
      if (replies.length >= wanted) isDone.resolve();
      return isDone.promise;
    },
  };
}

function reading(id: number, site: string, ...titles: string[]): ToModels {
  const passages = titles.map((title) => ({ title, sentences: [] }));
  return { id, site, reading: { question: 'q', before: '', passages } };
}

test('sites read in turn, a passage each, and a site finishes its first question first', async () => {
  const { take, units, replies, until } = open();
  take(reading(1, 'a', 'a1', 'a2', 'a3', 'a4'));
  take(reading(2, 'a', 'A1'));
  take(reading(3, 'b', 'b1', 'b2'));
  take(reading(4, 'c', 'c1'));
  await until(4);
  assert.deepEqual(units, [
    'the reader opens',
    ...['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', 'A1'],
  ]);
  assert.deepEqual(
    replies.map((reply) => 'id' in reply && reply.id),
    [4, 3, 1, 2],
  );
});

test('a site that keeps asking is not served before one that waits', async () => {
  const { take, units, until } = open({ a1: (late) => late(reading(3, 'a', 'A1', 'A2')) });
  take(reading(1, 'a', 'a1'));
  take(reading(2, 'b', 'b1', 'b2'));
  await until(3);
  assert.deepEqual(units.slice(1), ['a1', 'b1', 'A1', 'b2', 'A2']);
});

test('a visitor’s vector goes before readings, and these before the vectors of a profile', async () => {
  const { take, units, replies, until } = open({
    p1: (late) => late(reading(2, 'a', 'a1', 'a2')),
    a1: (late) => late({ id: 3, texts: ['u1', 'u2'], isUrgent: true }),
  });
  take({ id: 1, texts: ['p1', 'p2'], isUrgent: false });
  await until(3);
  assert.deepEqual(units, ['p1', 'the reader opens', 'a1', 'u1', 'u2', 'a2', 'p2']);
  assert.deepEqual(replies[0], { id: 3, vectors: Float32Array.of(2, 2) });
});

test('what is forgotten is neither gone on with nor answered', async () => {
  const { take, units, replies, until } = open({ a1: (late) => late({ forget: 1 }) });
  take(reading(1, 'a', 'a1', 'a2', 'a3'));
  take(reading(2, 'b', 'b1', 'b2'));
  await until(1);
  assert.deepEqual(units.slice(1), ['a1', 'b1', 'b2']);
  assert.equal(replies.length, 1);
});

test('a passage that cannot be read refuses its question, and no other', async () => {
  const { take, replies, until } = open();
  take(reading(1, 'a', 'broken', 'a2'));
  take(reading(2, 'b', 'b1'));
  await until(2);
  assert.deepEqual(replies, [
    { id: 1, refused: 'unreadable' },
    { id: 2, scores: [{ answer: 2, said: 0, evidence: [] }] },
  ]);
});
