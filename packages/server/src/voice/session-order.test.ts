import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fieldsOf } from '../../test/fixtures/fields-of.ts';
import { long, openStage } from '../../test/fixtures/live-stage.ts';
import { done } from '../../test/fixtures/turn-floor.ts';
import { Problem } from '../kernel/problem.ts';
import type { AskDone } from './turn-events.ts';

describe('the order of events', () => {
  test('transcripts are sent and asked in spoken order, whenever they finish', async () => {
    const stage = openStage();
    stage.say({ type: 'start', speech: false });
    const first = Promise.withResolvers<string>();
    stage.speech.texts.push(first.promise, 'And in Mombasa?');
    await stage.voice(600);
    await stage.quiet(800);
    await stage.voice(600);
    await stage.quiet(800);
    assert.equal(stage.speech.heard.length, 2);
    assert.deepEqual(stage.sent('transcript'), []);
    first.resolve('Do you deliver?');
    await stage.time.settle();
    assert.deepEqual(fieldsOf(stage.sent('transcript'), 'turn', 'text'), [
      ['t1', 'Do you deliver?'],
      ['t2', 'And in Mombasa?'],
    ]);
    assert.deepEqual(fieldsOf(stage.questions, 'question'), ['Do you deliver?', 'And in Mombasa?']);
  });

  for (const [how, end] of [
    ['the visitor ends the session', { type: 'end' }],
    ['an invalid message ends the session', { type: 1 }],
  ] as const)
    test(`an unfinished answer gets exactly one done event when ${how}`, async () => {
      const asked = Promise.withResolvers<AskDone>();
      const stage = openStage({ ask: () => asked.promise });
      stage.say({ type: 'ask', question: 'x' });
      await stage.time.settle();
      stage.say(end);
      await stage.time.pass(5_000);
      asked.resolve(done);
      await stage.time.settle();
      const dones = stage.sent('done');
      assert.equal(dones.length, 1);
      assert.deepEqual(
        [dones[0]?.answered, dones[0]?.error?.code, dones[0]?.handoff],
        [false, 'busy', 'tel:1'],
      );
      assert.ok(stage.closed() !== undefined);
    });

  test('an interrupted answer is not written any further', async () => {
    let askSignal: AbortSignal | undefined;
    const stage = openStage({
      ask: (_, onToken, signal) =>
        new Promise((resolve) => {
          askSignal = signal;
          onToken('We ');
          signal.addEventListener('abort', () => {
            onToken('deliver.');
            resolve(done);
          });
        }),
    });
    stage.say({ type: 'start', speech: false });
    stage.say({ type: 'ask', question: 'Do you deliver?' });
    await stage.time.settle();
    assert.equal(askSignal?.aborted, false);
    stage.say({ type: 'interrupt' });
    await stage.time.settle();
    assert.equal(askSignal?.aborted, true);
    assert.equal(stage.sent('done')[0]?.interrupted, true);
    // Tokens after the interruption are dropped.
    assert.deepEqual(fieldsOf(stage.sent('token'), 'text'), ['We ']);
    stage.say({ type: 'ask', question: 'y' });
    await stage.time.settle();
    assert.deepEqual(stage.questions[1]?.history, [
      { role: 'user', content: 'Do you deliver?' },
      { role: 'assistant', content: 'We' },
    ]);
  });

  test('a possible interruption does not stop the writing', async () => {
    let askSignal: AbortSignal | undefined;
    const stage = openStage({
      ask: (_, onToken, signal) => {
        askSignal = signal;
        onToken(`${long} `);
        return new Promise(() => {});
      },
    });
    stage.say({ type: 'ask', question: 'x' });
    await stage.quiet(500);
    await stage.voice(400);
    assert.equal(stage.sent('interrupted').length, 1);
    assert.equal(askSignal?.aborted, false);
  });

  test('a late report of the end of playback corrects the history', async () => {
    const stage = openStage({ answer: 'Yes, we deliver.' });
    stage.say({ type: 'ask', question: 'x' });
    await stage.time.pass(3_000);
    assert.equal(stage.sent('done').length, 1);
    stage.say({ type: 'played', answer: 'a1', ms: 600, ended: false });
    stage.say({ type: 'played', answer: 'a1', ms: 799, ended: true });
    stage.say({ type: 'ask', question: 'y' });
    await stage.time.settle();
    assert.equal(stage.questions[1]?.history[1]?.content, 'Yes, we deliver.');
  });

  test('a backchannel word in a manual turn is not a question', async () => {
    const stage = openStage({ answer: long });
    stage.say({ type: 'start', turn: { mode: 'manual' } });
    // The microphone is open before the answer begins.
    await stage.quiet(200);
    stage.say({ type: 'ask', question: 'x' });
    await stage.quiet(1_000);
    stage.speech.texts.push('mmh');
    await stage.voice(400);
    assert.equal(stage.sent('interrupted').length, 1);
    stage.say({ type: 'commit' });
    await stage.time.settle();
    assert.equal(stage.sent('resumed').length, 1);
    assert.equal(stage.questions.length, 1);
  });

  test('a refused question gets its done event before the session ends', async () => {
    const stage = openStage({
      ask: async () => {
        throw new Problem('quota', 'No more this month.', { fields: { handoff: 'tel:2' } });
      },
    });
    await stage.voice(800);
    await stage.quiet(800);
    assert.equal(stage.sent('done')[0]?.handoff, 'tel:2');
    assert.equal(stage.closed()?.code, 4429);
  });
});
