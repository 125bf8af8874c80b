/** Which question of a conversation a person's reply answers. */
import type { ConversationMessage } from '@baraza/contract';

/** What the visitor wrote, newest first; of the same words only the newest. */
export function questionsIn(
  messages: readonly ConversationMessage[],
): readonly ConversationMessage[] {
  const byText = new Map<string, ConversationMessage>();
  for (const one of messages.toReversed())
    if (one.from === 'visitor' && !byText.has(one.text.trim())) byText.set(one.text.trim(), one);
  return [...byText.values()];
}

/** The last message before the reply that the assistant has not answered, or else the last one before it. */
export function questionBefore(
  messages: readonly ConversationMessage[],
  reply: ConversationMessage,
): ConversationMessage | undefined {
  const at = messages.findIndex(({ id }) => id === reply.id);
  const asked = messages.slice(0, at).filter(({ from }) => from === 'visitor');
  const answered = new Set(messages.flatMap((one) => (one.answered === true ? one.question : [])));
  const last = asked.findLast(({ question }) => !answered.has(question)) ?? asked.at(-1);
  return questionsIn(messages).find(({ text }) => text.trim() === last?.text.trim());
}
