/** A conversation with an assistant, kept in memory alone. */
import { type Signal, signal } from '@preact/signals';
import { ApiProblem } from '../../../api/problem.ts';
import { readEvents } from '../../../api/stream.ts';
import { platformPath } from '../resource-api.ts';

export interface Source {
  readonly id: string;
  readonly title: string;
  readonly quote: string;
  readonly resourceId?: string;
  readonly recordId?: string;
  readonly key?: string;
  readonly page?: number;
  readonly row?: number;
}

interface Done {
  readonly finishReason: string;
  readonly model: string;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  readonly sources?: readonly Source[];
  readonly warnings?: readonly { readonly key?: string; readonly message: string }[];
  readonly error?: { readonly code: string; readonly error: string };
}

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly end?: 'done' | 'stopped' | 'cut';
  readonly done?: Done;
}

interface Conversation {
  readonly turns: Signal<readonly Turn[]>;
  readonly isWriting: Signal<boolean>;
  readonly problem: Signal<ApiProblem | undefined>;
  readonly ask: (question: string) => Promise<void>;
  readonly stop: () => void;
  readonly clear: () => void;
}

type Read = typeof readEvents;

export function openConversation(assistant: string, read: Read = readEvents): Conversation {
  const turns = signal<readonly Turn[]>([]);
  const isWriting = signal(false);
  const problem = signal<ApiProblem | undefined>(undefined);
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
      await read(
        'POST',
        `${platformPath}/ai`,
        {
          body: { assistant, messages: sent([...before, asked]), stream: true },
          signal: mine.signal,
        },
        ({ data }) => {
          const event = JSON.parse(data) as { readonly type: string; readonly text?: string };
          if (event.type === 'token') write({ content: answer.content + (event.text ?? '') });
          if (event.type === 'done') write({ end: 'done', done: event as unknown as Done });
        },
      );
      // A stream that ends without its last event was cut on the way.
      if (answer.end === undefined) write({ end: 'cut' });
    } catch (error) {
      if (mine.signal.aborted) write({ end: 'stopped' });
      else if (!(error instanceof ApiProblem)) write({ end: 'cut' });
      else if (current === mine) {
        problem.value = error;
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

/** The newest that fit: 20 KB in all are read, and a character is up to four bytes. */
function sent(turns: readonly Turn[]): readonly Pick<Turn, 'role' | 'content'>[] {
  const kept: Pick<Turn, 'role' | 'content'>[] = [];
  let characters = 0;
  for (const { role, content } of turns.slice(-messagesMax).toReversed()) {
    characters += content.length;
    if (kept.length > 0 && characters > charactersMax) break;
    if (content !== '') kept.unshift({ role, content });
  }
  return kept;
}
