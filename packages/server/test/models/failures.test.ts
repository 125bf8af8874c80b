import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { type FaultKind, ServerFault } from '../../src/models/openai-fault.ts';
import {
  type Behaviour,
  beginsOnly,
  breaksOff,
  breaksOffAtOnce,
  fails,
  forgetsToClose,
  hangs,
  oneHugeEvent,
  onlyComments,
  sends,
  sendsThenStalls,
  streams,
  textEvent,
  writesForEver,
} from '../fakes/model-server.ts';
import { collect, openModelSetup, secrets } from '../fixtures/model-setup.ts';

const limits = { charactersMax: 5_000 };
// Servers often repeat the request in their refusals.
const echo = `Incorrect key ${secrets.key} for ${secrets.question}`;

const failures: readonly {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly kind: FaultKind;
  readonly code?: 'busy';
  readonly text?: string;
  readonly tries?: number;
  /** The connection is closed by us. */
  readonly isLeft?: true;
  readonly patience?: { readonly firstByteMs?: number; readonly silenceMs?: number };
}[] = [
  {
    name: 'never answers',
    behaviour: hangs,
    kind: 'silent',
    isLeft: true,
    patience: { firstByteMs: 1_000 },
  },
  {
    name: 'sends headers and nothing else',
    behaviour: beginsOnly,
    kind: 'silent',
    isLeft: true,
    patience: { firstByteMs: 1_000 },
  },
  {
    name: 'stops sending after some words',
    behaviour: sendsThenStalls('Bei ni '),
    kind: 'silent',
    text: 'Bei ni ',
    isLeft: true,
    patience: { silenceMs: 1_000 },
  },
  { name: 'closes the connection in the middle', behaviour: breaksOff('Bei ni'), kind: 'cut' },
  {
    name: 'closes the connection before an answer',
    behaviour: breaksOffAtOnce,
    kind: 'lost',
    tries: 3,
  },
  {
    name: 'writes broken JSON',
    behaviour: sends(
      `${textEvent('Bei')}data: {"choices":[{"delta":{"content":"${secrets.question}\n\n`,
    ),
    kind: 'malformed',
    text: 'Bei',
  },
  {
    name: 'writes JSON of another kind',
    behaviour: sends(`data: {"text":"${secrets.question}"}\n\n`),
    kind: 'malformed',
  },
  {
    name: 'reports an error in the stream',
    behaviour: sends(`${textEvent('Bei')}data: {"error":{"message":"${echo}","code":500}}\n\n`),
    kind: 'failing',
    text: 'Bei',
  },
  {
    name: 'ends without a finish reason',
    behaviour: sends(textEvent('Bei ni')),
    kind: 'cut',
    text: 'Bei ni',
  },
  { name: 'writes without end', behaviour: writesForEver, kind: 'endless', isLeft: true },
  { name: 'writes one endless event', behaviour: oneHugeEvent, kind: 'endless', isLeft: true },
  { name: 'answers with HTML', behaviour: sends(`<p>${echo}</p>`, 'text/html'), kind: 'type' },
  {
    name: 'does not stream',
    behaviour: sends('{"choices":[{"message":{"content":"Bei"}}]}', 'application/json'),
    kind: 'type',
  },
  { name: 'redirects', behaviour: fails(307, { location: '/v1/elsewhere' }), kind: 'redirect' },
  { name: 'answers 500', behaviour: fails(500, {}, echo), kind: 'failing', tries: 3 },
  { name: 'answers 503', behaviour: fails(503, {}, echo), kind: 'failing', tries: 3 },
  { name: 'answers 400', behaviour: fails(400, {}, echo), kind: 'refused' },
  { name: 'answers 403', behaviour: fails(403, {}, echo), kind: 'refused' },
  {
    name: 'limits the rate',
    behaviour: fails(429, {}, echo),
    kind: 'limited',
    code: 'busy',
    tries: 3,
  },
  {
    name: 'limits the rate for a minute',
    behaviour: fails(429, { 'retry-after': '60' }),
    kind: 'limited',
    code: 'busy',
  },
  { name: 'ends without a text', behaviour: streams(), kind: 'empty' },
];

describe('a model server that misbehaves ends in one error that repeats nothing of the request', () => {
  for (const {
    name,
    behaviour,
    kind,
    code = 'upstream',
    text,
    tries = 1,
    isLeft,
    patience,
  } of failures)
    test(`one that ${name}`, async (t) => {
      const setup = await openModelSetup(t, { ...limits, ...patience });
      setup.server.behaves(behaviour);
      const answer = await collect(setup.model);
      assert.deepEqual([answer.end, answer.error?.code], [undefined, code]);
      assert.ok(answer.error?.cause instanceof ServerFault);
      assert.equal(answer.error.cause.kind, kind);
      assert.ok((answer.error.retryAfterSeconds ?? 0) >= 1);
      if (text !== undefined) assert.equal(answer.text, text);
      assert.equal(setup.server.received.length, tries);
      if (isLeft) await (await setup.server.chat(0)).left;

      const repeated = `${inspect(answer.error, { depth: 9 })}${setup.lines.join('')}`;
      for (const secret of Object.values(secrets)) assert.ok(!repeated.includes(secret));
      assert.doesNotMatch(answer.error.message, /model|server|openai|status|\d/i);
    });

  test('one that only sends comments is given up after the whole time', async (t) => {
    const setup = await openModelSetup(t, { ...limits, wholeMs: 400 });
    setup.server.behaves(onlyComments(20));
    const answer = await collect(setup.model);
    assert.ok(answer.error?.cause instanceof ServerFault && answer.error.cause.kind === 'late');
    await (await setup.server.chat(0)).left;
  });

  test('one that does not listen', async (t) => {
    const setup = await openModelSetup(t, limits);
    await setup.server.close();
    const answer = await collect(setup.model);
    assert.ok(
      answer.error?.cause instanceof ServerFault && answer.error.cause.kind === 'unreachable',
    );
  });

  test('one that refuses the key', async (t) => {
    const setup = await openModelSetup(t, limits, { key: 'another' });
    const answer = await collect(setup.model);
    assert.ok(answer.error?.cause instanceof ServerFault && answer.error.cause.kind === 'denied');
  });
});

describe('a model server that can be worked with', () => {
  test('a call that fails twice before its answer is tried a third time', async (t) => {
    const setup = await openModelSetup(t);
    setup.server.behaves(breaksOffAtOnce, fails(502), streams('Sawa.'));
    assert.equal((await collect(setup.model)).text, 'Sawa.');
  });

  test('the retry waits for as long as the server asks', async (t) => {
    const setup = await openModelSetup(t, { retryDelaysMs: [60_000, 60_000] });
    setup.server.behaves(
      fails(429, { 'retry-after-ms': '15' }),
      fails(429, { 'retry-after': '0' }),
      streams('Sawa.'),
    );
    assert.equal((await collect(setup.model)).text, 'Sawa.');
  });

  test('nothing is retried once a text has arrived', async (t) => {
    const setup = await openModelSetup(t);
    setup.server.behaves(breaksOff('Bei '), streams('Sawa.'));
    const answer = await collect(setup.model);
    assert.equal(answer.error?.code, 'upstream');
    assert.equal(setup.server.received.length, 1);
  });

  test('a complete answer counts, though the server never closes the connection', async (t) => {
    const setup = await openModelSetup(t, { ...limits, silenceMs: 60_000 });
    setup.server.behaves(forgetsToClose('Sawa.'));
    const answer = await collect(setup.model);
    assert.deepEqual([answer.text, answer.end?.usage?.inputTokens], ['Sawa.', 11]);
  });

  test('nothing after [DONE] is read', async (t) => {
    const setup = await openModelSetup(t);
    const end = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    setup.server.behaves(
      sends(`${textEvent('Sawa.')}${end}${textEvent('Na tena.')}data: junk\n\n`),
    );
    const answer = await collect(setup.model);
    assert.deepEqual([answer.text, answer.error], ['Sawa.', undefined]);
  });

  test('half of a surrogate pair is held back until the other half arrives', async (t) => {
    const setup = await openModelSetup(t);
    const halves = [...'\u{1f642}'.split('')];
    setup.server.behaves(streams('Sawa ', halves[0] ?? '', halves[1] ?? '', ' \0basi\ud83d'));
    const answer = await collect(setup.model);
    assert.deepEqual(answer.pieces, ['Sawa ', '\u{1f642}', ' basi', '\ufffd']);
  });
});

describe('a caller who leaves cancels the call', () => {
  for (const [name, behaviour] of [
    ['before an answer', hangs],
    ['after the headers', beginsOnly],
    ['in the middle of a sentence', sendsThenStalls('Bei ya ')],
    ['while text arrives without a pause', writesForEver],
  ] as const)
    test(name, async (t) => {
      const { server, model } = await openModelSetup(t, {
        charactersMax: 1e9,
        answerBytesMax: 1e12,
      });
      server.behaves(behaviour);
      const leaving = new AbortController();
      const writing = collect(model, {}, leaving.signal);
      const chat = await server.chat(0);
      leaving.abort(new Error('left'));
      await chat.left;
      assert.equal((await writing).error?.message, 'left');
    });
});
