import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { fieldsOf } from '../../../test/fixtures/fields-of.ts';
import { openApp, routeOf, untilEndSeen } from '../../../test/fixtures/http-app.ts';
import type { Answer } from '../answer.ts';
import type { Call } from '../route.ts';

const request = 'GET /thing HTTP/1.1\r\nhost: x\r\nauthorization: somebody\r\n\r\n';

test('when the client leaves, its request is aborted, and those that wait behind it never begin', async (t) => {
  const signals: AbortSignal[] = [];
  const begun = Promise.withResolvers<void>();
  const handle = async ({ signal }: Call<string>): Promise<Answer> => {
    signals.push(signal);
    begun.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw signal.reason;
  };
  const { port, send } = await openApp(t, [routeOf(handle)]);
  const socket = send(request.repeat(3));
  await begun.promise;
  socket.destroy();
  await untilEndSeen(socket, port);
  assert.deepEqual(fieldsOf(signals, 'aborted'), [true]);
});

test('requests that come in one packet are served one by one, and keep nobody else waiting', async (t) => {
  const served: string[] = [];
  let [serving, servingMost] = [0, 0];
  const handle = async ({ caller }: Call<string>): Promise<Answer> => {
    served.push(caller);
    servingMost = Math.max(servingMost, ++serving);
    await new Promise((resolve) => setImmediate(resolve));
    serving -= 1;
    return { status: 200, body: `{"caller":"${caller}"}` };
  };
  const { send } = await openApp(t, [routeOf(handle)]);
  const other = send('');
  await once(other, 'connect');
  const many = send(request.repeat(100));
  other.write(request.replace('somebody', 'other'));
  let text = '';
  for await (const piece of many) {
    text += String(piece);
    if (text.split('"somebody"').length > 100) break;
  }
  assert.equal(served.filter((caller) => caller === 'somebody').length, 100);
  assert.ok(served.indexOf('other') < 50, `after ${served.indexOf('other')} of one packet`);
  assert.ok(servingMost <= 2, `${servingMost} at once`);
});

test('a client that sends more requests than may wait on one connection loses the connection', async (t) => {
  let begun = 0;
  const handle = async ({ signal }: Call<string>): Promise<Answer> => {
    begun += 1;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw signal.reason;
  };
  const { port, send } = await openApp(t, [routeOf(handle)]);
  const socket = send(request.repeat(102));
  socket.resume();
  await untilEndSeen(socket, port);
  assert.equal(begun, 1);
});
