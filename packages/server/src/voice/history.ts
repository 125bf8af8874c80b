import { siteLimits } from '@baraza/contract';

export interface Entry {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** What was said in a session, as the next question is to be understood by it: only what was heard. */
interface History {
  readonly asked: (answer: string, question: string) => void;
  readonly heard: (answer: string, text: string) => void;
  readonly entries: () => readonly Entry[];
}

export function createHistory(before: readonly Entry[]): History {
  let exchanges: { readonly answer: string; readonly question: string; readonly text: string }[] =
    [];
  return {
    asked: (answer, question) => {
      exchanges = [...exchanges, { answer, question, text: '' }].slice(
        -siteLimits.historyEntriesMax,
      );
    },
    heard: (answer, text) => {
      exchanges = exchanges.map((entry) => (entry.answer === answer ? { ...entry, text } : entry));
    },
    entries: () => {
      const said = exchanges.flatMap(({ question, text }): Entry[] => [
        { role: 'user', content: question },
        ...(text === '' ? [] : [{ role: 'assistant' as const, content: text }]),
      ]);
      return [...before, ...said].slice(-siteLimits.historyEntriesMax);
    },
  };
}
