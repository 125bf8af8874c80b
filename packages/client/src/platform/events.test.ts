import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clientOf,
  events,
  eventText,
  fallSilent,
  loseAnswer,
  refuse,
  startServer,
} from '../../test/scripted-server.ts';
import { isBarazaError } from '../index.ts';
import { readEvents } from '../transport/sse.ts';

const activityText = (id: number) => `id: ${id}\n${eventText({ id: `act_${id}` })}`;

test('a stream that ends, breaks off, is refused or is lost resumes after the last received event', async (t) => {
  const server = await startServer(
    t,
    events([activityText(1), activityText(2)]),
    refuse(503, 'draining', { 'retry-after': '1' }),
    loseAnswer(),
    events([activityText(3), 'id: 4\ndata: {"id"'], 'cut'),
    loseAnswer(),
    loseAnswer(),
    loseAnswer(),
    loseAnswer(),
    events([activityText(4), ': still here\n\n', activityText(5)], 'stay'),
  );
  const { client } = clientOf(server);
  const seen: string[] = [];
  const states: boolean[] = [];
  const onConnection = (isConnected: boolean) => void states.push(isConnected);
  for await (const { id, activity } of client.events({ lastEventId: '0', onConnection })) {
    assert.equal(activity.id, `act_${id}`);
    seen.push(id);
    if (seen.length === 5) break;
  }
  assert.deepEqual(states, [true, false, true, false, true]);
  assert.deepEqual(seen, ['1', '2', '3', '4', '5']);
  assert.deepEqual(
    server.received.map(({ url }) => new URL(url, 'http://x').searchParams.get('lastEventId')),
    ['0', '2', '2', '2', '3', '3', '3', '3', '3'],
  );
});

test('a refusal that will not change ends the stream with its error', async (t) => {
  const server = await startServer(t, events([activityText(1)]), refuse(401, 'unauthorized'));
  const stream = clientOf(server).client.events();
  assert.equal((await stream.next()).value?.id, '1');
  await assert.rejects(stream.next(), (error) => isBarazaError(error, 'unauthorized'));
});

test('an abort ends the stream with its reason while it waits, connects or pauses', async (t) => {
  const reason = new Error('enough');
  const waiting = new AbortController();
  const first = await startServer(t, events([activityText(1)], 'stay'));
  const stream = clientOf(first).client.events({ signal: waiting.signal });
  await stream.next();
  const next = stream.next();
  waiting.abort(reason);
  await assert.rejects(next, reason);

  const connecting = new AbortController();
  const second = await startServer(
    t,
    fallSilent(() => connecting.abort(reason)),
  );
  await assert.rejects(
    clientOf(second).client.events({ signal: connecting.signal }).next(),
    reason,
  );

  const resting = new AbortController();
  const third = await startServer(t, events([]));
  const timing = {
    sleep: async (_ms: number, signal: AbortSignal) => {
      resting.abort(reason);
      signal.throwIfAborted();
    },
  };
  const { client } = clientOf(third, { timing });
  await assert.rejects(client.events({ signal: resting.signal }).next(), reason);
});

test('a silent stream is closed and opened again', async (t) => {
  const server = await startServer(
    t,
    events([activityText(1)], 'stay'),
    events([activityText(2)], 'stay'),
  );
  let ring = () => {};
  const timing = {
    alarm: (_ms: number, alarm: () => void) => {
      ring = alarm;
      return () => {};
    },
  };
  const stream = clientOf(server, { timing }).client.events();
  await stream.next();
  const next = stream.next();
  ring();
  assert.equal((await next).value?.id, '2');
  await stream.return();
});

test('a caller that stops reading closes the connection', async (t) => {
  let closed: Promise<unknown> | undefined;
  const server = await startServer(t, (response, request) => {
    closed = new Promise((resolve) => response.once('close', resolve));
    events([activityText(1)], 'stay')(response, request);
  });
  for await (const _ of clientOf(server).client.events()) break;
  await closed;
});

test('events are the same however the bytes are split and whichever line ends are used', async () => {
  const lines = [
    '\ufeff: hi',
    'retry: 1',
    '',
    'id: 7',
    'data: jina',
    'data:ñandú — ',
    '',
    'event: x',
    'data',
    '',
    'data: half',
  ];
  for (const end of ['\n', '\r\n', '\r']) {
    const bytes = new TextEncoder().encode(lines.join(end));
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(bytes.subarray(0, cut));
          controller.enqueue(bytes.subarray(cut));
          controller.close();
        },
      });
      const seen: unknown[] = [];
      for await (const event of readEvents(stream)) seen.push(event);
      assert.deepEqual(
        seen,
        [
          { id: '7', event: 'message', data: 'jina\nñandú — ' },
          { id: '7', event: 'x', data: '' },
        ],
        `${JSON.stringify(end)} at ${cut}`,
      );
    }
  }
});
