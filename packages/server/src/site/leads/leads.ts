import { hash } from 'node:crypto';
import {
  isConversationId,
  isId,
  type LeadRequest,
  type LeadsQuery,
  type SiteLead,
  siteLimits,
} from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import { absent } from '../../kernel/problem.ts';
import { decodeCursor } from '../../store/cursor.ts';
import { deleteItemsAbout } from '../../store/outbox.ts';
import { findConversation } from '../../store/site/conversations.ts';
import {
  findLead,
  findSameLead,
  insertLead,
  type LeadRow,
  listLeads,
  setLeadStatus,
} from '../../store/site/leads.ts';
import { messagesBefore } from '../../store/site/messages.ts';
import { findQuestion } from '../../store/site/questions.ts';
import { lockSite, type SiteRow } from '../../store/site/sites.ts';
import { countDay } from '../../store/site/usage.ts';
import { deleteVisits, visitTables } from '../../store/site/visits.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { isFromItsVisitor } from '../conversations/conversation-log.ts';
import { enqueueNotices, type NoticeContext, type NoticeTargets } from '../notices/notices.ts';
import type { VisitorInfo } from '../visits.ts';
import { allPages, pageOf } from './csv.ts';

type LeadContext = NoticeContext &
  Pick<Assistant, 'store' | 'profiles' | 'leadTally' | 'conversationSecrets'>;

/** Stores a lead. The same again within ten minutes, such as by a second press of a button, is not a second lead. */
export async function takeLead(context: LeadContext, visitorInfo: VisitorInfo, given: LeadRequest) {
  const { site } = visitorInfo;
  const { notify: targets } = await context.profiles.headOf(site);
  const taken = await context.store.write(async (tx) => {
    const nowMs = context.clock();
    const fingerprint = fingerprintOf(given);
    // So that repeated leads are detected exactly.
    await lockSite(tx, site.id);
    const same = await findSameLead(tx, site.id, fingerprint, nowMs - siteLimits.leadRepeatMs);
    const isSuspect = isFilled(given.website);
    // The first one filled the hidden field, as programs do; the repeat did not, so it is from a person.
    if (same?.status === 'suspect' && !isSuspect) {
      const row: LeadRow = { ...same, status: 'new' };
      await setLeadStatus(tx, site.id, row.id, row.status);
      await countAndNotify(context, tx, site, row, targets);
      return { row, isNew: false };
    }
    if (same !== undefined) return { row: same, isNew: false };
    const row: LeadRow = {
      site_id: site.id,
      id: context.makeId('lead'),
      name: given.name ?? '',
      contact: given.contact,
      message: given.message ?? '',
      received_at: nowMs,
      language: given.language ?? null,
      page: given.page ?? null,
      question_id:
        (await knownQuestion(tx, site, given.question_id)) ??
        (await lastUnanswered(context, tx, visitorInfo, given)),
      conversation: await ownConversation(context, tx, visitorInfo, given),
      status: isSuspect ? 'suspect' : 'new',
      fingerprint,
    };
    await insertLead(tx, row);
    if (!isSuspect) await countAndNotify(context, tx, site, row, targets);
    return { row, isNew: true };
  });
  const kind = taken.row.status === 'suspect' ? 'suspect' : 'new';
  context.leadTally.count(taken.isNew ? kind : 'repeated');
  return taken;
}

/** Counts a lead and notifies its owner. */
async function countAndNotify(
  context: NoticeContext,
  tx: Writer,
  site: SiteRow,
  row: LeadRow,
  targets: NoticeTargets,
): Promise<void> {
  const nowMs = context.clock();
  const notice = { type: 'lead.created', atMs: nowMs, data: viewLead(row) } as const;
  await enqueueNotices(context, tx, site, targets, notice);
  await countDay(tx, site.id, { leads: 1 }, nowMs);
}

/** Without a status, the suspect ones are left out. */
export async function pageOfLeads(
  reader: Reader,
  site: SiteRow,
  { status, since, cursor, limit = siteLimits.pageSizeDefault }: LeadsQuery,
) {
  const before = decodeCursor(cursor, (place) => isId('lead', place), 'next');
  const statuses = status === undefined ? (['new', 'done'] as const) : [status];
  const { rows, next } = await pageOf(limit, (rowsMax) =>
    listLeads(reader, site.id, { statuses, sinceMs: since }, { before, limit: rowsMax }),
  );
  return { leads: rows.map(viewLead), next };
}

/** All leads of a query in batches, for a file. */
export function allLeads(
  reader: Reader,
  site: SiteRow,
  query: LeadsQuery,
): AsyncGenerator<readonly SiteLead[]> {
  return allPages(query, async (page) => {
    const { leads: items, next } = await pageOfLeads(reader, site, page);
    return { items, next };
  });
}

export function changeLead(
  store: Store,
  site: SiteRow,
  id: string,
  status: LeadRow['status'],
): Promise<SiteLead> {
  return store.write(async (tx) => {
    const row = await requireLead(tx, site, id);
    await setLeadStatus(tx, site.id, id, status);
    return viewLead({ ...row, status });
  });
}

/** Deletes a lead with its notices that were not sent yet. */
export async function removeLead(store: Store, site: SiteRow, id: string): Promise<void> {
  await store.write(async (tx) => {
    await requireLead(tx, site, id);
    await deleteVisits(tx, visitTables.leads, site.id, [id]);
    await deleteItemsAbout(tx, site.id, { thing: id });
  });
}

export function viewLead(row: LeadRow): SiteLead {
  const { site_id: _site, fingerprint: _fingerprint, received_at, ...lead } = row;
  return { ...lead, received_at: isoTime(received_at) };
}

async function requireLead(reader: Reader, site: SiteRow, id: string): Promise<LeadRow> {
  const row = isId('lead', id) ? await findLead(reader, site.id, id) : undefined;
  if (row === undefined) throw absent('lead');
  return row;
}

// A lead is stored even if its question does not exist.
async function knownQuestion(
  reader: Reader,
  site: SiteRow,
  id: string | undefined,
): Promise<string | null> {
  if (id === undefined || !isId('question', id)) return null;
  return (await findQuestion(reader, site.id, id))?.id ?? null;
}

/**
 * The conversation that a lead belongs to: its contact is shown there, and its messages are exported and erased as
 * those of the contact. So one that knows its visitor, or is of a channel, takes no lead of anybody else.
 */
async function ownConversation(
  context: LeadContext,
  reader: Reader,
  { site, visitor, secret }: VisitorInfo,
  { conversation: id, conversation_secret }: LeadRequest,
): Promise<string | null> {
  if (id === undefined) return null;
  const row = await knownConversation(reader, site, id);
  // A label, a conversation to come, or one of an application whose visitors have no id.
  if (row === undefined || (row.channel === 'web' && row.visitor_hash === null)) return id;
  const from = { visitor, secret: conversation_secret ?? secret };
  return isFromItsVisitor(context, row, from) ? id : null;
}

async function knownConversation(reader: Reader, { id: siteId }: SiteRow, id: string | undefined) {
  return id !== undefined && isConversationId(id)
    ? findConversation(reader, siteId, id)
    : undefined;
}

const searchedMax = 100;

/** The last unanswered question of the conversation, if the request is from its visitor. */
async function lastUnanswered(
  context: LeadContext,
  reader: Reader,
  { site, visitor, secret }: VisitorInfo,
  { conversation: id, conversation_secret }: LeadRequest,
): Promise<string | null> {
  const row = await knownConversation(reader, site, id);
  const from = { visitor, secret: conversation_secret ?? secret };
  if (row === undefined || !isFromItsVisitor(context, row, from)) return null;
  const newest = await messagesBefore(
    reader,
    site.id,
    row.id,
    Number.MAX_SAFE_INTEGER,
    searchedMax,
  );
  return newest.find(({ kind, answered }) => kind === 'ask' && answered === 0)?.id ?? null;
}

export function fingerprintOf(lead: Pick<LeadRequest, 'contact' | 'message'>): string {
  return hash('sha256', `${lead.contact}\0${lead.message ?? ''}`, 'base64url');
}

function isFilled(website: unknown): boolean {
  return website !== undefined && website !== null && website !== '' && website !== false;
}
