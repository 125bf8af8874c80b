import { readValue } from './rows.ts';
import { sql, type Writer } from './store.ts';

/**
 * Fixed-window rate limit: counts `calls` in a bucket, all or none; they are at most `max`. Undefined when allowed;
 * else the start of the full window.
 */
export async function spendRate(
  tx: Writer,
  bucket: string,
  max: number,
  nowMs: number,
  windowMs: number,
  calls = 1,
): Promise<number | undefined> {
  const counted = await tx.run(sql`INSERT INTO rates (bucket, started_at, used)
    VALUES (${bucket}, ${nowMs}, ${calls})
    ON CONFLICT (bucket) DO UPDATE SET
      started_at = CASE WHEN rates.started_at <= ${nowMs - windowMs} THEN ${nowMs}
        ELSE rates.started_at END,
      used = CASE WHEN rates.started_at <= ${nowMs - windowMs} THEN ${calls} ELSE rates.used + ${calls} END
    WHERE rates.started_at <= ${nowMs - windowMs} OR rates.used <= ${max - calls}`);
  if (counted > 0) return undefined;
  return (await readValue(tx, sql`SELECT started_at FROM rates WHERE bucket = ${bucket}`)) ?? nowMs;
}

/** Deletes what is over among the next `limit` buckets after this one. The last of them; undefined at the end. */
export async function pruneRates(tx: Writer, beforeMs: number, after: string, limit: number) {
  const last = await readValue<string>(
    tx,
    sql`SELECT bucket FROM rates WHERE bucket > ${after} ORDER BY bucket LIMIT 1 OFFSET ${limit - 1}`,
  );
  const end = last === undefined ? sql`` : sql` AND bucket <= ${last}`;
  await tx.run(sql`DELETE FROM rates
    WHERE bucket > ${after}${end} AND started_at < ${beforeMs}`);
  return last;
}

/** Takes one call of a bucket back. */
export function returnRate(tx: Writer, bucket: string): Promise<number> {
  return tx.run(sql`UPDATE rates SET used = used - 1 WHERE bucket = ${bucket} AND used > 0`);
}
