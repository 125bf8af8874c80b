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

function play(tries: readonly (readonly Step[])[], isOnline = () => true) {
  const told: string[] = [];
  const rests: number[] = [];
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
    onText: (text) => told.push(text),
    signal: new AbortController().signal,
    rest: async (ms) => void rests.push(ms),
    isOnline,
    now: () => 1_000,
  };
  const exchange: Exchange = { requestId: 'one', question: 'Bei?', text: '' };
  return { told, rests, ids, answer: () => getAnswer(exchange, asking) };
}

test('what was read stays until the replay has more, and never goes back', async () => {
  const { told, rests, ids, answer } = play(
    [
      ['Tuna', ' unga'],
      ['Tu', cut],
      ['Tuna', ' unga', ' wa ngano', done],
    ].map((steps, index) => (index === 0 ? [...steps, cut] : steps)),
  );
  assert.deepEqual(await answer(), { text: 'Tuna unga wa ngano', done });
  assert.deepEqual(told, ['Tuna', 'Tuna unga', 'Tuna unga wa ngano']);
  assert.deepEqual(ids, ['one', 'one', 'one']);
  assert.equal(rests.length, 2);
});

test('a connection that stays broken ends with what was read', async () => {
  const { ids, answer } = play([[cut], ['Tuna', cut], [cut], ['never', done]]);
  assert.deepEqual(await answer(), { text: 'Tuna', failure: { reason: 'lost' } });
  assert.equal(ids.length, 3);
});

test('nothing is sent while the browser is offline', async () => {
  const { ids, answer } = play([['x', done]], () => false);
  assert.deepEqual(await answer(), { text: '', failure: { reason: 'offline' } });
  assert.deepEqual(ids, []);
});

for (const [status, code, reason] of [
  [429, 'rate', 'rate'],
  [429, 'quota', 'quota'],
  [503, 'busy', 'busy'],
  [500, 'unexpected', 'busy'],
  [401, 'site_key', 'refused'],
  [404, 'site', 'refused'],
] as const)
  test(`${status} ${code} is ${reason}, and is not asked again by itself`, async () => {
    const body = { handoff: 'tel:+254700000000' };
    const { ids, answer } = play([[new BarazaError('no', { status, code, body })]]);
    assert.deepEqual(await answer(), {
      text: '',
      failure: { reason, handoff: 'tel:+254700000000' },
    });
    assert.equal(ids.length, 1);
  });
