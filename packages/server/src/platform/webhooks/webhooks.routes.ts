import {
  type DeliveriesQuery,
  deliveriesQuerySchema,
  deliveryDetailsSchema,
  deliveryListSchema,
  deliverySchema,
  rotatedSecretSchema,
} from '@baraza/contract';
import { changeOnce, fingerprintOf } from '../idempotency.response.ts';
import type { Platform } from '../platform.ts';
import { keyPolicy, type PlatformRoute } from '../route.ts';
import { listDeliveries, redeliver, sendTest, viewDelivery } from './deliveries.ts';
import { rotateWebhookSecret } from './webhook-secrets.ts';

const webhook = '/api/platform/resources/:id';

export function webhookRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: `${webhook}/deliveries`,
      name: 'listDeliveries',
      summary: 'The last deliveries of a webhook, newest first',
      policy: keyPolicy('resource', 'read'),
      query: deliveriesQuerySchema,
      answers: { 200: deliveryListSchema },
      handle: async ({ caller, params, query }) => {
        const { status } = query as DeliveriesQuery;
        const deliveries = await listDeliveries(platform, caller, params.id ?? '', status);
        return { status: 200, body: JSON.stringify({ deliveries }) };
      },
    },
    {
      method: 'GET',
      path: `${webhook}/deliveries/:deliveryId`,
      name: 'getDelivery',
      summary: 'One delivery, with its attempts and what was sent',
      policy: keyPolicy('resource', 'read'),
      answers: { 200: deliveryDetailsSchema },
      handle: async ({ caller, params: { id = '', deliveryId = '' } }) => ({
        status: 200,
        body: JSON.stringify(await viewDelivery(platform, caller, id, deliveryId)),
      }),
    },
    {
      method: 'POST',
      path: `${webhook}/deliveries/:deliveryId/redeliver`,
      name: 'redeliver',
      summary: 'Send a delivery again now, with the same id',
      headers: ['Idempotency-Key'],
      policy: keyPolicy('resource', 'write'),
      answers: { 200: deliverySchema },
      handle: async (call) => {
        const { id = '', deliveryId = '' } = call.params;
        const fingerprint = fingerprintOf('redeliver', id, deliveryId);
        const { answer } = await changeOnce(platform, call, fingerprint, {
          change: (work) => redeliver(work, id, deliveryId),
          answer: (delivery) => ({ status: 200, body: JSON.stringify(delivery) }),
        });
        return answer;
      },
    },
    {
      method: 'POST',
      path: `${webhook}/deliveries/test`,
      name: 'testWebhook',
      summary: 'Send a test event to a webhook, once',
      headers: ['Idempotency-Key'],
      policy: keyPolicy('resource', 'write'),
      answers: { 200: deliverySchema },
      handle: async (call) => {
        const { id = '' } = call.params;
        const { answer } = await changeOnce(platform, call, fingerprintOf('test', id), {
          change: (work) => sendTest(work, id),
          answer: (delivery) => ({ status: 200, body: JSON.stringify(delivery) }),
        });
        return answer;
      },
    },
    {
      method: 'POST',
      path: `${webhook}/rotate-secret`,
      name: 'rotateWebhookSecret',
      summary: 'Create a new secret for a webhook; the old one stays valid for 24 hours',
      headers: ['Idempotency-Key'],
      policy: keyPolicy('resource', 'write'),
      answers: { 200: rotatedSecretSchema },
      handle: async (call) => {
        const { id = '' } = call.params;
        const fingerprint = fingerprintOf('rotate-secret', id);
        const { answer, result } = await changeOnce(platform, call, fingerprint, {
          change: (work) => rotateWebhookSecret(work, id),
          // Without the secret: this is what an Idempotency-Key keeps.
          answer: ({ previousValidUntil }) => ({
            status: 200,
            body: JSON.stringify({ id, previousValidUntil }),
          }),
        });
        return result === undefined
          ? answer
          : { ...answer, body: JSON.stringify({ id, ...result }) };
      },
    },
  ];
}
