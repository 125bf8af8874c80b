import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fieldsOf } from '../../../test/fixtures/fields-of.ts';
import { type AskEvent, askEvents, createPieceQueue, tokensOf } from './ask-events.ts';
import type { AskResult } from './ask-outcome.ts';

const never = new AbortController().signal;
const done: AskResult['done'] = {
  answered: true,
  language: 'en',
  sources: [],
  handoff: '',
  id: 'q_1',
};

/** The events of an ask that writes these pieces and has this text in the end. */
function eventsOf(pieces: readonly string[], text: string): AsyncGenerator<AskEvent> {
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
  test('an answer that is known at once is one event of tokens and its done event', async () => {
    const { all } = await read(eventsOf([], 'Yes, we deliver.'));
    assert.deepEqual(all, [
      { type: 'tokens', tokens: ['Yes, ', 'we ', 'deliver.'], isLast: true },
      { type: 'done', done },
    ]);
  });

  test('pieces are sent as they come, then only the rest of the text', async () => {
    const { all, text } = await read(eventsOf(['Yes.', ' We do.'], 'Yes. We do. In Nairobi.'));
    assert.equal(text, 'Yes. We do. In Nairobi.');
    assert.deepEqual(
      all.map((event) => (event.type === 'tokens' ? event.isLast : event.type)),
      [false, false, true, 'done'],
    );
  });

  test('after an answer that was sent whole only the done event follows', async () => {
    const { all } = await read(eventsOf(['Yes.'], 'Yes.'));
    assert.deepEqual(fieldsOf(all, 'type'), ['tokens', 'done']);
  });

  test('the sentence that replaces an answer which was not stored is on its own line', async () => {
    const { text } = await read(eventsOf(['Yes.'], 'Something failed.'));
    assert.equal(text, 'Yes.\nSomething failed.');
  });

  test('a failure rejects the iteration', async () => {
    const queue = createPieceQueue();
    const fault = Promise.reject<AskResult>(new Error('no')).finally(queue.end);
    await assert.rejects(read(askEvents(queue, fault)), /no/);
  });

  test('a reader that leaves in the middle releases the writer', async () => {
    const queue = createPieceQueue();
    const put = queue.put('Yes.', never);
    for await (const event of askEvents(queue, new Promise(() => {}))) {
      assert.equal(event.type, 'tokens');
      break;
    }
    await assert.rejects(put, /the reader has left/);
    await assert.rejects(queue.put('two', never), /the reader has left/);
  });

  test('the writer waits until the reader asks for the next piece', async () => {
    const queue = createPieceQueue();
    let isReleased = false;
    const first = queue.put('one', never).then(() => {
      isReleased = true;
    });
    assert.equal(await queue.take(), 'one');
    await setImmediate();
    assert.equal(isReleased, false, 'taking a piece is not asking for the next');
    const next = queue.take();
    await first;
    queue.end();
    assert.equal(await next, undefined);
  });

  test('an abort releases the writer, and its last piece can still be read', async () => {
    const left = new AbortController();
    const queue = createPieceQueue();
    const put = queue.put('one', left.signal);
    left.abort(new Error('the client left'));
    await assert.rejects(put, /the client left/);
    await assert.rejects(queue.put('two', left.signal), /the client left/);
    queue.end();
    assert.deepEqual([await queue.take(), await queue.take()], ['one', undefined]);
  });

  test('the tokens of a text are its words, and together they are the text', () => {
    const tokens = tokensOf('  Tunafungua saa mbili  asubuhi. ');
    assert.equal(tokens.join(''), '  Tunafungua saa mbili  asubuhi. ');
    assert.equal(tokens.length, 4);
    assert.deepEqual(tokensOf(''), []);
  });
});
