/** Usage per day of nodes: on a node, what is not yet reported; at an operator, what was reported. */
import { type DayCounts, everySite } from '@baraza/contract';
import { listOf, readNumber } from './rows.ts';
import { joinQueries, type Reader, sql, type Writer } from './store.ts';

interface NodeTotals {
  readonly node_id: string;
  readonly questions: number;
  readonly answered: number;
  readonly leads: number;
  readonly voice: number;
  readonly live_seconds: number;
  /** Time of the latest count at the node. */
  readonly read_at: number;
}

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
  const rows = days.map(
    (day) => sql`(${nodeId}, ${day.site}, ${day.date}, ${day.questions}, ${day.answered},
      ${day.leads}, ${day.voice}, ${day.live_seconds}, ${readAt})`,
  );
  return tx.run(sql`INSERT INTO node_days
      (node_id, site_id, date, questions, answered, leads, voice, live_seconds, read_at)
    VALUES ${joinQueries(rows, ', ')}
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
