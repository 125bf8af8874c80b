import { siteLimits } from '@baraza/contract';

export interface HistoryEntry {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Conversation history for the next question; of an interrupted answer only the part that was played. */
export function createHistory(before: readonly HistoryEntry[]) {
  let exchanges: { readonly answer: string; readonly question: string; readonly text: string }[] =
    [];
  return {
    addQuestion: (answer: string, question: string) => {
      exchanges = [...exchanges, { answer, question, text: '' }].slice(
        -siteLimits.historyEntriesMax,
      );
    },
    setAnswer: (answer: string, text: string) => {
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
