/** Maintenance of an existing webhook: secret rotation, delivery log, redelivery. */
import { limits } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { newWebhookSecret } from '../../delivery/webhook-signature.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import {
  type DeliveryRow,
  recentDeliveries,
  restartDelivery,
} from '../../store/platform/deliveries.ts';
import { holdWebhook, replaceSecret, takePending } from '../../store/platform/webhooks.ts';
import type { Platform } from '../platform.ts';
import { requireResource } from '../resources/resources.ts';

/** Rotates the secret, shown once; all further attempts are signed with it. */
export async function rotateWebhookSecret(
  platform: Platform,
  caller: Caller,
  id: string,
): Promise<string> {
  const secret = newWebhookSecret();
  await platform.store.write(async (tx) => {
    await requireResource(tx, caller, id, 'write');
    if ((await replaceSecret(tx, id, platform.seal.close(secret))) === 0) throw absent('resource');
  });
  return secret;
}

/** The last ones, newest first. */
export async function listDeliveries(
  platform: Platform,
  caller: Caller,
  id: string,
): Promise<DeliveryRow[]> {
  await requireResource(platform.store, caller, id, 'read');
  return recentDeliveries(platform.store, id, limits.webhookDeliveriesKept);
}

/** Redelivers a finished delivery under its old id. */
export async function redeliver(
  platform: Platform,
  caller: Caller,
  id: string,
  deliveryId: string,
): Promise<void> {
  await platform.store.write(async (tx) => {
    await requireResource(tx, caller, id, 'write');
    const webhook = await holdWebhook(tx, id);
    if (webhook === undefined) throw absent('resource');
    if ((await takePending(tx, id, limits.webhookPendingMax)) === 0)
      throw new Problem('full', 'This webhook has too many deliveries waiting.');
    const dueAt = webhook.active === 1 ? platform.clock() : null;
    if ((await restartDelivery(tx, id, deliveryId, dueAt)) === 0)
      throw new Problem('conflict', 'Only a delivery that is finished can be sent once more.');
    tx.afterCommit(platform.changes.announceDeliveries);
  });
}
