import type { Section } from '../reference.ts';
import { activity, changedAt, ids, madeAt } from './examples.ts';

const delivered = {
  id: ids.delivery,
  event: 'record-added',
  at: madeAt,
  tries: 1,
  status: 'delivered',
  responseStatus: 204,
  error: null,
  nextTryAt: null,
  resourceId: ids.collection,
} as const;
const waiting = {
  ...delivered,
  tries: 0,
  status: 'pending',
  responseStatus: null,
  nextTryAt: changedAt,
} as const;

export const webhooksSection: Section = {
  tag: 'Webhooks',
  about:
    'Deliveries of a webhook (a resource of the service connect and the kind Webhook). They are signed as Standard ' +
    'Webhooks demand and repeated until they arrive or are given up.',
  path: {
    id: { about: 'The id of the webhook, `res_…`.', example: ids.webhook },
    deliveryId: { about: 'The id of the delivery: its `webhook-id`.', example: ids.delivery },
  },
  operations: {
    listDeliveries: {
      about:
        'Lists the last 100 deliveries of a webhook, newest first, with the outcome of the last attempt.',
      query: { status: 'delivered' },
      answers: { 200: { deliveries: [delivered] } },
    },
    getDelivery: {
      about: 'Reads one delivery with all attempts and the body that was sent.',
      answers: {
        200: {
          ...delivered,
          attempts: [{ at: madeAt, durationMs: 84, responseStatus: 204, error: null }],
          payload: {
            type: 'record-added',
            timestamp: madeAt,
            data: activity,
          },
        },
      },
    },
    redeliver: {
      about: 'Sends a delivery again now, with the same id, so that the receiver can recognise it.',
      answers: { 200: waiting },
    },
    testWebhook: {
      about: 'Sends the event `ping` once, to try the address and the signature.',
      answers: { 200: { ...waiting, event: 'ping', resourceId: ids.webhook } },
    },
    rotateWebhookSecret: {
      about:
        'Makes a new secret, shown once. For 24 hours deliveries are signed with the old one too.',
      answers: {
        200: {
          id: ids.webhook,
          secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfGgO2RJmA=',
          previousValidUntil: '2026-11-17T08:12:30.402Z',
        },
      },
    },
  },
};
