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

export type Webhooks = {
  /** The last 100, newest first, optionally of one status. */
  readonly deliveries: (id: string, options?: ListDeliveriesOptions) => Promise<DeliveryList>;
  /** One delivery with its attempts and its body. */
  readonly delivery: (
    id: string,
    deliveryId: string,
    options?: CallOptions,
  ) => Promise<DeliveryDetails>;
  /** Sends it now, with the same id. */
  readonly redeliver: (
    id: string,
    deliveryId: string,
    options?: RedeliverOptions,
  ) => Promise<Delivery>;
  /** Sends an event of type `ping`, once. The response is the delivery before it is sent. */
  readonly test: (id: string, options?: RedeliverOptions) => Promise<Delivery>;
  /** The new secret is shown once; the old one stays valid for 24 hours. */
  readonly rotateSecret: (id: string, options?: RedeliverOptions) => Promise<RotatedSecret>;
};

export type ListDeliveriesOptions = CallOptions & Readonly<DeliveriesQuery>;
export type RedeliverOptions = Omit<WriteOptions, 'ifMatch'>;

export function createWebhooks({ json }: Transport): Webhooks {
  return {
    deliveries: async (id, { status, ...options } = {}) =>
      json({ method: 'GET', path: `${pathOf(id)}/deliveries`, query: { status }, options }),
    delivery: async (id, deliveryId, options) =>
      json({ method: 'GET', path: deliveryPath(id, deliveryId), options }),
    redeliver: async (id, deliveryId, options) =>
      json({ method: 'POST', path: `${deliveryPath(id, deliveryId)}/redeliver`, options }),
    test: async (id, options) =>
      json({ method: 'POST', path: `${pathOf(id)}/deliveries/test`, options }),
    rotateSecret: async (id, options) =>
      json({ method: 'POST', path: `${pathOf(id)}/rotate-secret`, options }),
  };
}

function pathOf(id: string): string {
  return `/api/platform/resources/${segment(id)}`;
}

function deliveryPath(id: string, deliveryId: string): string {
  return `${pathOf(id)}/deliveries/${segment(deliveryId)}`;
}
