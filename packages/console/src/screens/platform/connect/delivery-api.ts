/** What a webhook sent, as the platform's API shows it. */
import { call } from '../../../api/call.ts';
import { resourcePath } from '../resource-api.ts';

export const deliveryStatuses = ['pending', 'sending', 'held', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly at: string;
  readonly tries: number;
  readonly status: DeliveryStatus;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly nextTryAt: string | null;
}

interface DeliveryDetails extends Delivery {
  readonly attempts: readonly {
    readonly at: string;
    readonly durationMs: number;
    readonly responseStatus: number | null;
    readonly error: string | null;
  }[];
  readonly payload: unknown;
}

interface RotatedSecret {
  readonly secret: string;
  readonly previousValidUntil: string;
}

export async function listDeliveries(
  id: string,
  status: DeliveryStatus | '',
  signal?: AbortSignal,
): Promise<readonly Delivery[]> {
  const { deliveries } = await call<{ readonly deliveries: readonly Delivery[] }>(
    'GET',
    `${resourcePath(id)}/deliveries`,
    { query: { status: status === '' ? undefined : status }, signal },
  );
  return deliveries;
}

export function getDelivery(
  id: string,
  deliveryId: string,
  signal?: AbortSignal,
): Promise<DeliveryDetails> {
  return call('GET', deliveryPath(id, deliveryId), { signal });
}

export function redeliver(id: string, deliveryId: string): Promise<Delivery> {
  return call('POST', `${deliveryPath(id, deliveryId)}/redeliver`);
}

export function rotateSecret(id: string): Promise<RotatedSecret> {
  return call('POST', `${resourcePath(id)}/rotate-secret`);
}

/** It can change by itself, so that looking again is worth it. */
export function isUnderWay({ status }: Delivery): boolean {
  return status === 'pending' || status === 'sending';
}

function deliveryPath(id: string, deliveryId: string): string {
  return `${resourcePath(id)}/deliveries/${encodeURIComponent(deliveryId)}`;
}
