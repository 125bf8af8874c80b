import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import { openApp, readPolicy as read, routeOf } from '../../../test/fixtures/http-app.ts';
import type { Answer } from '../answer.ts';
import type { Route } from '../route.ts';

const whole: Answer = { status: 200, body: '{"secret":true}' };
const streamed = (text: string): Answer => ({
  stream: async (sink) => {
    sink.start(200, { 'content-type': 'text/plain' });
    await sink.write(text);
  },
});

const answers: { readonly [name: string]: Answer } = {
  'a text': whole,
  'a short stream': streamed('secret'),
  'a long stream': streamed('secret '.repeat(100_000)),
};

for (const [name, answer] of Object.entries(answers))
  test(`${name} is refused to a key that ended before its first byte`, async (t) => {
    const { reply, endKey } = await begin(t, { policy: read }, answer);
    endKey();
    const refused = await reply;
    assert.equal(refused.status, 401);
    assert.equal((await refused.json()).code, 'unauthorized');
  });

test('a stream that has sent nothing is refused, and its work aborted, when the key ends', async (t) => {
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

test('a short stream is refused when its key ends while it is buffered', async (t) => {
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

test('a change that was made is answered, even when its key has ended since', async (t) => {
  const { reply, endKey } = await begin(t, { policy: { ...read, access: 'write' } }, whole);
  endKey();
  assert.equal((await reply).status, 200);
});

test('the key of a slow answer is checked once more before it is sent', async (t) => {
  const { reply, expire } = await begin(t, { policy: read }, whole);
  expire();
  assert.equal((await reply).status, 401);
});

test('an answer that is being sent is cut off', async (t) => {
  const { reply, endKey } = await begin(t, { policy: read }, whole, () => ({
    stream: async (sink) => {
      sink.start(200, {});
      await sink.write('first');
      await sink.flush();
      endKey();
      await sink.write('secret');
      await sink.flush();
    },
  }));
  await assert.rejects(reply.then((response) => response.text()));
});

/** A call whose handler waits until `endKey` or `expire`. */
async function begin(
  t: TestContext,
  more: Pick<Route<string>, 'policy'> & Partial<Route<string>>,
  answer: Answer,
  made?: (signal: AbortSignal) => Answer,
) {
  let cut = () => {};
  let isValid = true;
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const handle: Route<string>['handle'] = async ({ signal }) => {
    started.resolve();
    if (made !== undefined) return made(signal);
    await gate.promise;
    return answer;
  };
  const { url } = await openApp(t, [routeOf(handle, more)], {
    watchCaller: (_caller, onEnd) => {
      cut = onEnd;
      return () => {};
    },
    current: async (caller) => (isValid ? caller : undefined),
  });
  const reply = fetch(`${url}/thing`, { headers: { authorization: 'somebody' } });
  await started.promise;
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
