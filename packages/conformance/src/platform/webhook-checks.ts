import { type Checks, expect, expectEqual } from '../check.ts';
import { expectStatus, type Json } from '../reply.ts';
import { type PlatformBench, resources } from './bench.ts';

const config = { url: 'https://hooks.example/x' };
const fields = ['id', 'event', 'at', 'tries', 'status', 'responseStatus', 'error', 'nextTryAt'];

export const webhookChecks: Checks<PlatformBench> = {
  'webhook-secret': {
    holds: 'A webhook shows its secret once, when it is created',
    run: async ({ make, call }) => {
      const made = await make('connect', 'Webhook', config);
      expect(/^whsec_\S{20,}$/.test(made.secret), 'no secret is shown');
      const read = await call('GET', `${resources}/${made.id}`);
      expect(!read.text.includes(made.secret), 'it is shown again');
    },
  },
  'webhook-rotation': {
    holds: 'A rotated secret is new and shown once, and the old one stays valid for 24 hours',
    run: async ({ make, call }) => {
      const made = await make('connect', 'Webhook', config);
      const askedMs = Date.now();
      const reply = await call('POST', `${resources}/${made.id}/rotate-secret`);
      expectStatus(reply, 200);
      const { secret, previousValidUntil } = reply.json();
      expect(/^whsec_\S{20,}$/.test(secret), 'no secret is shown');
      expect(secret !== made.secret, 'it is the old one');
      const hours = (Date.parse(previousValidUntil) - askedMs) / 3_600_000;
      expect(hours > 23 && hours < 25, `the old one is valid for ${hours} hours`);
      const read = await call('GET', `${resources}/${made.id}`);
      expect(!read.text.includes(secret), 'it is shown again');
    },
  },
  'webhook-deliveries': {
    holds: 'A webhook lists its deliveries, newest first, and an absent one is 404',
    run: async ({ make, call, act }) => {
      const hook = await make('connect', 'Webhook', config);
      const { id } = await make('data', 'Collection');
      await act(id, 'rename', { name: 'Second' });
      const log = `${resources}/${hook.id}/deliveries`;
      const reply = await call('GET', log);
      expectStatus(reply, 200);
      const { deliveries } = reply.json();
      const mine = deliveries.filter(({ resourceId }: Json) => resourceId === id);
      expectEqual(
        mine.map(({ event }: Json) => event),
        ['resource-renamed', 'resource-created'],
        'the events',
      );
      for (const field of fields) expect(field in mine[0], `${field} is missing`);
      const absent = 'evt_00000000000000000000000001';
      const again = await call('POST', `${log}/${absent}/redeliver`);
      expectStatus(again, 404, 'the status of an absent delivery');
    },
  },
};
