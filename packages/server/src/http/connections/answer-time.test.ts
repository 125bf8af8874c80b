import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { openApp, readPolicy, routeOf } from '../../../test/fixtures/http-app.ts';
import { head } from '../../../test/sockets/raw-socket.ts';
import type { Answer } from '../answer.ts';

const idleTimeoutMs = 200;
const json = { ...readPolicy, body: 'json', bodyBytesMax: 100 } as const;
const post = (path: string, body: string, length = body.length) =>
  head('POST', path, { authorization: 'somebody', 'content-length': length }) + body;

test('a slow answer has its own time; the next answer, and a body that does not come, the usual one', async (t) => {
  const slowly = async (): Promise<Answer> => {
    await after(4 * idleTimeoutMs);
    return { status: 200, body: '{}' };
  };
  const routes = [
    routeOf(slowly, { method: 'POST', policy: json, answerMs: 60_000 }),
    routeOf(slowly, { method: 'POST', path: '/usual', policy: json }),
  ];
  const { send } = await openApp(t, routes, { idleTimeoutMs });
  const [both, half] = await Promise.all([
    text(send(post('/thing', '{}') + post('/usual', '{}'))),
    text(send(post('/thing', '{', 2))),
  ]);
  assert.equal(both.split('HTTP/1.1 200 ').length, 2, both);
  assert.equal(half, '');
});
