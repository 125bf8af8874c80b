import type { Language, LeadStatus } from '@baraza/contract';
import { giveImported } from '../owners.ts';
import { hasRows, insertInto, listOf } from '../rows.ts';
import { forChange, type Query, type Reader, sql, type Writer } from '../store.ts';

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

/** Row lock on the site until the transaction ends, so that repeated leads are detected exactly. */
export async function holdLeads(tx: Writer, siteId: string): Promise<void> {
  await tx.get(sql`SELECT id FROM sites WHERE id = ${siteId}${forChange}`);
}

export const leadColumns = sql`site_id, id, name, contact, message, received_at, language, page, question_id,
  conversation, status, fingerprint`;

export function insertLead(tx: Writer, row: LeadRow): Promise<number> {
  return tx.run(insertInto('leads', leadColumns, [row]));
}

/** The newest with this content since a time. */
export function findSameLead(
  reader: Reader,
  siteId: string,
  fingerprint: string,
  sinceMs: number,
): Promise<LeadRow | undefined> {
  return reader.get(sql`SELECT ${leadColumns} FROM leads WHERE site_id = ${siteId}
    AND fingerprint = ${fingerprint} AND received_at > ${sinceMs}
    ORDER BY received_at DESC LIMIT 1`);
}

export function findLead(reader: Reader, siteId: string, id: string): Promise<LeadRow | undefined> {
  return reader.get(sql`SELECT ${leadColumns} FROM leads WHERE site_id = ${siteId} AND id = ${id}`);
}

/** Newest first, after the place of a cursor. */
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

export function setLeadStatus(
  tx: Writer,
  siteId: string,
  id: string,
  status: LeadStatus,
): Promise<number> {
  return tx.run(sql`UPDATE leads SET status = ${status} WHERE site_id = ${siteId} AND id = ${id}`);
}

export async function deleteLeads(
  tx: Writer,
  siteId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const gone = await tx.all<ImportedRow>(sql`DELETE FROM leads
    WHERE site_id = ${siteId} AND id IN (${listOf(ids)}) RETURNING imported_bytes`);
  return giveImported(tx, siteId, gone);
}

interface ImportedRow {
  /** 0 unless it was imported. */
  readonly imported_bytes: number;
}

export function hasLeadsBefore(reader: Reader, siteId: string, beforeMs: number): Promise<boolean> {
  return hasRows(
    reader,
    sql`SELECT 1 FROM leads WHERE site_id = ${siteId} AND received_at < ${beforeMs} LIMIT 1`,
  );
}

/** At most `limit` at once, so that no writer waits for long. */
export async function pruneLeads(
  tx: Writer,
  siteId: string,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const gone = await tx.all<ImportedRow>(sql`DELETE FROM leads WHERE site_id = ${siteId} AND id IN
    (SELECT id FROM leads WHERE site_id = ${siteId} AND received_at < ${beforeMs}
      ORDER BY received_at LIMIT ${limit}) RETURNING imported_bytes`);
  return giveImported(tx, siteId, gone);
}

function matching(siteId: string, { statuses, sinceMs }: LeadFilter): Query {
  const since = sinceMs === undefined ? sql`` : sql` AND received_at >= ${sinceMs}`;
  return sql`site_id = ${siteId} AND status IN (${listOf(statuses)})${since}`;
}
