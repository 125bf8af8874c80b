/** Conversations in exports and imports of a site, without asks: these are transferred as questions. */
import {
  conversationChannels,
  conversationLimits,
  conversationStates,
  cutCharacters,
  type ExportedConversation,
} from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import { countImported } from '../../store/owners.ts';
import {
  type ConversationRow,
  conversationsAfter,
  countImportedMessages,
  importConversations,
  type ListedConversation,
} from '../../store/site/conversations.ts';
import { importMessages, type MessageRow, messagesFrom } from '../../store/site/messages.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { textBytes } from '../../store/site/transfers.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { emptyConversation } from './conversation-log.ts';

const atOnce = 100;

export async function* allConversations(
  reader: Reader,
  site: SiteRow,
): AsyncGenerator<readonly ExportedConversation[]> {
  let after = '';
  for (let isFull = true; isFull; ) {
    const rows = await conversationsAfter(reader, site.id, after, atOnce);
    const exported: ExportedConversation[] = [];
    for (const row of rows) exported.push(await exportConversation(reader, row));
    yield exported;
    after = rows.at(-1)?.id ?? after;
    isFull = rows.length === atOnce;
  }
}

async function exportConversation(
  reader: Reader,
  row: ListedConversation,
): Promise<ExportedConversation> {
  const messages: ExportedConversation['messages'] = [];
  let fromMs = 0;
  for (let isFull = true; isFull; ) {
    const rows = await messagesFrom(reader, row.site_id, row.id, fromMs, atOnce);
    for (const { id, kind, text, at, author } of rows)
      if (kind === 'visitor' || kind === 'person' || kind === 'assistant')
        messages.push({
          id,
          from: kind,
          text: text ?? '',
          at: isoTime(at),
          ...(author === null ? {} : { name: author }),
        });
    fromMs = (rows.at(-1)?.at ?? 0) + 1;
    isFull = rows.length === atOnce;
  }
  const { id, state, channel, language, name, contact } = row;
  return {
    ...{ id, state, channel, language, name, contact },
    created_at: isoTime(row.created_at),
    last_at: isoTime(row.last_at),
    messages,
  };
}

/**
 * Existing conversations stay. Imported ones are closed or in the state `assistant`: their visitors cannot be reached.
 * Returns how many were new, and in `ownerBytes` all bytes of the owner afterwards, or 0 if no message was new.
 */
export async function importBatch(
  tx: Writer,
  site: SiteRow,
  items: readonly ExportedConversation[],
) {
  if (items.length === 0) return { count: 0, ownerBytes: 0 };
  const count = await importConversations(
    tx,
    items.map((item) => conversationRow(site, item)),
  );
  let allBytes = 0;
  for (const { id, messages } of items) {
    const rows = timed(messages).map((message) => messageRow(site, id, message));
    let bytes = 0;
    for (let at = 0; at < rows.length; at += atOnce)
      for (const row of await importMessages(tx, rows.slice(at, at + atOnce)))
        bytes += textBytes(row);
    if (bytes > 0) await countImportedMessages(tx, site.id, id, bytes);
    allBytes += bytes;
  }
  const ownerBytes = allBytes > 0 ? await countImported(tx, site.id, allBytes) : 0;
  return { count, ownerBytes };
}

type Message = ExportedConversation['messages'][number];

/** Each message has a time of its own in its conversation: pages and streams continue after a time. */
function timed(messages: readonly Message[]): readonly (Omit<Message, 'at'> & { at: number })[] {
  let last = -1;
  return messages
    .map((message) => ({ ...message, at: Date.parse(message.at) }))
    .sort((one, other) => one.at - other.at)
    .map((message) => {
      last = Math.max(last + 1, message.at);
      return { ...message, at: last };
    });
}

function conversationRow(site: SiteRow, item: ExportedConversation): ConversationRow {
  const isClosed = item.state === conversationStates[3];
  return {
    ...emptyConversation,
    site_id: site.id,
    id: item.id,
    ...(isClosed && { state: 'closed' }),
    channel: conversationChannels.find((known) => known === item.channel) ?? 'web',
    language: item.language,
    name: item.name && cutCharacters(item.name, conversationLimits.nameCharactersMax),
    contact: item.contact && cutCharacters(item.contact, 200),
    created_at: Date.parse(item.created_at),
    last_at: Date.parse(item.last_at),
  };
}

function messageRow(
  site: SiteRow,
  conversation: string,
  { id, from, text, at, name }: ReturnType<typeof timed>[number],
): MessageRow {
  return {
    site_id: site.id,
    id: cutCharacters(id, 100),
    conversation,
    at,
    seq: null,
    kind: from,
    author: name === undefined ? null : cutCharacters(name, conversationLimits.nameCharactersMax),
    text: cutCharacters(text, conversationLimits.messageCharactersMax),
    delivery: null,
    fault: null,
    outside_id: null,
  };
}
