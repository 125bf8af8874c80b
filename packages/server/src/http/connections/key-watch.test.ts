import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import { silentLog } from '../../kernel/log.ts';
import type { Answer } from '../answer.ts';
import { createApp } from '../app.ts';
import { createCors } from '../cors.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { Route } from '../route.ts';

const read = {
  credential: 'key',
  scope: 'any',
  access: 'read',
  body: 'none',
  bodyBytesMax: 0,
} as const;
const whole: Answer = { status: 200, body: '{"secret":true}' };
const streamed = (text: string): Answer => ({
  stream: async (sink) => {
    sink.start(200, { 'content-type': 'text/plain' });
    await sink.write(text);
  },
});

const told: { readonly [name: string]: Answer } = {
  'a text': whole,
  'a short stream': streamed('secret'),
  'a long stream': streamed('secret '.repeat(100_000)),
};

for (const [name, answer] of Object.entries(told))
  test(`${name} is refused to a key that ended before its first byte`, async (t) => {
    const { reply, endKey } = await begin(t, { policy: read }, answer);
    endKey();
    const refused = await reply;
    assert.equal(refused.status, 401);
    assert.equal((await refused.json()).code, 'unauthorized');
  });

test('a stream that waits inside is refused, and its work ends with the key', async (t) => {
  let reason: unknown;
  const { reply, endKey } = await begin(t, { policy: read }, whole, (signal) => ({
    stream: (sink) =>
      new Promise((_, reject) => {
        sink.start(200, {});
        signal.addEventListener('abort', () => {
          reason = signal.reason;
          reject(new Error('interrupted'));
        });
        endKey();
      }),
  }));
  assert.equal((await reply).status, 401);
  assert.equal((reason as { code: string }).code, 'unauthorized');
});

test('a short stream is refused when its key ends while it is gathered', async (t) => {
  const { reply, endKey } = await begin(t, { policy: read }, whole, () => ({
    stream: async (sink) => {
      sink.start(200, {});
      await sink.write('secret');
      endKey();
    },
  }));
  assert.equal((await reply).status, 401);
});

test('events of a call that changes something besides are refused before the first of them', async (t) => {
  const policy = { ...read, access: 'write' } as const;
  const { reply, endKey } = await begin(
    t,
    { policy, events: z.unknown() },
    streamed('data: x\n\n'),
  );
  endKey();
  assert.equal((await reply).status, 401);
});

test('a change that was made is answered, also when its key has ended since', async (t) => {
  const { reply, endKey } = await begin(t, { policy: { ...read, access: 'write' } }, whole);
  endKey();
  assert.equal((await reply).status, 200);
});

test('what took long is looked at once more, without waiting to be told of the end', async (t) => {
  const { reply, expire } = await begin(t, { policy: read }, whole);
  expire();
  assert.equal((await reply).status, 401);
});

test('what is being sent is cut off', async (t) => {
  const { reply, endKey } = await begin(t, { policy: read }, whole, () => ({
    stream: async (sink) => {
      sink.start(200, {});
      await sink.write('begun');
      await sink.flush();
      endKey();
      await sink.write('secret');
      await sink.flush();
    },
  }));
  await assert.rejects(reply.then((begun) => begun.text()));
});

/** A call whose handler has begun and waits: `endKey` and `expire` let it go on. */
async function begin(
  t: TestContext,
  more: Pick<Route<string>, 'policy'> & Partial<Route<string>>,
  answer: Answer,
  made?: (signal: AbortSignal) => Answer,
) {
  let cut = () => {};
  let isValid = true;
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const app = createApp<string>({
    routes: [
      {
        method: 'GET',
        path: '/thing',
        summary: 'A thing',
        answers: { 200: z.unknown() },
        handle: async ({ signal }) => {
          begun.resolve();
          if (made !== undefined) return made(signal);
          await gate.promise;
          return answer;
        },
        ...more,
      },
    ],
    authenticate: async () => 'somebody',
    authorise: () => {},
    watchCaller: (_caller, onEnd) => {
      cut = onEnd;
      return () => {};
    },
    isStillValid: async () => isValid,
    ownerOf: (caller) => caller,
    headers: {},
    cors: createCors(new Set()),
    log: silentLog,
    metrics: createMetrics('test'),
    makeRequestId: () => 'request',
    isDraining: () => false,
  });
  app.listen({ host: '127.0.0.1', port: 0 });
  await once(app, 'listening');
  t.after(() => {
    app.closeAllConnections();
    app.close();
  });
  const { port } = app.address() as AddressInfo;
  const reply = fetch(`http://127.0.0.1:${port}/thing`);
  await begun.promise;
  return {
    reply,
    endKey: () => {
      cut();
      gate.resolve();
    },
    expire: () => {
      isValid = false;
      const untilMs = performance.now() + 60;
      const wait = () => (performance.now() < untilMs ? setImmediate(wait) : gate.resolve());
      wait();
    },
  };
}
