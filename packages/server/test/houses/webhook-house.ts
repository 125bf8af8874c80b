import { after, afterEach, before } from 'node:test';
import type { Delivery } from '@baraza/contract';
import type { Sender } from '../../src/delivery/retrying-sender.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { createWebhookSender } from '../../src/platform/webhooks/webhook-sender.ts';
import { type DeliveryRow, recentDeliveries } from '../../src/store/platform/deliveries.ts';
import type { Engine } from '../../src/store/store.ts';
import { sql } from '../../src/store/store.ts';
import { openReceiver, type Receiver, type Responder } from '../stand-ins/receiver.ts';
import { ask, type House, type Owner, openHouse, resources } from './house.ts';

/** A house for the tests of one suite, with senders and receivers that end with each test. */
export function webhookHouse(engine: Engine) {
  let house: House;
  const open: (Receiver | { readonly close: () => Promise<void> })[] = [];
  before(async () => {
    house = await openHouse(engine);
    // When a try is made again is told by the tests alone.
    house.clock.stop();
  });
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
    // What a test leaves waiting must not be due in the next one.
    await house.platform.store.script(['DELETE FROM deliveries']);
  });
  after(() => house.close());

  const send = (
    options: Partial<Parameters<typeof createWebhookSender>[1]> = {},
    platform: Platform = house.platform,
  ): Sender => {
    const sender = createWebhookSender(platform, { allowPrivate: true, ...options });
    house.platform.changes.onDeliveries(sender.wake);
    open.push({ close: sender.stop });
    return sender;
  };
  const receive = async (respond?: Responder, port?: number) => {
    const receiver = await openReceiver(respond, port);
    open.push(receiver);
    return receiver;
  };
  const subscribe = async (owner: Pick<Owner, 'key'>, config: object, headers = {}) => {
    const body = { service: 'connect', kind: 'Webhook', name: 'hook', config };
    return ask(house, 'POST', resources, { key: owner.key, body, headers });
  };
  const patch = (owner: Pick<Owner, 'key'>, id: string, body: object) =>
    ask(house, 'PATCH', `${resources}/${id}`, { key: owner.key, body });
  /** The rows as they are stored. */
  const deliveries = (id: string): Promise<DeliveryRow[]> =>
    recentDeliveries(house.platform.store, id, { known: undefined, status: undefined, limit: 100 });
  /** As the API shows them. */
  const log = async (owner: Pick<Owner, 'key'>, id: string): Promise<readonly Delivery[]> =>
    (await ask(house, 'GET', `${resources}/${id}/deliveries`, { key: owner.key })).json.deliveries;
  const redeliver = (owner: Pick<Owner, 'key'>, id: string, deliveryId: string) =>
    ask(house, 'POST', `${resources}/${id}/deliveries/${deliveryId}/redeliver`, { key: owner.key });
  const rotate = (owner: Pick<Owner, 'key'>, id: string, headers = {}) =>
    ask(house, 'POST', `${resources}/${id}/rotate-secret`, { key: owner.key, headers });
  const webhookCount = async (owner: Owner) =>
    (
      await house.platform.store.get<{ n: number }>(
        sql`SELECT webhook_count AS n FROM owners WHERE id = ${owner.id}`,
      )
    )?.n;
  /** Moves the clock to the next try and waits until it is made. */
  const tryAgain = async (sender: Sender, afterMs: number) => {
    house.clock.advance(afterMs);
    sender.wake();
    await sender.idle();
  };

  return {
    house: () => house,
    send,
    receive,
    subscribe,
    patch,
    deliveries,
    log,
    redeliver,
    rotate,
    webhookCount,
    tryAgain,
  };
}
