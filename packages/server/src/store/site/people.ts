/** What is stored about one person, found by a contact. */

import { deleteItemsAbout } from '../outbox.ts';
import { typed } from '../rows.ts';
import { type Query, type Reader, sql, type Writer } from '../store.ts';
import { deleteAsksOf } from './asks.ts';
import type { LeadRow } from './leads.ts';
import { deleteVisits, visitTables } from './visits.ts';

/** The same expression as in the indexes `leads_by_contact` and `conversations_by_contact`. */
function folded(contact: Query): Query {
  return sql`(CASE WHEN replace(${contact}, '@', '') <> ${contact} THEN lower(${contact})
  ELSE lower(replace(replace(replace(replace(replace(replace(${contact}, ' ', ''), '-', ''), '(', ''), ')', ''),
    '+', ''), '.', '')) END)`;
}

const column = folded(sql`contact`);

function isContact(contact: string): Query {
  return sql`${column} = ${folded(sql`${typed('text', contact)}`)}`;
}

/** In the order of their ids. */
interface Page {
  readonly after: string;
  readonly limit: number;
}

export function leadsOfPerson(
  reader: Reader,
  siteId: string,
  contact: string,
  { after, limit }: Page,
): Promise<Pick<LeadRow, 'id' | 'question_id' | 'conversation'>[]> {
  return reader.all(sql`SELECT id, question_id, conversation FROM leads
    WHERE site_id = ${siteId} AND ${isContact(contact)} AND id > ${after} ORDER BY id LIMIT ${limit}`);
}

/** Also by the id in a channel: visitors may have no number or name there. */
export function conversationsOfPerson(
  reader: Reader,
  siteId: string,
  contact: string,
  { after, limit }: Page,
): Promise<{ readonly id: string }[]> {
  return reader.all(sql`SELECT id FROM (
      SELECT id FROM conversations
        WHERE site_id = ${siteId} AND contact IS NOT NULL AND ${isContact(contact)}
      UNION SELECT id FROM conversations
        WHERE site_id = ${siteId} AND channel IN ('whatsapp', 'telegram') AND peer = ${contact}
    ) AS found WHERE id > ${after} ORDER BY id LIMIT ${limit}`);
}

/** All contacts of a site under which people are known, some of them repeatedly. */
export function contactsOf(reader: Reader, siteId: string) {
  return reader.all<{ contact: string }>(sql`SELECT contact FROM leads WHERE site_id = ${siteId}
    UNION ALL SELECT contact FROM conversations WHERE site_id = ${siteId} AND contact IS NOT NULL
    UNION ALL SELECT peer FROM conversations WHERE site_id = ${siteId} AND peer IS NOT NULL`);
}

/** Questions whose label is not a conversation. */
export function questionsLabelled(
  reader: Reader,
  siteId: string,
  label: string,
  { after, limit }: Page,
): Promise<{ readonly id: string }[]> {
  return reader.all(sql`SELECT id FROM questions
    WHERE site_id = ${siteId} AND conversation = ${label} AND id > ${after} ORDER BY id LIMIT ${limit}`);
}

export async function deletePersonRows(
  tx: Writer,
  siteId: string,
  { leads, questions }: { leads: readonly string[]; questions: readonly string[] },
) {
  for (const id of [...leads, ...questions]) await deleteItemsAbout(tx, siteId, { thing: id });
  await deleteAsksOf(tx, siteId, questions);
  await deleteVisits(tx, visitTables.messages, siteId, questions);
  return {
    leads: await deleteVisits(tx, visitTables.leads, siteId, leads),
    questions: await deleteVisits(tx, visitTables.questions, siteId, questions),
  };
}
