import type { Language, LeadStatus } from '@baraza/contract';
import { insertInto, listOf } from '../rows.ts';
import { type Query, type Reader, sql, type Writer } from '../store.ts';

export interface LeadRow {
  readonly site_id: string;
  readonly id: string;
  readonly name: string;
  readonly contact: string;
  readonly message: string;
  readonly received_at: number;
  readonly language: Language | null;
  readonly page: string | null;
  readonly question_id: string | null;
  readonly conversation: string | null;
  readonly status: LeadStatus;
  /** Hash of contact and message, to detect repeats. */
  readonly fingerprint: string;
}

interface LeadFilter {
  readonly statuses: readonly LeadStatus[];
  readonly sinceMs: number | undefined;
}

export const leadColumns = sql`site_id, id, name, contact, message, received_at, language, page, question_id,
  conversation, status, fingerprint`;

export function insertLead(tx: Writer, row: LeadRow): Promise<number> {
  return tx.run(insertInto('leads', leadColumns, [row]));
}

/** The newest with this content since a time. */
export function findSameLead(reader: Reader, siteId: string, fingerprint: string, sinceMs: number) {
  return reader.get<LeadRow>(sql`SELECT ${leadColumns} FROM leads WHERE site_id = ${siteId}
    AND fingerprint = ${fingerprint} AND received_at > ${sinceMs}
    ORDER BY received_at DESC LIMIT 1`);
}

export function findLead(reader: Reader, siteId: string, id: string): Promise<LeadRow | undefined> {
  return reader.get(sql`SELECT ${leadColumns} FROM leads WHERE site_id = ${siteId} AND id = ${id}`);
}

/** Newest first, after the position of a cursor. */
export function listLeads(
  reader: Reader,
  siteId: string,
  filter: LeadFilter,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<LeadRow[]> {
  const place = page.before === undefined ? sql`` : sql` AND id < ${page.before}`;
  return reader.all(sql`SELECT ${leadColumns} FROM leads WHERE ${matching(siteId, filter)}${place}
    ORDER BY id DESC LIMIT ${page.limit}`);
}

export function setLeadStatus(tx: Writer, siteId: string, id: string, status: LeadStatus) {
  return tx.run(sql`UPDATE leads SET status = ${status} WHERE site_id = ${siteId} AND id = ${id}`);
}

function matching(siteId: string, { statuses, sinceMs }: LeadFilter): Query {
  const since = sinceMs === undefined ? sql`` : sql` AND received_at >= ${sinceMs}`;
  return sql`site_id = ${siteId} AND status IN (${listOf(statuses)})${since}`;
}
