import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConversationMessage } from '@baraza/contract';
import { questionBefore, questionsIn } from './asked.ts';

const at = '2026-01-01T00:00:00.000Z';

function visitor(id: string, text: string, question?: string): ConversationMessage {
  return { id, from: 'visitor', text, at, ...(question && { question }) };
}

function answer(question: string, answered: boolean): ConversationMessage {
  return { id: `a-${question}`, from: 'assistant', text: '…', at, answered, question };
}

const reply: ConversationMessage = { id: 'reply', from: 'person', text: 'Sixty.', at };

test('a reply is about the last question that the assistant has not answered, also to a person', () => {
  const talk = [
    visitor('m1', 'How much are buns?', 'q1'),
    answer('q1', false),
    visitor('m2', 'Are you open?', 'q2'),
    answer('q2', true),
  ];
  assert.equal(questionBefore([...talk, reply], reply)?.id, 'm1');
  assert.equal(questionBefore([...talk, visitor('m3', 'And cakes?'), reply], reply)?.id, 'm3');
  assert.equal(questionBefore([...talk.slice(2), reply], reply)?.id, 'm2');
  assert.equal(questionBefore([reply, ...talk], reply), undefined);
});

test('the same words are one question, the newest first', () => {
  const talk = [visitor('m1', 'Open?'), visitor('m2', 'Where?'), visitor('m3', 'Open? ')];
  assert.deepEqual(
    questionsIn(talk).map(({ id }) => id),
    ['m3', 'm2'],
  );
});
