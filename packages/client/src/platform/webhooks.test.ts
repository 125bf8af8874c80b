import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, json, startServer } from '../../test/scripted-server.ts';
import type { PlatformClient } from '../index.ts';

const path = '/api/platform/resources/res_1';
const calls: readonly (readonly [
  sends: string,
  call: (client: PlatformClient) => Promise<unknown>,
])[] = [
  [`GET ${path}/deliveries`, ({ webhooks }) => webhooks.deliveries('res_1')],
  [
    `GET ${path}/deliveries?status=failed`,
    ({ webhooks }) => webhooks.deliveries('res_1', { status: 'failed' }),
  ],
  [`GET ${path}/deliveries/evt_1`, ({ webhooks }) => webhooks.delivery('res_1', 'evt_1')],
  [
    `POST ${path}/deliveries/evt_1/redeliver`,
    ({ webhooks }) => webhooks.redeliver('res_1', 'evt_1', { idempotencyKey: 'again' }),
  ],
  [
    `POST ${path}/deliveries/test`,
    ({ webhooks }) => webhooks.test('res_1', { idempotencyKey: 'again' }),
  ],
  [
    `POST ${path}/rotate-secret`,
    ({ webhooks }) => webhooks.rotateSecret('res_1', { idempotencyKey: 'again' }),
  ],
];

for (const [sends, call] of calls)
  test(`the client sends ${sends} and returns the response`, async (t) => {
    const server = await startServer(t, json(200, { id: 'evt_1' }));
    assert.deepEqual(await call(clientOf(server).client), { id: 'evt_1' });
    const [request] = server.received;
    assert.equal(`${request?.method} ${request?.url}`, sends);
    if (sends.startsWith('POST')) assert.equal(request?.headers['idempotency-key'], 'again');
  });
