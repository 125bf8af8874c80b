/** Signing keys, grants to nodes and their usage, and the new addresses of sites that moved. */

import { type DayCounts, everySite } from '@baraza/contract';
import { insertInto, listOf, readNumber, readValue } from './rows.ts';
import { type Reader, sql, type Writer } from './store.ts';

export interface SigningKeyRow {
  readonly kid: string;
  /** A JWK as JSON. */
  readonly public: string;
  /** Encrypted; null when the key is retired. */
  readonly private: string | null;
}

export interface GrantRow {
  readonly jti: string;
  readonly kid: string;
  readonly node_id: string;
  readonly origin: string;
  /** JSON lists. */
  readonly sites: string;
  readonly caps: string;
  readonly issued_at: number;
  readonly expires_at: number;
  readonly revoked_at: number | null;
}

/** 0 rows when another process was first: there is one current key. */
export function insertSigningKey(tx: Writer, key: SigningKeyRow & { readonly created_at: number }) {
  return tx.run(sql`INSERT INTO signing_keys (kid, public, private, current, created_at)
    VALUES (${key.kid}, ${key.public}, ${key.private}, 1, ${key.created_at})
    ON CONFLICT DO NOTHING`);
}

export function currentSigningKey(reader: Reader): Promise<SigningKeyRow | undefined> {
  return reader.get(sql`SELECT kid, public, private FROM signing_keys WHERE current = 1`);
}

/** Retires the key and deletes its private part. */
export function retireSigningKey(tx: Writer): Promise<number> {
  return tx.run(sql`UPDATE signing_keys SET current = NULL, private = NULL WHERE current = 1`);
}

/** The current key first, then those with a valid grant that was not revoked. */
export function listedSigningKeys(reader: Reader, nowMs: number): Promise<SigningKeyRow[]> {
  return reader.all(sql`SELECT kid, public, NULL AS private FROM signing_keys
    WHERE current = 1 OR kid IN
      (SELECT kid FROM grants WHERE expires_at > ${nowMs} AND revoked_at IS NULL)
    ORDER BY created_at DESC, kid`);
}

export function insertGrant(tx: Writer, grant: Omit<GrantRow, 'revoked_at'>): Promise<number> {
  return tx.run(insertInto('grants', grantColumns, [{ ...grant, revoked_at: null }]));
}

const grantColumns = sql`jti, kid, node_id, origin, sites, caps, issued_at, expires_at, revoked_at`;

export function findGrant(reader: Reader, jti: string): Promise<GrantRow | undefined> {
  return reader.get(sql`SELECT ${grantColumns} FROM grants WHERE jti = ${jti}`);
}

/** Newest first. */
export function allGrants(reader: Reader): Promise<GrantRow[]> {
  return reader.all(sql`SELECT ${grantColumns} FROM grants ORDER BY issued_at DESC, jti DESC`);
}

export function runningGrants(reader: Reader, nowMs: number, limit: number): Promise<GrantRow[]> {
  return reader.all(sql`SELECT ${grantColumns} FROM grants
    WHERE expires_at > ${nowMs} AND revoked_at IS NULL
    ORDER BY issued_at DESC, jti DESC LIMIT ${limit}`);
}

/** Revoked grants that had not expired by then; an expired one is refused anyway. */
export async function revokedGrants(reader: Reader, notEndedMs: number) {
  const rows = await reader.all<{ jti: string }>(sql`SELECT jti FROM grants
    WHERE revoked_at IS NOT NULL AND expires_at > ${notEndedMs} ORDER BY jti`);
  return rows.map(({ jti }) => jti);
}

/** Revoking twice keeps the first time. */
export function revokeGrant(tx: Writer, jti: string, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE grants SET revoked_at = ${nowMs}
    WHERE jti = ${jti} AND revoked_at IS NULL`);
}

export function siteBase(reader: Reader, siteId: string): Promise<string | undefined> {
  return readValue(reader, sql`SELECT base FROM site_moves WHERE site_id = ${siteId}`);
}

export function setSiteBase(tx: Writer, siteId: string, base: string, movedAt: number) {
  return tx.run(sql`INSERT INTO site_moves (site_id, base, moved_at)
    VALUES (${siteId}, ${base}, ${movedAt})
    ON CONFLICT (site_id) DO UPDATE SET base = excluded.base, moved_at = excluded.moved_at`);
}

export function clearSiteBase(tx: Writer, siteId: string): Promise<number> {
  return tx.run(sql`DELETE FROM site_moves WHERE site_id = ${siteId}`);
}

// Usage per day of nodes: on a node, what is not yet reported; at an operator, what was reported.

type NodeTotals = Omit<DayCounts, 'site' | 'date'> & {
  readonly node_id: string;
  /** Time of the latest count at the node. */
  readonly read_at: number;
};

/** Days with counts that the operator has not yet accepted, oldest first. */
export function unreportedDays(
  reader: Reader,
  wanted: {
    readonly since: string;
    /** `*` for all of them. */
    readonly sites: readonly string[];
    readonly limit: number;
  },
): Promise<DayCounts[]> {
  const ofSites = wanted.sites.includes(everySite)
    ? sql``
    : sql` AND days.site_id IN (${listOf(wanted.sites)})`;
  return reader.all(sql`SELECT days.site_id AS site, days.date AS date, days.questions AS questions,
      days.answered AS answered, days.leads AS leads, days.voice AS voice,
      days.live_seconds AS live_seconds
    FROM site_days days LEFT JOIN reported_days reported
      ON reported.site_id = days.site_id AND reported.date = days.date
    WHERE days.date >= ${wanted.since}${ofSites} AND (reported.site_id IS NULL
      OR reported.questions <> days.questions OR reported.answered <> days.answered
      OR reported.leads <> days.leads OR reported.voice <> days.voice
      OR reported.live_seconds <> days.live_seconds)
    ORDER BY days.date, days.site_id LIMIT ${wanted.limit}`);
}

/** Marks days as accepted by the operator; a site that was deleted meanwhile is skipped. */
export async function markReported(tx: Writer, days: readonly DayCounts[]): Promise<void> {
  for (const day of days)
    await tx.run(sql`INSERT INTO reported_days
        (site_id, date, questions, answered, leads, voice, live_seconds)
      SELECT id, ${day.date}, ${day.questions}, ${day.answered}, ${day.leads}, ${day.voice},
        ${day.live_seconds} FROM sites WHERE id = ${day.site}
      ON CONFLICT (site_id, date) DO UPDATE SET questions = excluded.questions,
        answered = excluded.answered, leads = excluded.leads, voice = excluded.voice,
        live_seconds = excluded.live_seconds`);
}

export function countNodeDays(reader: Reader, nodeId: string): Promise<number> {
  return readNumber(reader, sql`SELECT count(*) FROM node_days WHERE node_id = ${nodeId}`);
}

/** Upserts totals: idempotent, and older reports do not overwrite newer ones. */
export function keepNodeDays(
  tx: Writer,
  nodeId: string,
  readAt: number,
  days: readonly DayCounts[],
): Promise<number> {
  if (days.length === 0) return Promise.resolve(0);
  const columns = sql`node_id, site_id, date, questions, answered, leads, voice, live_seconds, read_at`;
  const rows = days.map((day) => ({ ...day, node_id: nodeId, site_id: day.site, read_at: readAt }));
  return tx.run(sql`${insertInto('node_days', columns, rows)}
    ON CONFLICT (node_id, site_id, date) DO UPDATE SET questions = excluded.questions,
      answered = excluded.answered, leads = excluded.leads, voice = excluded.voice,
      live_seconds = excluded.live_seconds, read_at = excluded.read_at
    WHERE node_days.read_at <= excluded.read_at`);
}

/** By node, from a day on. */
export function nodeTotals(reader: Reader, since: string): Promise<NodeTotals[]> {
  // PostgreSQL returns the sum of bigints as another type, which arrives as text.
  return reader.all(sql`SELECT node_id, CAST(sum(questions) AS BIGINT) AS questions,
      CAST(sum(answered) AS BIGINT) AS answered, CAST(sum(leads) AS BIGINT) AS leads,
      CAST(sum(voice) AS BIGINT) AS voice, CAST(sum(live_seconds) AS BIGINT) AS live_seconds,
      max(read_at) AS read_at
    FROM node_days WHERE date >= ${since} GROUP BY node_id`);
}

export function pruneNodeDays(tx: Writer, before: string): Promise<number> {
  return tx.run(sql`DELETE FROM node_days WHERE date < ${before}`);
}
