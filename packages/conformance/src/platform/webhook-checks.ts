import { expect, expectEqual } from '../check.ts';
import { expectReply, expectStatus, type Json } from '../reply.ts';
import { platformSection } from './bench.ts';

const config = { url: 'https://hooks.example/x' };
const fields = ['id', 'event', 'at', 'tries', 'status', 'responseStatus', 'error', 'nextTryAt'];

export const webhookSection = platformSection(
  'webhooks',
  {
    'webhook-secret': 'A webhook shows its secret once, when it is created',
    'webhook-rotation':
      'A rotated secret is new and shown once, and the old one stays valid for 24 hours',
    'webhook-deliveries': 'A webhook lists its deliveries, newest first, and an absent one is 404',
  },
  {
    async 'webhook-secret'({ make, call }) {
      const { secret, path } = await make('Webhook', config);
      expect(/^whsec_\S{20,}$/.test(secret), 'no secret is shown');
      expect(!(await call('GET', path)).text.includes(secret), 'it is shown again');
    },
    async 'webhook-rotation'({ make, call }) {
      const { secret: old, path } = await make('Webhook', config);
      const askedMs = Date.now();
      const reply = expectReply(await call('POST', `${path}/rotate-secret`), 200);
      const { secret, previousValidUntil } = reply.body;
      expect(/^whsec_\S{20,}$/.test(secret), 'no secret is shown');
      expect(secret !== old, 'it is the old one');
      const hours = (Date.parse(previousValidUntil) - askedMs) / 3_600_000;
      expect(hours > 23 && hours < 25, `the old one is valid for ${hours} hours`);
      expect(!(await call('GET', path)).text.includes(secret), 'it is shown again');
    },
    async 'webhook-deliveries'({ make, call, act }) {
      const log = `${(await make('Webhook', config)).path}/deliveries`;
      const { id } = await make('Collection');
      await act(id, 'rename', { name: 'Second' });
      const { deliveries } = expectReply(await call('GET', log), 200).body;
      const mine = deliveries.filter(({ resourceId }: Json) => resourceId === id);
      const events = mine.map(({ event }: Json) => event);
      expectEqual(events, ['resource-renamed', 'resource-created'], 'the events');
      for (const field of fields) expect(field in mine[0], `${field} is missing`);
      const again = await call('POST', `${log}/evt_00000000000000000000000001/redeliver`);
      expectStatus(again, 404, 'the status of an absent delivery');
    },
  },
);
