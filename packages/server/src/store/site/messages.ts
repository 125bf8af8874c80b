/** Messages of conversations. Question and answer of an ask are read from `questions`. */
import { movingSite } from '../../kernel/problem.ts';
import { hasRows, insertInto, listOf, readNumber, typed } from '../rows.ts';
import { type Query, type Reader, sql, type Writer } from '../store.ts';
import { deleteAsksOf } from './asks.ts';
import { keyShare } from './frozen-sites.ts';
import { deleteVisits, visitTables } from './visits.ts';

export interface MessageRow {
  readonly site_id: string;
  /** The id of the question if `kind` is `ask`. */
  readonly id: string;
  readonly conversation: string;
  /** Unique in its conversation. */
  readonly at: number;
  /** Its position in the feed of the site; the answer of an ask has the next one. */
  readonly seq: number | null;
  /** `state`: the conversation has changed to the state in `text`. */
  readonly kind: 'ask' | 'visitor' | 'assistant' | 'person' | 'state';
  /** The name of the person who wrote it or changed the state. */
  readonly author: string | null;
  /** Null if `kind` is `ask`. */
  readonly text: string | null;
  /** In a channel only, for what is sent to the visitor. */
  readonly delivery: 'pending' | 'sent' | 'failed' | null;
  readonly fault: string | null;
  /** Its id in the channel. */
  readonly outside_id: string | null;
}

/** A message with the columns of its question, if it has one. */
export interface ReadMessage extends MessageRow {
  readonly question: string | null;
  readonly answer: string | null;
  readonly answered: number | null;
}

const columns = sql`site_id, id, conversation, at, seq, kind, author, text, delivery, fault, outside_id`;
const selectMessages = sql`SELECT messages.site_id, messages.id, messages.conversation, messages.at, messages.seq,
    messages.kind, messages.author, messages.text, messages.delivery, messages.fault, messages.outside_id,
    questions.question, questions.answer, questions.answered
  FROM messages LEFT JOIN questions
    ON questions.site_id = messages.site_id AND questions.id = messages.id`;

export function insertMessage(tx: Writer, row: MessageRow): Promise<number> {
  return tx.run(insertInto('messages', columns, [row]));
}

/** Returns those that were new; existing ones are not changed. */
export async function importMessages(tx: Writer, rows: readonly MessageRow[]) {
  const added = await tx.all<{ id: string }>(
    sql`${insertInto('messages', columns, rows)} ON CONFLICT (site_id, id) DO NOTHING RETURNING id`,
  );
  const ids = new Set(added.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

/** Puts questions into their conversations, if these exist. */
export function joinQuestions(tx: Writer, siteId: string, ids: readonly string[]): Promise<number> {
  return tx.run(sql`INSERT INTO messages (site_id, id, conversation, at, kind)
    SELECT questions.site_id, questions.id, conversations.id, questions.asked_at, 'ask'
    FROM questions JOIN conversations ON conversations.site_id = questions.site_id
      AND conversations.id = questions.conversation
    WHERE questions.site_id = ${siteId} AND questions.id IN (${listOf(ids)})
    ON CONFLICT (site_id, id) DO NOTHING`);
}

/**
 * Takes positions in the feed of a site; returns the first. A frozen site takes no messages. The row stays locked until
 * the commit, so that positions become visible in their order.
 */
export async function takePositions(tx: Writer, siteId: string, count: number): Promise<number> {
  const last = await readNumber(
    tx,
    sql`INSERT INTO message_feeds (site_id, seq) SELECT id, ${typed('bigint', count)}
      FROM (SELECT id FROM sites WHERE id = ${siteId} AND status <> 'frozen'${keyShare}) AS taking WHERE true
      ON CONFLICT (site_id) DO UPDATE SET seq = message_feeds.seq + excluded.seq RETURNING seq`,
  );
  if (last === 0) throw movingSite();
  return last - count + 1;
}

export function lastPosition(reader: Reader, siteId: string): Promise<number> {
  return readNumber(reader, sql`SELECT seq FROM message_feeds WHERE site_id = ${siteId}`);
}

/** From a position of the feed on, in order. */
export function feedFrom(reader: Reader, siteId: string, seq: number, limit: number) {
  return reader.all<ReadMessage>(sql`${selectMessages} WHERE messages.site_id = ${siteId} AND messages.seq >= ${seq}
    ORDER BY messages.seq LIMIT ${limit}`);
}

/** The messages of one conversation, from a time on, in order. */
export function messagesFrom(
  reader: Reader,
  siteId: string,
  conversation: string,
  atMs: number,
  limit: number,
): Promise<ReadMessage[]> {
  return reader.all(sql`${selectMessages} WHERE messages.site_id = ${siteId}
    AND messages.conversation = ${conversation} AND messages.at >= ${atMs}
    ORDER BY messages.at LIMIT ${limit}`);
}

/** The messages of one conversation before a time, the last one first. */
export function messagesBefore(
  reader: Reader,
  siteId: string,
  conversation: string,
  beforeMs: number,
  limit: number,
): Promise<ReadMessage[]> {
  return reader.all(sql`${selectMessages} WHERE messages.site_id = ${siteId}
    AND messages.conversation = ${conversation} AND messages.at < ${beforeMs}
    ORDER BY messages.at DESC LIMIT ${limit}`);
}

/** The last message of each conversation, unordered. */
export function lastMessages(reader: Reader, siteId: string, conversations: readonly string[]) {
  return reader.all<ReadMessage>(sql`${selectMessages} JOIN conversations ON conversations.site_id = messages.site_id
      AND conversations.id = messages.conversation
    WHERE conversations.site_id = ${siteId} AND conversations.id IN (${listOf(conversations)})
      AND messages.at = (SELECT max(latest.at) FROM messages latest
        WHERE latest.site_id = conversations.site_id AND latest.conversation = conversations.id
          AND latest.kind <> 'state')`);
}

/** What became of a message that was sent in a channel. */
export function setDelivery(
  tx: Writer,
  siteId: string,
  which: Query,
  { delivery, fault, outside_id }: Pick<MessageRow, 'delivery' | 'fault'> & Partial<MessageRow>,
): Promise<number> {
  const outside = outside_id === undefined ? sql`` : sql`, outside_id = ${outside_id}`;
  return tx.run(sql`UPDATE messages SET delivery = ${delivery}, fault = ${fault}${outside}
    WHERE site_id = ${siteId} AND ${which}`);
}

/** Notes that the service has accepted a message; a failed delivery stays failed. */
export function noteAccepted(
  tx: Writer,
  siteId: string,
  { id, outside_id }: Pick<MessageRow, 'id' | 'outside_id'>,
): Promise<number> {
  return tx.run(sql`UPDATE messages SET outside_id = ${outside_id},
      delivery = CASE WHEN delivery = 'pending' THEN 'sent' ELSE delivery END
    WHERE site_id = ${siteId} AND id = ${id} AND delivery IS NOT NULL AND outside_id IS NULL`);
}

/** Whether the service has accepted a message. */
export async function isAccepted(reader: Reader, siteId: string, id: string): Promise<boolean> {
  const query = sql`SELECT 1 FROM messages WHERE site_id = ${siteId} AND id = ${id} AND outside_id IS NOT NULL`;
  return hasRows(reader, query);
}

export function deleteMessage(tx: Writer, siteId: string, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM messages WHERE site_id = ${siteId} AND id = ${id}`);
}

/** Deletes messages of a conversation with their questions. */
export async function deleteSomeMessages(
  tx: Writer,
  siteId: string,
  conversation: string,
  limit: number,
): Promise<{ readonly messages: number; readonly questions: number }> {
  const ids = (
    await tx.all<{ readonly id: string }>(sql`SELECT id FROM messages
      WHERE site_id = ${siteId} AND conversation = ${conversation} ORDER BY at LIMIT ${limit}`)
  ).map(({ id }) => id);
  if (ids.length === 0) return { messages: 0, questions: 0 };
  const questions = await deleteVisits(tx, visitTables.questions, siteId, ids);
  await deleteAsksOf(tx, siteId, ids);
  const messages = await deleteVisits(tx, visitTables.messages, siteId, ids);
  return { messages, questions };
}
