import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../kernel/problem.ts';
import type { Transcriber, Transcript } from './speech.ts';
import { withQueue } from './speech-queue.ts';

const never = new AbortController().signal;
const transcript: Transcript = { text: 'habari', language: 'sw' };

/** A transcriber whose clips end when the test says so, after so many seconds by its clock. */
function stage(atOnce: number) {
  const running: ((seconds: number, fault?: Error) => void)[] = [];
  let now = 0;
  const transcriber: Transcriber = {
    languages: ['sw'],
    capabilities: { partials: false },
    canStartEarly: () => true,
    close: async () => {},
    transcribe: () =>
      new Promise((resolve, reject) => {
        running.push((seconds, fault) => {
          now += seconds * 1_000;
          if (fault === undefined) resolve(transcript);
          else reject(fault);
        });
      }),
  };
  const queued = withQueue(transcriber, atOnce, () => now);
  const hear = (signal = never) =>
    queued.transcribe(new Float32Array(3 * 16_000), { language: 'sw' }, signal);
  const finish = async (seconds: number, fault?: Error) => {
    while (running.length === 0) await new Promise(setImmediate);
    running.shift()?.(seconds, fault);
  };
  return { hear, finish, running, canStartEarly: () => queued.canStartEarly?.() };
}

const isBusy = (problem: Problem) =>
  problem.code === 'busy' && (problem.retryAfterSeconds ?? 0) > 8;

describe('the queue of clips', () => {
  test('a visitor alone is never refused as busy, however slow the machine is', async () => {
    const { hear, finish } = stage(1);
    for (let turn = 0; turn < 5; turn += 1) {
      const heard = hear();
      await finish(60);
      assert.deepEqual(await heard, transcript);
    }
  });

  test('a clip behind others is refused at once where its turn is too far away, and later again admitted', async () => {
    const { hear, finish, running } = stage(1);
    const slow = hear();
    await finish(30);
    await slow;
    const first = hear();
    await assert.rejects(hear(), isBusy);
    assert.equal(running.length, 1, 'the refused clip was not begun');
    await finish(30);
    await first;
    const next = hear();
    await finish(1);
    await next;
  });

  test('a clip may start early only where no other is before it', async () => {
    const { hear, finish, canStartEarly } = stage(2);
    assert.equal(canStartEarly(), true);
    const heard = hear();
    assert.equal(canStartEarly(), false);
    await finish(1);
    await heard;
    assert.equal(canStartEarly(), true);
  });

  test('on a fast machine clips wait for each other', async () => {
    const { hear, finish } = stage(1);
    const all = Array.from({ length: 6 }, () => hear());
    for (const _ of all) await finish(0.5);
    assert.equal((await Promise.all(all)).length, 6);
  });

  test('a clip that fails or whose visitor leaves gives its place back', async () => {
    const { hear, finish } = stage(1);
    const slow = hear();
    await finish(30);
    await slow;
    const failing = hear();
    const fault = new Error('the weights are broken');
    await finish(0, fault);
    await assert.rejects(failing, fault);
    const next = hear();
    await finish(1);
    await next;
  });
});
