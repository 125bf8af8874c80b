import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiProblem } from '../../../api/problem.ts';
import { openConversation } from './conversation.ts';

const event = (data: unknown) => ({ id: undefined, event: 'message', data: JSON.stringify(data) });

test('an answer comes word by word, and the next question is sent with what was said before', async () => {
  const bodies: unknown[] = [];
  const talk = openConversation('res_1', async (_method, _path, { body }, onEvent) => {
    bodies.push(body);
    onEvent(event({ type: 'token', text: 'Yes, ' }));
    assert.equal(talk.turns.value.at(-1)?.content, 'Yes, ');
    onEvent(event({ type: 'token', text: 'we do.' }));
    onEvent(event({ type: 'done', model: 'builtin' }));
  });
  await talk.ask('Do you deliver?');
  await talk.ask('Where?');
  assert.equal(talk.turns.value.length, 4);
  assert.equal(talk.turns.value[1]?.done?.model, 'builtin');
  assert.deepEqual((bodies[1] as { messages: unknown }).messages, [
    { role: 'user', content: 'Do you deliver?' },
    { role: 'assistant', content: 'Yes, we do.' },
    { role: 'user', content: 'Where?' },
  ]);
});

test('stopping keeps what was written; a stream that just ends is said to be cut', async () => {
  const talk = openConversation('res_1', async (_method, _path, { signal }, onEvent) => {
    onEvent(event({ type: 'token', text: 'Half' }));
    talk.stop();
    signal?.throwIfAborted();
  });
  await talk.ask('Tell me all');
  const [, answer] = talk.turns.value;
  assert.deepEqual([answer?.content, answer?.end], ['Half', 'stopped']);
  assert.equal(talk.isWriting.value, false);
  const cut = openConversation('res_1', async () => {});
  await cut.ask('x');
  assert.equal(cut.turns.value[1]?.end, 'cut');
});

test('a refusal leaves the conversation as it was, with the sentence of the server', async () => {
  const refusal = new ApiProblem({ sentence: 'Busy.', code: 'busy', status: 503 });
  const talk = openConversation('res_1', () => Promise.reject(refusal));
  await talk.ask('x');
  assert.deepEqual(talk.turns.value, []);
  assert.equal(talk.problem.value, refusal);
});
