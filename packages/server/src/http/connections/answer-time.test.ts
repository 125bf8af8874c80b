import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { openApp, readPolicy, routeOf } from '../../../test/fixtures/http-app.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Answer } from '../answer.ts';
import type { Call } from '../route.ts';

test('a slow answer has its own timeout, and the next request the usual one', async (t) => {
  const timeouts: (number | undefined)[] = [];
  const handle = async ({ raw }: Call<string>): Promise<Answer> => {
    timeouts.push(raw.socket.timeout);
    return { status: 200, body: '{}' };
  };
  const json = { ...readPolicy, body: 'json', bodyBytesMax: 100 } as const;
  const slow = routeOf(handle, { method: 'POST', policy: json, answerMs: 60_000 });
  const failing = routeOf(
    async (call) => {
      await handle(call);
      throw new Problem('invalid', 'No.');
    },
    { method: 'POST', path: '/failing', policy: json, answerMs: 60_000 },
  );
  const usual = routeOf(handle, { path: '/usual' });
  const app = await openApp(t, [slow, failing, usual], { idleTimeoutMs: 20_000 });
  const socket = app.send('');
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
  assert.deepEqual(timeouts, [60_000, 20_000, 60_000, 20_000]);
});
