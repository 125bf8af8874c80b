import { siteLimits } from '@baraza/contract';

export interface HistoryEntry {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Conversation history for the next question; of an interrupted answer only the part that was played. */
interface History {
  readonly addQuestion: (answer: string, question: string) => void;
  readonly setAnswer: (answer: string, text: string) => void;
  readonly entries: () => readonly HistoryEntry[];
}

export function createHistory(before: readonly HistoryEntry[]): History {
  let exchanges: { readonly answer: string; readonly question: string; readonly text: string }[] =
    [];
  return {
    addQuestion: (answer, question) => {
      exchanges = [...exchanges, { answer, question, text: '' }].slice(
        -siteLimits.historyEntriesMax,
      );
    },
    setAnswer: (answer, text) => {
      exchanges = exchanges.map((entry) => (entry.answer === answer ? { ...entry, text } : entry));
    },
    entries: () => {
      const entries = exchanges.flatMap(({ question, text }): HistoryEntry[] => [
        { role: 'user', content: question },
        ...(text === '' ? [] : [{ role: 'assistant' as const, content: text }]),
      ]);
      return [...before, ...entries].slice(-siteLimits.historyEntriesMax);
    },
  };
}
