import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BarazaError, ConnectionError, type GenerateRequest } from '@baraza/client';
import type { GenerationDone } from '@baraza/contract';
import { openConversation } from './conversation.ts';

const done = { type: 'done', model: 'builtin' } as GenerationDone;

test('an answer arrives piece by piece, and the next question is sent with the turns before it', async () => {
  const requests: GenerateRequest[] = [];
  const talk = openConversation('res_1', async function* (request) {
    requests.push(request);
    yield { type: 'token', text: 'Yes, ' };
    assert.equal(talk.turns.value.at(-1)?.content, 'Yes, ');
    yield { type: 'token', text: 'we do.' };
    yield done;
  });
  await talk.ask('Do you deliver?');
  await talk.ask('Where?');
  assert.equal(talk.turns.value.length, 4);
  assert.equal(talk.turns.value[1]?.done?.model, 'builtin');
  assert.deepEqual(requests[1]?.messages, [
    { role: 'user', content: 'Do you deliver?' },
    { role: 'assistant', content: 'Yes, we do.' },
    { role: 'user', content: 'Where?' },
  ]);
});

test('stopping keeps the text so far; an answer that a lost connection cut off is marked', async () => {
  const talk = openConversation('res_1', async function* (_, options) {
    yield { type: 'token', text: 'Half' };
    talk.stop();
    options?.signal?.throwIfAborted();
  });
  await talk.ask('Tell me all');
  const [, answer] = talk.turns.value;
  assert.deepEqual([answer?.content, answer?.end], ['Half', 'stopped']);
  assert.equal(talk.isWriting.value, false);
  const cut = openConversation('res_1', async function* () {
    yield { type: 'token', text: 'Half' };
    throw new ConnectionError('lost', { code: 'connection' });
  });
  await cut.ask('x');
  assert.equal(cut.turns.value[1]?.end, 'cut');
});

test('a refusal leaves the conversation as it was and shows the message of the server', async () => {
  // biome-ignore lint/correctness/useYield: it is refused before the first event.
  const talk = openConversation('res_1', async function* () {
    throw new BarazaError('Busy.', { code: 'busy', status: 503 });
  });
  await talk.ask('x');
  assert.deepEqual(talk.turns.value, []);
  assert.equal(talk.problem.value?.message, 'Busy.');
});
