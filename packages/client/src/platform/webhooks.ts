/** Deliveries of a webhook, and the rotation of its secret. */
import type {
  DeliveriesQuery,
  Delivery,
  DeliveryDetails,
  DeliveryList,
  RotatedSecret,
} from '@baraza/contract';
import { segment } from '../transport/address.ts';
import type { CallOptions, WriteOptions } from '../transport/call.ts';
import type { Transport } from '../transport/transport.ts';
import { resourcePath } from './resource-paths.ts';

export type Webhooks = ReturnType<typeof createWebhooks>;

export type ListDeliveriesOptions = CallOptions & Readonly<DeliveriesQuery>;
export type RedeliverOptions = Omit<WriteOptions, 'ifMatch'>;

export function createWebhooks({ json }: Transport) {
  return {
    /** The last 100, newest first, optionally of one status. */
    deliveries: async (
      id: string,
      { status, ...options }: ListDeliveriesOptions = {},
    ): Promise<DeliveryList> =>
      json({ method: 'GET', path: `${resourcePath(id)}/deliveries`, query: { status }, options }),
    /** One delivery with its attempts and its body. */
    delivery: async (
      id: string,
      deliveryId: string,
      options?: CallOptions,
    ): Promise<DeliveryDetails> =>
      json({ method: 'GET', path: deliveryPath(id, deliveryId), options }),
    /** Sends it now, with the same id. */
    redeliver: async (
      id: string,
      deliveryId: string,
      options?: RedeliverOptions,
    ): Promise<Delivery> =>
      json({ method: 'POST', path: `${deliveryPath(id, deliveryId)}/redeliver`, options }),
    /** Sends an event of type `ping`, once. The response is the delivery before it is sent. */
    test: async (id: string, options?: RedeliverOptions): Promise<Delivery> =>
      json({ method: 'POST', path: `${resourcePath(id)}/deliveries/test`, options }),
    /** The new secret is shown once; the old one stays valid for 24 hours. */
    rotateSecret: async (id: string, options?: RedeliverOptions): Promise<RotatedSecret> =>
      json({ method: 'POST', path: `${resourcePath(id)}/rotate-secret`, options }),
  };
}

function deliveryPath(id: string, deliveryId: string): string {
  return `${resourcePath(id)}/deliveries/${segment(deliveryId)}`;
}
