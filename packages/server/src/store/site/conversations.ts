import {
  type ConversationChannel,
  type ConversationState,
  conversationStates,
  type Language,
} from '@baraza/contract';
import { insertInto } from '../rows.ts';
import { forChange, joinQueries, type Query, type Reader, sql, type Writer } from '../store.ts';
import { isTaking } from './frozen-sites.ts';

export interface ConversationRow {
  readonly site_id: string;
  readonly id: string;
  /** After `person_until`, `person` counts as `assistant`. */
  readonly state: ConversationState;
  readonly channel: ConversationChannel;
  readonly language: Language | null;
  /** The visitor's id in a channel; null on the web. */
  readonly peer: string | null;
  readonly name: string | null;
  /** Known from the channel; contacts that visitors leave are leads. */
  readonly contact: string | null;
  readonly secret_hash: string | null;
  /** The visitor who began it; null in a channel, and for callers that send no id of their visitor. */
  readonly visitor_hash: string | null;
  /** The name of the person who has the conversation, or had it last. */
  readonly person: string | null;
  /** From this time on the assistant answers again, unless the person writes before it. */
  readonly person_until: number | null;
  /** When a person wrote last. */
  readonly person_at: number | null;
  /** When the visitor wrote last. */
  readonly visitor_at: number | null;
  readonly opted_out_at: number | null;
  readonly unread: number;
  readonly created_at: number;
  /** The time of its last message; each further message gets a later time. */
  readonly last_at: number;
}

/** A conversation with the last contact, and the last name, that the visitor left. */
export interface ListedConversation extends ConversationRow {
  readonly lead_contact: string | null;
  readonly lead_name: string | null;
}

const columns = sql`site_id, id, state, channel, language, peer, name, contact, secret_hash, visitor_hash, person,
  person_until, person_at, visitor_at, opted_out_at, unread, created_at, last_at`;
const leadOf = sql`FROM leads WHERE leads.site_id = conversations.site_id
  AND leads.conversation = conversations.id`;
const listed = sql`${columns},
  (SELECT leads.contact ${leadOf} ORDER BY leads.id DESC LIMIT 1) AS lead_contact,
  (SELECT leads.name ${leadOf} AND leads.name <> '' ORDER BY leads.id DESC LIMIT 1) AS lead_name`;

export function findConversation(reader: Reader, siteId: string, id: string) {
  return reader.get<ConversationRow>(sql`SELECT ${columns} FROM conversations
    WHERE site_id = ${siteId} AND id = ${id}`);
}

export function findListed(reader: Reader, siteId: string, id: string) {
  return reader.get<ListedConversation>(sql`SELECT ${listed} FROM conversations
    WHERE site_id = ${siteId} AND id = ${id}`);
}

export function findPeer(
  reader: Reader,
  siteId: string,
  channel: ConversationChannel,
  peer: string,
): Promise<ConversationRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM conversations
    WHERE site_id = ${siteId} AND channel = ${channel} AND peer = ${peer}`);
}

/** The row with a lock until the transaction ends. */
export function lockConversation(tx: Writer, siteId: string, id: string) {
  return tx.get<ConversationRow>(sql`SELECT ${columns} FROM conversations
    WHERE site_id = ${siteId} AND id = ${id}${forChange}`);
}

/** Returns 0 if the conversation exists already. */
export function insertConversation(tx: Writer, row: ConversationRow): Promise<number> {
  return tx.run(sql`${insertInto('conversations', columns, [row])} ON CONFLICT DO NOTHING`);
}

/** The caller must have locked the row. */
export function updateConversation(tx: Writer, row: ConversationRow): Promise<number> {
  return tx.run(sql`UPDATE conversations SET state = ${row.state}, language = ${row.language},
      peer = ${row.peer}, name = ${row.name}, contact = ${row.contact}, secret_hash = ${row.secret_hash},
      person = ${row.person}, person_until = ${row.person_until}, person_at = ${row.person_at},
      visitor_at = ${row.visitor_at}, opted_out_at = ${row.opted_out_at}, unread = ${row.unread},
      last_at = ${row.last_at}
    WHERE site_id = ${row.site_id} AND id = ${row.id}`);
}

interface ConversationFilter {
  readonly state: ConversationState | undefined;
  readonly channel: ConversationChannel | undefined;
}

/** Newest first; `before` is the last one of the previous page. */
export function listConversations(
  reader: Reader,
  siteId: string,
  { state, channel }: ConversationFilter,
  page: {
    readonly before: { readonly atMs: number; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<ListedConversation[]> {
  const { before } = page;
  const conditions: Query[] = [
    sql`site_id = ${siteId}`,
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(channel === undefined ? [] : [sql`channel = ${channel}`]),
    ...(before === undefined ? [] : [sql`(last_at, id) < (${before.atMs}, ${before.id})`]),
  ];
  return reader.all(sql`SELECT ${listed} FROM conversations WHERE ${joinQueries(conditions, ' AND ')}
    ORDER BY last_at DESC, id DESC LIMIT ${page.limit}`);
}

/** How many have each state; counts no further than 1,000 of a state. */
export async function countConversations(
  reader: Reader,
  siteId: string,
): Promise<Record<ConversationState, number>> {
  const count = (state: ConversationState) =>
    sql`SELECT ${state} AS state, count(*) AS amount FROM (SELECT 1 FROM conversations
      WHERE site_id = ${siteId} AND state = ${state} LIMIT 1000) AS counted`;
  const rows = await reader.all<{ state: ConversationState; amount: number | string }>(
    joinQueries(conversationStates.map(count), ' UNION ALL '),
  );
  const counted = { assistant: 0, waiting: 0, person: 0, closed: 0 };
  for (const { state, amount } of rows) counted[state] = Number(amount);
  return counted;
}

/** Conversations that a person has had for too long without a message. */
export function overdueConversations(reader: Reader, nowMs: number, limit: number) {
  return reader.all<Pick<ConversationRow, 'site_id' | 'id'>>(sql`SELECT site_id, id
    FROM conversations
    WHERE state = 'person' AND person_until <= ${nowMs}
      AND ${isTaking}
    ORDER BY person_until LIMIT ${limit}`);
}

/** In the order of their ids, for an export. */
export function conversationsAfter(reader: Reader, siteId: string, after: string, limit: number) {
  return reader.all<ListedConversation>(sql`SELECT ${listed} FROM conversations
    WHERE site_id = ${siteId} AND id > ${after} ORDER BY id LIMIT ${limit}`);
}

/** Adds bytes of imported messages to a conversation. */
export function countImportedMessages(tx: Writer, siteId: string, id: string, bytes: number) {
  return tx.run(sql`UPDATE conversations SET imported_bytes = imported_bytes + ${bytes}
    WHERE site_id = ${siteId} AND id = ${id}`);
}

export function importConversations(tx: Writer, rows: readonly ConversationRow[]): Promise<number> {
  return tx.run(sql`${insertInto('conversations', columns, rows)} ON CONFLICT DO NOTHING`);
}
