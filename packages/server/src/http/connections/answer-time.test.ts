import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import { silentLog } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Answer } from '../answer.ts';
import { createApp } from '../app.ts';
import { createCors } from '../cors.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { Call, Route } from '../route.ts';

const policy = {
  credential: 'key',
  scope: 'any',
  access: 'read',
  body: 'none',
  bodyBytesMax: 0,
} as const;

function route(handle: Route<string>['handle'], more: Partial<Route<string>> = {}): Route<string> {
  const answers = { 200: z.unknown() };
  const [path, summary] = ['/thing', 'A thing'];
  return { method: 'GET', path, summary, policy, body: z.unknown(), answers, handle, ...more };
}

async function open(t: TestContext, routes: readonly Route<string>[]): Promise<number> {
  const app = createApp<string>({
    routes,
    authenticate: async () => 'somebody',
    authorise: () => {},
    ownerOf: (caller) => caller,
    headers: {},
    cors: createCors(new Set()),
    log: silentLog,
    metrics: createMetrics('test'),
    makeRequestId: () => 'request',
    isDraining: () => false,
    idleTimeoutMs: 20_000,
  });
  app.listen({ host: '127.0.0.1', port: 0 });
  await once(app, 'listening');
  t.after(() => {
    app.closeAllConnections();
    app.close();
  });
  return (app.address() as AddressInfo).port;
}

test('an answer that takes its time has it, and the next request the usual limit', async (t) => {
  const seen: (readonly [boolean, number | undefined])[] = [];
  const handle = async ({ raw }: Call<string>): Promise<Answer> => {
    seen.push([raw.complete, raw.socket.timeout]);
    return { status: 200, body: '{}' };
  };
  const json = { ...policy, body: 'json', bodyBytesMax: 100 } as const;
  const slow = route(handle, { method: 'POST', policy: json, answerMs: 60_000 });
  const failing = route(
    async (call) => {
      await handle(call);
      throw new Problem('invalid', 'No.');
    },
    { method: 'POST', path: '/failing', policy: json, answerMs: 60_000 },
  );
  const usual = route(handle, { path: '/usual' });
  const port = await open(t, [slow, failing, usual]);
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  const send = async (line: string, body = '') => {
    const length =
      body === '' ? '' : `content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
    socket.write(`${line} HTTP/1.1\r\nhost: x\r\nauthorization: somebody\r\n${length}\r\n${body}`);
    await once(socket, 'data');
  };
  await send('POST /thing', '{}');
  await send('GET /usual');
  await send('POST /failing', '{}');
  await send('GET /usual');
  assert.deepEqual(
    seen.map(([, timeoutMs]) => timeoutMs),
    [60_000, 20_000, 60_000, 20_000],
  );
});
