/** Rotation of a webhook's secret: for a day the old one stays valid together with the new one. */
import { limits } from '@baraza/contract';
import { newWebhookSecret } from '../../delivery/webhook-signature.ts';
import { isoTime } from '../../kernel/clock.ts';
import { absent, conflict } from '../../kernel/problem.ts';
import { lockWebhook, replaceSecret, type WebhookRow } from '../../store/platform/webhooks.ts';
import { recordChange } from '../activity.ts';
import type { Work } from '../platform.ts';
import { requireHeld } from '../resources/resources.ts';
import { assertLegal } from '../resources/transitions.ts';
import { isWebhook, noWebhook } from './webhooks.ts';

/** An earlier secret, encrypted, and when it ends. */
interface OldSecret {
  readonly secret: string;
  readonly untilMs: number;
}

/** Makes a new secret, shown once; until the old one ends every attempt is signed with both. */
export async function rotateWebhookSecret(work: Work, id: string) {
  const { platform, tx } = work;
  const resource = await requireHeld(work, id);
  if (!isWebhook(resource)) throw noWebhook();
  assertLegal('configure', resource);
  const nowMs = platform.clock();
  // Before the webhook is locked: the owner's row comes first in the order of locks.
  await recordChange(work, {
    action: 'secret-rotated',
    resource: { ...resource, updated_at: nowMs },
  });
  const webhook = await lockWebhook(tx, resource.id);
  if (webhook === undefined) throw absent('resource');
  const old = validOldSecrets(webhook, nowMs);
  if (old.length >= limits.webhookOldSecretsMax)
    throw conflict(
      `The secret was rotated ${old.length} times within 24 hours, and each old one is still valid.`,
    );
  const secret = newWebhookSecret();
  const untilMs = nowMs + limits.webhookSecretOverlapMs;
  await replaceSecret(tx, {
    resource_id: webhook.resource_id,
    secret: platform.seal.close(secret),
    old_secrets: JSON.stringify([{ secret: webhook.secret, untilMs }, ...old]),
  });
  return { secret, previousValidUntil: isoTime(untilMs) };
}

/** The encrypted secrets to sign with, the newest first. */
export function validSecrets(webhook: WebhookRow, nowMs: number): readonly string[] {
  return [webhook.secret, ...validOldSecrets(webhook, nowMs).map(({ secret }) => secret)];
}

function validOldSecrets({ old_secrets }: WebhookRow, nowMs: number): readonly OldSecret[] {
  return (JSON.parse(old_secrets) as OldSecret[]).filter(({ untilMs }) => untilMs > nowMs);
}
