import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AskEvent, askEvents, tokensOf } from './ask-events.ts';
import type { AskResult } from './ask-outcome.ts';
import { createPieceQueue } from './piece-queue.ts';

const never = new AbortController().signal;
const done: AskResult['done'] = {
  answered: true,
  language: 'en',
  sources: [],
  handoff: '',
  id: 'q_1',
};

/** Writes these pieces, then comes to this text. */
function told(pieces: readonly string[], text: string): AsyncGenerator<AskEvent> {
  const queue = createPieceQueue();
  const write = async (): Promise<AskResult> => {
    for (const piece of pieces) await queue.put(piece, never);
    return { text, done };
  };
  return askEvents(queue, write().finally(queue.end));
}

async function read(events: AsyncIterable<AskEvent>) {
  const all: AskEvent[] = [];
  for await (const event of events) all.push(event);
  const tokens = all.flatMap((event) => (event.type === 'tokens' ? event.tokens : []));
  return { all, text: tokens.join('') };
}

describe('the events of an ask', () => {
  test('an answer at hand is one event of words and its done', async () => {
    const { all } = await read(told([], 'Yes, we deliver.'));
    assert.deepEqual(all, [
      { type: 'tokens', tokens: ['Yes, ', 'we ', 'deliver.'], isLast: true },
      { type: 'done', done },
    ]);
  });

  test('what was written is told as it came, then only what is missing', async () => {
    const { all, text } = await read(told(['Yes.', ' We do.'], 'Yes. We do. In Nairobi.'));
    assert.equal(text, 'Yes. We do. In Nairobi.');
    assert.deepEqual(
      all.map((event) => (event.type === 'tokens' ? event.isLast : event.type)),
      [false, false, true, 'done'],
    );
  });

  test('an answer that was told whole ends with its done alone', async () => {
    const { all } = await read(told(['Yes.'], 'Yes.'));
    assert.deepEqual(
      all.map(({ type }) => type),
      ['tokens', 'done'],
    );
  });

  test('an answer that could not be kept ends with its other sentence on a line of its own', async () => {
    const { text } = await read(told(['Yes.'], 'Something failed.'));
    assert.equal(text, 'Yes.\nSomething failed.');
  });

  test('a fault reaches the reader, not the process', async () => {
    const queue = createPieceQueue();
    const fault = Promise.reject<AskResult>(new Error('no')).finally(queue.end);
    await assert.rejects(read(askEvents(queue, fault)), /no/);
  });

  test('a reader that leaves in the middle lets the writer go', async () => {
    const queue = createPieceQueue();
    const put = queue.put('Yes.', never);
    for await (const event of askEvents(queue, new Promise(() => {}))) {
      assert.equal(event.type, 'tokens');
      break;
    }
    await assert.rejects(put, /nobody listens/);
  });
});

describe('the words of a text', () => {
  test('the text comes word by word and is whole again when put together', () => {
    const tokens = tokensOf('  Tunafungua saa mbili  asubuhi. ');
    assert.equal(tokens.join(''), '  Tunafungua saa mbili  asubuhi. ');
    assert.equal(tokens.length, 4);
    assert.deepEqual(tokensOf(''), []);
  });
});
