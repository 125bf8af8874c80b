import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { Problem } from '../../kernel/problem.ts';
import type { Sink } from '../answer.ts';
import { type Call, openToAll, type Route } from '../route.ts';
import type { RouteGroup } from '../route-group.ts';
import { AnswerTooLong, createInnerCalls, readAnswer } from './inner-call.ts';

interface Who {
  readonly name: string;
}

describe('a call from inside the server', () => {
  const steps: string[] = [];
  let current: Who | undefined = { name: 'Asha' };
  const route: Route<Who> = {
    method: 'POST',
    path: '/things/:id/parts',
    summary: 'Add a part',
    policy: {
      ...openToAll,
      credential: 'key',
      scope: 'data',
      access: 'write',
      body: 'json',
      bodyBytesMax: 100,
    },
    query: z.object({ kind: z.string({ error: 'kind must be text.' }) }),
    body: z.object({ size: z.number({ error: 'size must be a number.' }) }),
    answers: { 200: z.unknown() },
    limit: async () => void steps.push('rate'),
    handle: async (call) => {
      steps.push('handler');
      seen = call;
      return { status: 200, body: '{"done":true}' };
    },
  };
  let seen: Call<Who> | undefined;
  const group: RouteGroup<Who> = {
    routes: [route],
    authenticate: async (authorization) => {
      steps.push(`credential ${authorization}`);
      return { name: 'Asha' };
    },
    authorise: (_caller, service) => void steps.push(`scope ${service}`),
    current: async () => current,
    ownerOf: ({ name }) => name,
    headers: {},
    cors: { headersFor: () => ({}), preflight: async () => undefined },
  };
  const outer = () => {
    const raw = new IncomingMessage(new Socket());
    raw.headers.authorization = 'Bearer key';
    raw.headers['x-forwarded-for'] = '192.0.2.1';
    raw.headers['content-length'] = '5';
    raw.headers['if-match'] = '"of the outer request"';
    return { raw, requestId: 'req_1', signal: new AbortController().signal };
  };
  const callWith = (
    { body = { size: 3 }, id = 'a/b?c', query = [['kind', 'x&y=1']] as [string, string][] } = {},
    hold: (use: string) => () => void = () => () => void steps.push('room is given back'),
    from = outer(),
  ) => {
    steps.length = 0;
    const inner = createInnerCalls(group, { disk: { hold }, refusesUnknownQuery: true });
    const request = {
      params: { id },
      query,
      body: { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) },
    };
    return inner.call(route, from, request, async (answer) => {
      steps.push('answer');
      return (await readAnswer(answer, 100)).bytes.toString();
    });
  };
  const refusal = (sentence: RegExp) => (error: unknown) =>
    error instanceof Problem && sentence.test(error.message);

  test('takes the steps of a request in their order, with the values as they were given', async () => {
    assert.equal(await callWith(), '{"done":true}');
    assert.deepEqual(steps, [
      'credential Bearer key',
      'scope data',
      'rate',
      'handler',
      'answer',
      'room is given back',
    ]);
    assert.deepEqual([seen?.params, seen?.query], [{ id: 'a/b?c' }, { kind: 'x&y=1' }]);
    assert.deepEqual(seen?.body, { size: 3 });
    assert.equal(seen?.raw.url, '/things/a%2Fb%3Fc/parts?kind=x%26y%3D1');
    // Who calls is taken over, and nothing of what the outer request was about.
    assert.equal(seen?.header('x-forwarded-for'), '192.0.2.1');
    assert.equal(seen?.header('if-match'), undefined);
  });

  test('is refused by the same checks', async () => {
    const wrong = [
      [callWith({ body: { size: 'x' } as never }), /size must be a number/],
      [callWith({ body: { size: 1, more: 'x'.repeat(200) } as never }), /at most 100 bytes/],
      [callWith({ query: [['knd', 'x']] }), /"knd" is not known/],
      [callWith({ id: 'a\0b' }), /no such path/],
      [callWith({ id: 'x'.repeat(9_000) }), /at most 8192 characters/],
    ] as const;
    for (const [call, sentence] of wrong) await assert.rejects(call, refusal(sentence));
  });

  test('is refused while the disk has no room for it, before its handler', async () => {
    const full = () => {
      throw new Problem('busy', 'The disk is full.');
    };
    await assert.rejects(callWith({}, full), refusal(/full/));
    assert.ok(!steps.includes('handler'));
  });

  test('is refused if the key of a change has ended meanwhile', async () => {
    current = undefined;
    await assert.rejects(callWith(), refusal(/revoked or has expired/));
    current = { name: 'Asha' };
    assert.ok(!steps.includes('handler'));
  });

  test('cannot end the connection of the request that it came with', async () => {
    const from = outer();
    await callWith({}, undefined, from);
    seen?.raw.destroy();
    seen?.raw.socket.destroy();
    assert.equal(from.raw.socket.destroyed, false);
  });
});

describe('an answer that is read as a whole', () => {
  test('is given up at the first piece that is too much, and its sender stops', async () => {
    let isClosed = false;
    const stream = async (sink: Sink) => {
      try {
        sink.start(200, { 'content-length': 1_000 });
        await sink.write(Buffer.alloc(10));
      } finally {
        isClosed = true;
      }
    };
    await assert.rejects(readAnswer({ stream }, 100), AnswerTooLong);
    assert.equal(isClosed, true);
    await assert.rejects(readAnswer({ status: 200, body: 'x'.repeat(101) }, 100), AnswerTooLong);
  });
});
