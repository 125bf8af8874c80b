/** The log of a webhook's deliveries, and the rotation of its secret. */
import { z } from 'zod';
import { idPattern } from './ids.ts';
import { eventTypes, listed } from './vocabulary.ts';

const time = z.iso.datetime();

const deliveryStatuses = ['pending', 'sending', 'held', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveriesQuerySchema = z.object({
  status: z
    .enum(deliveryStatuses, { error: `status must be one of ${listed(deliveryStatuses)}.` })
    .optional()
    .meta({ description: 'Only deliveries with this status.' }),
});
export type DeliveriesQuery = z.output<typeof deliveriesQuerySchema>;

/** The test event that an owner requests. */
export const testEvent = 'ping';

export const deliverySchema = z
  .object({
    /** The `webhook-id` of every attempt. */
    id: z.string().regex(new RegExp(idPattern('event'))),
    event: z.enum([...eventTypes, testEvent]),
    at: time,
    tries: z.int(),
    /** `held`: nothing is sent while the webhook is archived, has no address or is suspended. */
    status: z.enum(deliveryStatuses),
    /** The status of the last attempt; null without a response. */
    responseStatus: z.int().nullable(),
    /** Why the last attempt failed; null if it succeeded. */
    error: z.string().nullable(),
    nextTryAt: time.nullable(),
    /** The subject of the event. */
    resourceId: z.string().nullable(),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.output<typeof deliverySchema>;

export const deliveryListSchema = z
  .object({ deliveries: z.array(deliverySchema) })
  .meta({ id: 'DeliveryList' });
export type DeliveryList = z.output<typeof deliveryListSchema>;

const attemptSchema = z.object({
  at: time,
  durationMs: z.int(),
  responseStatus: z.int().nullable(),
  error: z.string().nullable(),
});

export const deliveryDetailsSchema = deliverySchema
  .extend({
    /** Newest last. */
    attempts: z.array(attemptSchema),
    /** The body as it is sent. */
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'DeliveryDetails' });
export type DeliveryDetails = z.output<typeof deliveryDetailsSchema>;

export const rotatedSecretSchema = z
  .object({
    id: z.string(),
    /** Shown once; not repeated for the same `Idempotency-Key`. */
    secret: z.string().optional(),
    /** Until this time, deliveries are also signed with the old secret. */
    previousValidUntil: time,
  })
  .meta({ id: 'RotatedSecret' });
export type RotatedSecret = z.output<typeof rotatedSecretSchema>;
