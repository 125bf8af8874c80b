import { type Action, eventTypes, isId, limits, listed, type Service } from '@baraza/contract';
import { readableServices } from '../../access/scopes.ts';
import { newWebhookSecret } from '../../delivery/webhook-signature.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { lockReceiver } from '../../store/outbox.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import {
  findWebhook,
  followState,
  insertWebhook,
  lockWebhook,
  suspendedWebhooks,
  updateWebhook,
} from '../../store/platform/webhooks.ts';
import type { Reader } from '../../store/store.ts';
import { parsedConfig } from '../parsed-config.ts';
import type { Platform, Work } from '../platform.ts';
import { requestUpkeep } from '../records/record-upkeep.ts';

/** Whether a resource is an event subscription (a connect resource of kind Webhook). */
export function isWebhook(resource: Pick<ResourceRow, 'service' | 'kind'>): boolean {
  return resource.service === 'connect' && resource.kind.toLowerCase() === 'webhook';
}

export function noWebhook(): Problem {
  return invalid('Only a connect resource of kind Webhook has deliveries.');
}

/** Starts the subscription of a new resource; its secret is made here and shown once. */
export async function openWebhook({ platform, tx, caller }: Work, resource: ResourceRow) {
  const webhook = {
    ...subscriptionOf(resource, readableServices(caller)),
    owner_id: resource.owner_id,
    key_id: caller.keyId,
    secret: platform.seal.close(newWebhookSecret()),
  };
  if (!(await insertWebhook(tx, webhook, limits.webhooksPerOwnerMax)))
    throw new Problem('quota', `An owner may have at most ${limits.webhooksPerOwnerMax} webhooks.`);
}

/** Field that marks a webhook whose key has ended, as JSON text that begins with a comma. */
export const suspendedByKey = ',"suspended":"key"';

/** The field of one resource; empty if it is not suspended. */
export async function suspensionOf(platform: Platform, reader: Reader, resource: ResourceRow) {
  if (!isWebhook(resource)) return '';
  const { owner_id, id } = resource;
  const suspended = await suspendedWebhooks(reader, owner_id, platform.clock(), id);
  return suspended.has(id) ? suspendedByKey : '';
}

/** The secret, shown only in the answer to its creation. */
export async function revealSecret(platform: Platform, id: string): Promise<string | undefined> {
  const webhook = await findWebhook(platform.store, id);
  return webhook === undefined ? undefined : platform.seal.open(webhook.secret);
}

/**
 * Updates the subscription after a change of its resource. A new config binds it to the key that made the
 * change: only events that this key may read are sent, and only while it is valid. Otherwise a key of few
 * scopes could redirect a wide subscription to itself.
 */
export async function followWebhook(
  { platform, tx, caller }: Work,
  action: Action,
  resource: ResourceRow,
): Promise<void> {
  if (action !== 'configure' && action !== 'archive' && action !== 'restore') return;
  const before = await lockWebhook(tx, resource.id);
  if (before === undefined) return;
  const services =
    action === 'configure'
      ? readableServices(caller)
      : (JSON.parse(before.services) as readonly Service[]);
  const now = subscriptionOf(resource, services);
  const keyId = action === 'configure' ? caller.keyId : before.key_id;
  await updateWebhook(tx, { ...now, key_id: keyId });
  const line = await lockReceiver(tx, { kind: 'webhook', receiver: resource.id });
  await followState(tx, resource.id, platform.clock());
  if (now.active === 0 || line === undefined || line.waiting === 0) return;
  // Deliveries that wait for a retry are sent soon, too.
  if (line.paused_at !== null) await requestUpkeep(platform, tx, resource.id);
  tx.afterCommit(() => platform.outbox.wake('webhook'));
}

function subscriptionOf(resource: ResourceRow, services: readonly Service[]) {
  const config = parsedConfig(resource.config);
  const url = urlOf(config.url);
  return {
    resource_id: resource.id,
    url,
    events: JSON.stringify(eventsOf(config.events)),
    services: JSON.stringify(services),
    active: url === null || resource.state === 'archived' ? 0 : 1,
    include_record: includesRecord(config.include) ? 1 : 0,
    resources: resourcesOf(config.resource),
  };
}

// Without a URL the subscription is inactive until it is configured; that is not an error.
function urlOf(url: unknown): string | null {
  if (url === undefined || url === null || url === '') return null;
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol))
    throw invalid('config.url of a Webhook must be an http or https address.');
  if (parsed.username !== '' || parsed.password !== '')
    throw invalid('config.url of a Webhook must not contain a user name or password.');
  return parsed.href;
}

function includesRecord(include: unknown): boolean {
  if (include === undefined || include === null) return false;
  if (include === 'record') return true;
  throw invalid('config.include of a Webhook must be record, or left out.');
}

/** One id or a list of ids; null means all. */
function resourcesOf(resource: unknown): string | null {
  if (resource === undefined || resource === null) return null;
  const ids: readonly unknown[] = [resource].flat();
  const areIds = ids.every((id) => typeof id === 'string' && isId('resource', id));
  if (areIds && ids.length > 0 && ids.length <= limits.eventResourcesMax)
    return JSON.stringify(ids);
  throw invalid(
    `config.resource of a Webhook must be the id of a resource, or a list of 1 to ${limits.eventResourcesMax} ids.`,
  );
}

/** Empty means all. */
function eventsOf(events: unknown): readonly string[] {
  if (events === undefined || events === null || events === '*') return [];
  const known: readonly string[] = eventTypes;
  const given = Array.isArray(events) ? (events as readonly unknown[]) : undefined;
  if (given?.includes('*')) return [];
  if (given?.every((event) => typeof event === 'string' && known.includes(event)))
    return given as readonly string[];
  throw invalid(`config.events must be a list of some of ${listed(known)}.`);
}
