import { joined, type Query, type Reader, skipLocked, sql, type Writer } from '../store.ts';

export interface DeliveryRow {
  /** The `webhook-id` of every try. */
  readonly id: string;
  readonly webhook_id: string;
  readonly event: string;
  readonly payload: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly tries: number;
  /**
   * When it is to be tried next; while it is being tried, when somebody else may take it over.
   * Null when it is finished, and while its webhook is archived.
   */
  readonly due_at: number | null;
  /** Which sender is trying it. */
  readonly taken_by: string | null;
  readonly status: number | null;
  readonly fault: string | null;
  readonly created_at: number;
  readonly finished_at: number | null;
}

export type ClaimedDelivery = Pick<DeliveryRow, 'id' | 'webhook_id' | 'payload' | 'tries'>;

export async function insertDeliveries(
  tx: Writer,
  rows: readonly Pick<DeliveryRow, 'id' | 'webhook_id' | 'event' | 'payload' | 'created_at'>[],
): Promise<void> {
  const tuples = rows.map(
    (row) => sql`(${row.id}, ${row.webhook_id}, ${row.event}, ${row.payload}, 'pending', 0,
      ${row.created_at}, ${row.created_at})`,
  );
  if (tuples.length > 0)
    await tx.run(sql`INSERT INTO deliveries
      (id, webhook_id, event, payload, state, tries, due_at, created_at)
      VALUES ${joined(tuples, ', ')}`);
}

/**
 * Takes deliveries that are due, counting the try before it is made: a process that dies in the
 * middle leaves them to be taken again when the lease is over.
 */
export function claimDeliveries(
  tx: Writer,
  claim: {
    readonly nowMs: number;
    readonly leaseMs: number;
    readonly takenBy: string;
    readonly limit: number;
    readonly exceptWebhooks: readonly string[];
  },
): Promise<ClaimedDelivery[]> {
  return tx.all(sql`UPDATE deliveries SET tries = tries + 1, taken_by = ${claim.takenBy},
      due_at = ${claim.nowMs + claim.leaseMs}
    WHERE id IN (SELECT id FROM deliveries
      WHERE due_at <= ${claim.nowMs}${except(claim.exceptWebhooks)}
      ORDER BY due_at LIMIT ${claim.limit}${skipLocked})
    RETURNING id, webhook_id, payload, tries`);
}

/** When the next one is due, of those that may be taken. */
export async function nextDueMs(
  reader: Reader,
  exceptWebhooks: readonly string[],
): Promise<number | undefined> {
  const row = await reader.get<{ due: number }>(sql`SELECT due_at AS due FROM deliveries
    WHERE due_at IS NOT NULL${except(exceptWebhooks)} ORDER BY due_at LIMIT 1`);
  return row?.due;
}

/** What a try came to. 0 rows when somebody else has taken it over or finished it since. */
export function settleDelivery(
  tx: Writer,
  { id, takenBy }: { readonly id: string; readonly takenBy: string },
  outcome: Pick<DeliveryRow, 'state' | 'due_at' | 'status' | 'fault' | 'finished_at'>,
): Promise<number> {
  // What has arrived has arrived, whoever is trying it again by now.
  const mine = outcome.state === 'delivered' ? sql`` : sql` AND taken_by = ${takenBy}`;
  return tx.run(sql`UPDATE deliveries SET state = ${outcome.state}, due_at = ${outcome.due_at},
      status = ${outcome.status}, fault = ${outcome.fault}, finished_at = ${outcome.finished_at},
      taken_by = NULL
    WHERE id = ${id} AND state = 'pending'${mine}`);
}

/** A try that was not made, or was cut off by us, does not count. */
export function giveBackDelivery(
  tx: Writer,
  { id, takenBy }: { readonly id: string; readonly takenBy: string },
  dueAt: number | null,
): Promise<number> {
  return tx.run(sql`UPDATE deliveries SET tries = tries - 1, due_at = ${dueAt}, taken_by = NULL
    WHERE id = ${id} AND state = 'pending' AND taken_by = ${takenBy}`);
}

/** What an earlier process was trying when it ended; only where there is never a second one. */
export function releaseDeliveries(tx: Writer, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE deliveries SET due_at = ${nowMs}, taken_by = NULL
    WHERE due_at IS NOT NULL AND taken_by IS NOT NULL`);
}

/** While a webhook is archived its deliveries wait without a time. */
export function pauseDeliveries(tx: Writer, webhookId: string): Promise<number> {
  return tx.run(sql`UPDATE deliveries SET due_at = NULL
    WHERE webhook_id = ${webhookId} AND due_at IS NOT NULL AND taken_by IS NULL`);
}

export function resumeDeliveries(tx: Writer, webhookId: string, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE deliveries SET due_at = ${nowMs}
    WHERE webhook_id = ${webhookId} AND state = 'pending' AND due_at IS NULL`);
}

/** From the beginning, under the same id. 0 rows when it is not finished or not there. */
export function restartDelivery(
  tx: Writer,
  webhookId: string,
  id: string,
  dueAt: number | null,
): Promise<number> {
  return tx.run(sql`UPDATE deliveries SET state = 'pending', tries = 0, due_at = ${dueAt},
      status = NULL, fault = NULL, finished_at = NULL
    WHERE id = ${id} AND webhook_id = ${webhookId} AND finished_at IS NOT NULL`);
}

/** Finished ones beyond the newest so many of a webhook are forgotten. */
export function pruneDeliveries(tx: Writer, webhookId: string, kept: number): Promise<number> {
  return tx.run(sql`DELETE FROM deliveries WHERE webhook_id = ${webhookId}
    AND finished_at IS NOT NULL AND id <= (SELECT id FROM deliveries
      WHERE webhook_id = ${webhookId} AND finished_at IS NOT NULL
      ORDER BY id DESC LIMIT 1 OFFSET ${kept})`);
}

/** Newest first. */
export function recentDeliveries(
  reader: Reader,
  webhookId: string,
  limit: number,
): Promise<DeliveryRow[]> {
  return reader.all(sql`SELECT id, webhook_id, event, payload, state, tries, due_at, taken_by,
      status, fault, created_at, finished_at
    FROM deliveries WHERE webhook_id = ${webhookId} ORDER BY id DESC LIMIT ${limit}`);
}

function except(webhooks: readonly string[]): Query {
  if (webhooks.length === 0) return sql``;
  const ids = webhooks.map((id) => sql`${id}`);
  return sql` AND webhook_id NOT IN (${joined(ids, ', ')})`;
}
