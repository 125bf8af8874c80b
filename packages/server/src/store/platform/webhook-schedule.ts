/**
 * When each webhook is next due. One row pauses or resumes all deliveries of a webhook, however many wait, and a
 * claim does not walk over the deliveries of those that are paused or failing.
 */
import { type Except, passOver } from '../outbox.ts';
import { readValue } from '../rows.ts';
import { type Query, type Reader, skipLocked, sql, type Writer } from '../store.ts';

/**
 * Sets the time of the earliest delivery, after any change of deliveries, state or key. None while the webhook is
 * archived, without a URL, or suspended because its key has ended.
 */
export function scheduleWebhook(tx: Writer, resourceId: string, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE webhooks SET next_at = CASE
      WHEN active = 1 AND (key_id IS NULL OR EXISTS (SELECT 1 FROM keys WHERE keys.id = webhooks.key_id
        AND keys.revoked_at IS NULL AND (keys.expires_at IS NULL OR keys.expires_at > ${nowMs})))
      THEN ${earliest} END
    WHERE resource_id = ${resourceId}`);
}

/** Every active webhook with deliveries; the sender finds out which of them are suspended. */
export function scheduleAll(tx: Writer): Promise<number> {
  return tx.run(sql`UPDATE webhooks SET next_at = ${earliest} WHERE active = 1 AND pending > 0`);
}

const earliest = sql`(SELECT min(due_at) FROM deliveries
  WHERE webhook_id = webhooks.resource_id AND due_at IS NOT NULL)`;

/** The webhook that has been due the longest, with a lock until the transaction ends. */
export function holdDueWebhook(tx: Writer, nowMs: number, except: Except) {
  return readValue<string>(tx, sql`${firstDue(sql`next_at <= ${nowMs}`, except)}${skipLocked}`);
}

export async function nextDueMs(reader: Reader, except: Except): Promise<number | undefined> {
  const row = await reader.get<{ next_at: number }>(firstDue(sql`next_at IS NOT NULL`, except));
  return row?.next_at;
}

// Only those that are left out are walked over: as many as fail or are busy at the same time.
function firstDue(due: Query, except: Except): Query {
  return sql`SELECT resource_id, next_at FROM webhooks
    WHERE ${due}${passOver({ receiver: sql`resource_id`, owner: sql`owner_id` }, except)} ORDER BY next_at LIMIT 1`;
}

const hurriedAtOnce = 200;

/**
 * Makes some waiting deliveries of a webhook due now, by id: after a pause they do not wait for their next retry.
 * Returns the last id, undefined where none is left.
 */
export async function hurryDeliveries(
  tx: Writer,
  resourceId: string,
  afterId: string,
  nowMs: number,
): Promise<string | undefined> {
  const rows = await tx.all<{ id: string }>(sql`SELECT id FROM deliveries
    WHERE webhook_id = ${resourceId} AND id > ${afterId} ORDER BY id LIMIT ${hurriedAtOnce}`);
  const last = rows.at(-1)?.id;
  if (last === undefined) return undefined;
  await tx.run(sql`UPDATE deliveries SET due_at = ${nowMs}
    WHERE webhook_id = ${resourceId} AND id > ${afterId} AND id <= ${last}
      AND state = 'pending' AND taken_by IS NULL AND (due_at IS NULL OR due_at > ${nowMs})`);
  await scheduleWebhook(tx, resourceId, nowMs);
  return rows.length < hurriedAtOnce ? undefined : last;
}
