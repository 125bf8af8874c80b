/** A conversation with an assistant, in memory only. */
import type { PlatformClient } from '@baraza/client';
import type { GenerationDone } from '@baraza/contract';
import { signal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { type ApiProblem, asProblem } from '../../../api/problem.ts';

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly end?: 'done' | 'stopped' | 'cut';
  readonly done?: GenerationDone;
}

export function openConversation(
  assistant: string,
  stream: PlatformClient['ai']['stream'] = client.platform.ai.stream,
) {
  const turns = signal<readonly Turn[]>([]);
  const isWriting = signal(false);
  const problem = signal<ApiProblem>();
  let current = new AbortController();

  const ask = async (question: string) => {
    if (isWriting.peek() || question.trim() === '') return;
    const before = turns.peek();
    const mine = new AbortController();
    current = mine;
    isWriting.value = true;
    problem.value = undefined;
    const asked: Turn = { role: 'user', content: question.trim() };
    let answer: Turn = { role: 'assistant', content: '' };
    const write = (next: Partial<Turn>) => {
      answer = { ...answer, ...next };
      if (current === mine) turns.value = [...before, asked, answer];
    };
    write({});
    try {
      const request = { assistant, messages: sent([...before, asked]) };
      for await (const event of stream(request, { signal: mine.signal }))
        if (event.type === 'token') write({ content: answer.content + event.text });
        else write({ end: 'done', done: event });
    } catch (error) {
      if (mine.signal.aborted) return write({ end: 'stopped' });
      const found = asProblem(error);
      // If the connection breaks off, the received part stays.
      if (answer.content !== '' && found.code === 'offline') write({ end: 'cut' });
      else if (current === mine) {
        problem.value = found;
        turns.value = before;
      }
    } finally {
      if (current === mine) isWriting.value = false;
    }
  };
  return {
    turns,
    isWriting,
    problem,
    ask,
    stop: () => current.abort(),
    clear: () => {
      current.abort();
      current = new AbortController();
      turns.value = [];
      isWriting.value = false;
      problem.value = undefined;
    },
  };
}

const messagesMax = 20;
const charactersMax = 5_000;

/** The newest messages that fit: the server reads 20 KB, and a character has up to four bytes. */
function sent(turns: readonly Turn[]): Pick<Turn, 'role' | 'content'>[] {
  const kept: Pick<Turn, 'role' | 'content'>[] = [];
  let characters = 0;
  for (const { role, content } of turns.slice(-messagesMax).toReversed()) {
    characters += content.length;
    if (kept.length > 0 && characters > charactersMax) break;
    if (content !== '') kept.unshift({ role, content });
  }
  return kept;
}
