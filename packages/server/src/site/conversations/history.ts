import { cutCharacters, siteLimits } from '@baraza/contract';
import { messagesBefore } from '../../store/site/messages.ts';
import type { Reader } from '../../store/store.ts';
import { messagesIn } from './conversations-view.ts';

/** The last messages of a conversation as history of a question: it helps to understand, and is never evidence. */
export async function storedHistory(
  reader: Reader,
  siteId: string,
  conversation: string,
): Promise<{ role: 'user' | 'assistant'; content: string }[]> {
  const { historyEntriesMax, historyCharactersMax } = siteLimits;
  const newest = Number.MAX_SAFE_INTEGER;
  const rows = await messagesBefore(reader, siteId, conversation, newest, historyEntriesMax);
  return rows
    .toReversed()
    .flatMap(messagesIn)
    .slice(-historyEntriesMax)
    .map(({ message: { from, text } }) => ({
      role: from === 'visitor' ? 'user' : 'assistant',
      content: cutCharacters(text, historyCharactersMax),
    }));
}
