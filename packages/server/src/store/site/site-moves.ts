/** Moves of sites between servers: those that leave, those that arrive, and where sites went. */
import { hasRows, insertInto, listOf, readNumber, readValue } from '../rows.ts';
import { forUpdate, type Reader, sql, sqlText, type Writer } from '../store.ts';
import type { Row } from '../tables.ts';
import type { MailboxRow } from './mailboxes.ts';
import type { SitePhase } from './sites.ts';

type TransferState =
  | 'planned'
  | 'copying'
  | 'catching up'
  | 'frozen'
  | 'handed over'
  | 'finished'
  | 'cancelled';

/** A site that leaves this server. */
export interface TransferRow {
  readonly id: string;
  readonly site_id: string;
  /** The origin of the server that it goes to. */
  readonly origin: string;
  readonly state: TransferState;
  /** Grows with each new start of the work, so that late requests of an earlier run are refused. */
  readonly run: number;
  /** How far the copy is, as JSON; from the hand-over on, the owner that the site had here. */
  readonly place: string | null;
  /** The public key that secrets are encrypted with for the other server, as JSON. */
  readonly sealing_key: string | null;
  readonly rows_sent: number;
  /** The longest time that it was frozen. */
  readonly frozen_ms: number;
  /** 1 when the other server knows the end. */
  readonly notified: number;
  readonly fault: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

const transferColumns = sql`id, site_id, origin, state, run, place, sealing_key, rows_sent, frozen_ms, notified,
  fault, created_at, updated_at`;

/** Returns 0 if the site has an open move. */
export function insertTransfer(
  tx: Writer,
  row: Pick<TransferRow, 'id' | 'site_id' | 'origin' | 'created_at'>,
): Promise<number> {
  return tx.run(sql`INSERT INTO site_transfers
    (id, site_id, origin, state, run, rows_sent, frozen_ms, notified, created_at, updated_at)
    VALUES (${row.id}, ${row.site_id}, ${row.origin}, 'planned', 0, 0, 0, 0, ${row.created_at},
      ${row.created_at}) ON CONFLICT DO NOTHING`);
}

export function findTransfer(reader: Reader, id: string): Promise<TransferRow | undefined> {
  return reader.get(sql`SELECT ${transferColumns} FROM site_transfers WHERE id = ${id}`);
}

/** The newest move of the site. */
export function transferOfSite(reader: Reader, siteId: string): Promise<TransferRow | undefined> {
  return reader.get(sql`SELECT ${transferColumns} FROM site_transfers WHERE site_id = ${siteId}
    ORDER BY created_at DESC, id DESC LIMIT 1`);
}

/** Newest first. */
export function allTransfers(reader: Reader, limit: number): Promise<TransferRow[]> {
  return reader.all(sql`SELECT ${transferColumns} FROM site_transfers
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
}

/** Moves with work left: open ones, and ended ones whose end the other server does not know yet. */
export function unfinishedTransfers(reader: Reader): Promise<TransferRow[]> {
  return reader.all(sql`SELECT ${transferColumns} FROM site_transfers
    WHERE state NOT IN ('finished', 'cancelled') OR notified = 0 ORDER BY created_at, id`);
}

/** Whether any site is leaving: its changes must be recorded or refused. */
export function hasOpenTransfers(reader: Reader): Promise<boolean> {
  const query = sql`SELECT 1 FROM site_transfers WHERE state NOT IN ('finished', 'cancelled') LIMIT 1`;
  return hasRows(reader, query);
}

/** Begins a run. Returns the row with its new number; undefined when there is no such move. */
export function beginRun(tx: Writer, id: string, nowMs: number): Promise<TransferRow | undefined> {
  return tx.get(sql`UPDATE site_transfers SET run = run + 1, updated_at = ${nowMs} WHERE id = ${id}
    RETURNING ${transferColumns}`);
}

/**
 * Changes a move if it is still in this state and run. Returns 0 if not: another process works on it, or it was
 * cancelled.
 */
export function changeTransfer(
  tx: Writer,
  { id, state, run }: Pick<TransferRow, 'id' | 'state' | 'run'>,
  to: Pick<
    TransferRow,
    'state' | 'place' | 'sealing_key' | 'rows_sent' | 'frozen_ms' | 'notified' | 'fault'
  >,
  nowMs: number,
): Promise<number> {
  return tx.run(sql`UPDATE site_transfers SET state = ${to.state}, place = ${to.place},
      sealing_key = ${to.sealing_key}, rows_sent = ${to.rows_sent}, frozen_ms = ${to.frozen_ms},
      notified = ${to.notified}, fault = ${to.fault}, updated_at = ${nowMs}
    WHERE id = ${id} AND state = ${state} AND run = ${run}`);
}

export function noteTransferFault(tx: Writer, id: string, fault: string | null, nowMs: number) {
  return tx.run(sql`UPDATE site_transfers SET fault = ${fault}, updated_at = ${nowMs}
    WHERE id = ${id}`);
}

/** A site that comes to this server. */
export interface ArrivalRow {
  /** The id of the move at the other server. */
  readonly id: string;
  readonly site_id: string;
  /** The origin of the server that it leaves. */
  readonly origin: string;
  /** `ready`: everything is here, and the other server may hand it over. */
  readonly state: 'arriving' | 'ready' | 'active' | 'cancelled';
  readonly run: number;
  /** The owner at this server. */
  readonly owner_id: string;
  readonly public_key: string;
  /** Encrypted. */
  readonly private_key: string;
  readonly created_at: number;
}

const arrivalColumns = sql`id, site_id, origin, state, run, owner_id, public_key, private_key, created_at`;

export function insertMoveArrival(tx: Writer, row: ArrivalRow): Promise<number> {
  const given = sqlText(`${arrivalColumns.strings[0]}, updated_at`);
  return tx.run(insertInto('site_arrivals', given, [{ ...row, updated_at: row.created_at }]));
}

/** The row with a lock until the transaction ends. */
export function lockArrival(tx: Writer, id: string): Promise<ArrivalRow | undefined> {
  return tx.get(sql`SELECT ${arrivalColumns} FROM site_arrivals WHERE id = ${id}${forUpdate}`);
}

export function findMoveArrival(reader: Reader, id: string): Promise<ArrivalRow | undefined> {
  return reader.get(sql`SELECT ${arrivalColumns} FROM site_arrivals WHERE id = ${id}`);
}

/** Arrivals of a site that have not ended. */
export function openArrivals(reader: Reader, siteId: string): Promise<ArrivalRow[]> {
  return reader.all(sql`SELECT ${arrivalColumns} FROM site_arrivals
    WHERE site_id = ${siteId} AND state IN ('arriving', 'ready')`);
}

export function changeMoveArrival(
  tx: Writer,
  id: string,
  to: Pick<ArrivalRow, 'state' | 'run'>,
  nowMs: number,
): Promise<number> {
  return tx.run(sql`UPDATE site_arrivals SET state = ${to.state}, run = ${to.run}, updated_at = ${nowMs}
    WHERE id = ${id}`);
}

/** Deletes the private key of an arrival: the secrets of the site are now encrypted with the key of this server. */
export function forgetArrivalKey(tx: Writer, id: string): Promise<number> {
  return tx.run(sql`UPDATE site_arrivals SET private_key = '' WHERE id = ${id}`);
}

/** The new address of a site that has left. */
export function siteAddress(reader: Reader, siteId: string): Promise<string | undefined> {
  return readValue(reader, sql`SELECT base FROM site_addresses WHERE site_id = ${siteId}`);
}

/** The owner that a site had here, if it has left and is still elsewhere. */
export function ownerBeforeMove(reader: Reader, siteId: string): Promise<string | undefined> {
  const query = sql`SELECT place FROM site_transfers
      WHERE site_id = ${siteId} AND state IN ('handed over', 'finished') AND place IS NOT NULL
        AND EXISTS (SELECT 1 FROM site_addresses WHERE site_id = ${siteId})
      ORDER BY created_at DESC, id DESC LIMIT 1`;
  return readValue(reader, query);
}

export function setSiteAddress(tx: Writer, siteId: string, base: string, nowMs: number) {
  return tx.run(sql`INSERT INTO site_addresses (site_id, base, moved_at)
    VALUES (${siteId}, ${base}, ${nowMs})
    ON CONFLICT (site_id) DO UPDATE SET base = excluded.base, moved_at = excluded.moved_at`);
}

export function clearSiteAddress(tx: Writer, siteId: string): Promise<number> {
  return tx.run(sql`DELETE FROM site_addresses WHERE site_id = ${siteId}`);
}

/** Locks the row of a site, also if it is hidden. */
export function lockSiteOrHidden(tx: Writer, siteId: string) {
  return tx.get<{ readonly owner_id: string; readonly removed_at: number | null }>(
    sql`SELECT owner_id, removed_at FROM sites WHERE id = ${siteId}${forUpdate}`,
  );
}

export async function sitePhase(reader: Reader, siteId: string): Promise<SitePhase | undefined> {
  return readValue(reader, sql`SELECT phase FROM site_phases WHERE site_id = ${siteId}`);
}

/** A condition for upkeep of all sites: while a site is frozen, has left or arrives, only its move may change it. */
export const isOursToChange = sql`site_id NOT IN (SELECT site_id FROM site_phases WHERE phase <> 'copying')`;

/** With null, ends the phase; returns 0 if there was none. The hint makes every process check its work for the site. */
export async function setSitePhase(tx: Writer, siteId: string, phase: SitePhase | null) {
  await tx.notify({ about: 'site', id: siteId });
  return phase === null
    ? tx.run(sql`DELETE FROM site_phases WHERE site_id = ${siteId}`)
    : tx.run(sql`INSERT INTO site_phases (site_id, phase) VALUES (${siteId}, ${phase})
      ON CONFLICT (site_id) DO UPDATE SET phase = excluded.phase`);
}

/** Runs a job that deletes rows of a site that has left, without its phase, in which triggers would refuse that. */
export async function deleteFromMoved<Result>(
  tx: Writer,
  siteId: string,
  job: (tx: Writer) => Promise<Result>,
): Promise<Result> {
  await tx.run(sql`DELETE FROM site_phases WHERE site_id = ${siteId}`);
  const result = await job(tx);
  await tx.run(sql`INSERT INTO site_phases (site_id, phase)
    SELECT id, 'moved' FROM sites WHERE id = ${siteId}`);
  return result;
}

/** Hides a site, or shows it; its phase must let it change. */
export function setSiteHidden(tx: Writer, siteId: string, removedAt: number | null) {
  return tx.run(sql`UPDATE sites SET removed_at = ${removedAt} WHERE id = ${siteId}`);
}

export interface SiteChange {
  readonly kind: string;
  readonly row_key: string;
  readonly times: number;
}

export function someChanges(reader: Reader, siteId: string, limit: number): Promise<SiteChange[]> {
  return reader.all(sql`SELECT kind, row_key, times FROM site_changes WHERE site_id = ${siteId}
    ORDER BY kind, row_key LIMIT ${limit}`);
}

export function countChanges(reader: Reader, siteId: string): Promise<number> {
  return readNumber(reader, sql`SELECT count(*) FROM site_changes WHERE site_id = ${siteId}`);
}

/** Forgets changes that were sent, unless the same row has changed again since. */
export async function forgetChanges(tx: Writer, siteId: string, sent: readonly SiteChange[]) {
  for (const { kind, row_key, times } of sent)
    await tx.run(sql`DELETE FROM site_changes WHERE site_id = ${siteId} AND kind = ${kind}
      AND row_key = ${row_key} AND times = ${times}`);
}

export function forgetAllChanges(tx: Writer, siteId: string): Promise<number> {
  return tx.run(sql`DELETE FROM site_changes WHERE site_id = ${siteId}`);
}

const outboxNames = ['notices', 'arrivals', 'channel_sends', 'digests'];
const outboxes = outboxNames.map(sqlText);

// Added to the time at which a row is due, to make it later than any real time.
const heldMs = 10 ** 15;

/** A row of an outbox, held back until its site has arrived: not due, and taken by no sender. */
export function heldRow(table: string, row: Row): Row {
  const { due_at: due } = row;
  const isDue = outboxNames.includes(table) && typeof due === 'number' && due < heldMs;
  return isDue ? { ...row, due_at: due + heldMs, taken_by: null } : row;
}

/** Whether a sender is at work for the site, so that the outcome of a message is still open. */
export async function isSending(reader: Reader, siteId: string): Promise<boolean> {
  for (const table of outboxes) {
    const taken = sql`SELECT count(*) FROM ${table} WHERE site_id = ${siteId} AND taken_by IS NOT NULL`;
    if ((await readNumber(reader, taken)) > 0) return true;
  }
  return false;
}

/** Holds back everything that waits to be sent; `releaseOutboxes` undoes it. */
export async function holdOutboxes(tx: Writer, siteId: string): Promise<void> {
  for (const table of outboxes)
    await tx.run(sql`UPDATE ${table} SET due_at = due_at + ${heldMs}
      WHERE site_id = ${siteId} AND due_at < ${heldMs}`);
}

export async function releaseOutboxes(tx: Writer, siteId: string): Promise<void> {
  for (const table of outboxes)
    await tx.run(sql`UPDATE ${table} SET due_at = due_at - ${heldMs}
      WHERE site_id = ${siteId} AND due_at >= ${heldMs}`);
}

/** Deletes asks that ran at the hand-over. They ended with an error, so their ids may be used again. */
export function dropRunningAsks(tx: Writer, siteId: string): Promise<number> {
  return tx.run(sql`DELETE FROM asks WHERE site_id = ${siteId} AND state = 'running'`);
}

/** The bytes of a site that count against those of its owner. */
export function keptBytesOfSite(reader: Reader, siteId: string): Promise<number> {
  const query = sql`SELECT (SELECT coalesce(sum(octet_length(packed)), 0)
        FROM profile_versions WHERE site_id = ${siteId})
      + (SELECT coalesce(sum(imported_bytes), 0) FROM questions WHERE site_id = ${siteId})
      + (SELECT coalesce(sum(imported_bytes), 0) FROM leads WHERE site_id = ${siteId})
      + (SELECT coalesce(sum(imported_bytes), 0) FROM conversations WHERE site_id = ${siteId}) AS bytes`;
  return readNumber(reader, query);
}

export interface SiteLoad {
  readonly site_id: string;
  readonly questions: number;
  readonly bytes: number;
}

/** Questions since a day, and the bytes of texts, of the sites that are served here. */
export function siteLoads(reader: Reader, since: string): Promise<SiteLoad[]> {
  return reader.all(sql`SELECT sites.id AS site_id,
      (SELECT coalesce(sum(questions), 0) FROM site_days
        WHERE site_days.site_id = sites.id AND date >= ${since}) AS questions,
      octet_length(profile)
      + (SELECT coalesce(sum(octet_length(packed)), 0) FROM profile_versions WHERE profile_versions.site_id = sites.id)
      + (SELECT coalesce(sum(octet_length(question) + octet_length(answer) + octet_length(sources)), 0)
        FROM questions WHERE questions.site_id = sites.id)
      + (SELECT coalesce(sum(octet_length(coalesce(text, ''))), 0) FROM messages
        WHERE messages.site_id = sites.id) AS bytes
    FROM sites WHERE removed_at IS NULL ORDER BY sites.id`);
}

/** Questions of the sites of nodes since a day, as the nodes reported them. */
export function nodeLoads(reader: Reader, since: string, nodeIds: readonly string[]) {
  return reader.all<{
    node_id: string;
    questions: number;
  }>(sql`SELECT node_id, sum(questions) AS questions FROM node_days
    WHERE date >= ${since} AND node_id IN (${listOf(nodeIds)}) GROUP BY node_id`);
}

/** The addresses that a site sends notices to, as their owner confirmed them. */
export function mailboxesOfSite(reader: Reader, siteId: string): Promise<MovedMailbox[]> {
  return reader.all(sql`SELECT email, token_hash, expires_at, confirmed_at FROM mailboxes
    WHERE (owner_id, email) IN (SELECT owner_id, ${notifyEmail} FROM sites WHERE id = ${siteId})`);
}

const notifyEmail = {
  sqlite: sql`profile -> 'notify' ->> 'email'`,
  postgres: sql`CAST(profile AS json) -> 'notify' ->> 'email'`,
};

type MovedMailbox = Omit<MailboxRow, 'owner_id'>;

/** Does not change an address that the owner already has here. */
export function insertMailbox(tx: Writer, ownerId: string, row: MovedMailbox): Promise<number> {
  return tx.run(sql`INSERT INTO mailboxes (owner_id, email, token_hash, expires_at, confirmed_at)
    VALUES (${ownerId}, ${row.email}, ${row.token_hash}, ${row.expires_at}, ${row.confirmed_at})
    ON CONFLICT DO NOTHING`);
}
