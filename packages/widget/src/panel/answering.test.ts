import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AskEvent, BarazaError, ConnectionError } from '@baraza/client';
import { type Asking, getAnswer } from './answering.ts';
import type { Exchange } from './memory.ts';

const done: AskEvent = {
  type: 'done',
  answered: true,
  language: 'sw',
  sources: [],
  handoff: 'https://wa.me/254700000000',
  id: 'q_1',
};
const cut = new ConnectionError('cut', { code: 'connection' });
type Step = string | AskEvent | Error;

function play(
  tries: readonly (readonly Step[])[],
  { isOnline = true, isPatient = true, random = 0 } = {},
) {
  const shown: string[] = [];
  const busyWaits: number[] = [];
  const delays: number[] = [];
  const ids: (string | undefined)[] = [];
  const asking: Asking = {
    ask: async function* (_question, options) {
      const steps = tries[ids.length] ?? [];
      ids.push(options?.requestId);
      for (const step of steps) {
        if (step instanceof Error) throw step;
        yield typeof step === 'string' ? { type: 'token', text: step } : step;
      }
    },
    history: [],
    conversation: 'c',
    page: 'https://duka.example/',
    onText: (text) => shown.push(text),
    signal: new AbortController().signal,
    pause: async (ms) => void delays.push(ms),
    waitForBusy: async (ms) => {
      busyWaits.push(ms);
      exchange.text = '';
      return isPatient;
    },
    random: () => random,
    isOnline: () => isOnline,
    now: () => 1_000,
  };
  const exchange: Exchange = { requestId: 'one', question: 'Bei?', text: '' };
  return { shown, delays, busyWaits, ids, answer: () => getAnswer(exchange, asking) };
}

test('after a retry the text stays until the replay is longer, and never shrinks', async () => {
  const { shown, delays, ids, answer } = play(
    [
      ['Tuna', ' unga'],
      ['Tu', cut],
      ['Tuna', ' unga', ' wa ngano', done],
    ].map((steps, index) => (index === 0 ? [...steps, cut] : steps)),
  );
  assert.deepEqual(await answer(), { text: 'Tuna unga wa ngano', done });
  assert.deepEqual(shown, ['Tuna', 'Tuna unga', 'Tuna unga wa ngano']);
  assert.deepEqual(ids, ['one', 'one', 'one']);
  assert.equal(delays.length, 2);
});

test('a connection that stays broken ends with the text so far', async () => {
  const { ids, answer } = play([[cut], ['Tuna', cut], [cut], ['never', done]]);
  assert.deepEqual(await answer(), { text: 'Tuna', failure: { reason: 'lost' } });
  assert.equal(ids.length, 3);
});

test('nothing is sent while the browser is offline', async () => {
  const { ids, answer } = play([['x', done]], { isOnline: false });
  assert.deepEqual(await answer(), { text: '', failure: { reason: 'offline' } });
  assert.deepEqual(ids, []);
});

for (const [status, code, reason] of [
  [429, 'rate', 'rate'],
  [429, 'quota', 'quota'],
  [503, 'upstream', 'failed'],
  [500, 'unexpected', 'failed'],
  [401, 'site_key', 'refused'],
  [404, 'site', 'refused'],
] as const)
  test(`${status} ${code} is ${reason}, and is not retried`, async () => {
    const body = { handoff: 'tel:+254700000000' };
    const { ids, answer } = play([[new BarazaError('no', { status, code, body })]]);
    assert.deepEqual(await answer(), {
      text: '',
      failure: { reason, handoff: 'tel:+254700000000' },
    });
    assert.equal(ids.length, 1);
  });

const handoff = 'https://wa.me/254700000000';
const refusal = (retryAfterMs?: number, body: object = { handoff }) =>
  new BarazaError('Watu wengi.', { status: 503, code: 'busy', retryAfterMs, body });
const busyDone: AskEvent = {
  ...done,
  answered: false,
  error: { code: 'busy', error: 'Watu wengi.' },
};

test('after a busy response the question is sent once more, with the same id', async () => {
  for (const first of [[refusal(3_000)], ['Watu wengi.', busyDone]]) {
    const { ids, busyWaits, answer } = play([first, ['Ndiyo.', done]]);
    assert.deepEqual(await answer(), { text: 'Ndiyo.', done });
    assert.deepEqual(ids, ['one', 'one']);
    assert.deepEqual(busyWaits, [3_000]);
  }
});

test('the wait is 1 to 10 seconds with jitter', async () => {
  for (const [retryAfterMs, random, waitMs] of [
    [0, 0, 1_000],
    [4_000, 0.5, 4_250],
    [60_000, 0, 10_000],
    [undefined, 0, 3_000],
  ] as const) {
    const { busyWaits, answer } = play([[refusal(retryAfterMs)], ['Ndiyo.', done]], { random });
    await answer();
    assert.deepEqual(busyWaits, [waitMs]);
  }
});

test('after a second busy response the message of the server is shown with its link', async () => {
  for (const second of [[refusal(3_000)], ['Watu wengi.', busyDone]]) {
    const { ids, answer } = play([[refusal()], second, ['Never.', done]]);
    assert.deepEqual(await answer(), {
      text: '',
      failure: { reason: 'busy', sentence: 'Watu wengi.', handoff },
    });
    assert.equal(ids.length, 2);
  }
});

test('after a cancelled wait there is no retry', async () => {
  const { ids, answer } = play([[refusal()], ['Never.', done]], { isPatient: false });
  assert.deepEqual(await answer(), {
    text: '',
    failure: { reason: 'busy', sentence: 'Watu wengi.', handoff },
  });
  assert.equal(ids.length, 1);
});

test('an error message that was not written for visitors is not shown to them', async () => {
  const { answer } = play([[refusal(undefined, {})], [refusal(undefined, {})]]);
  assert.deepEqual(await answer(), { text: '', failure: { reason: 'busy' } });
});
