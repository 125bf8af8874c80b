import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { type FaultKind, ServerFault } from '../../src/models/openai-fault.ts';
import {
  type Behaviour,
  beginsOnly,
  fails,
  forgetsToClose,
  hangs,
  oneHugeEvent,
  onlyComments,
  refusesField,
  sends,
  stops,
  streams,
  tears,
  tearsAtOnce,
  textEvent,
  writesForEver,
} from '../fakes/model-server.ts';
import { openModelHouse, secrets, tell } from '../fixtures/models-house.ts';

const limits = { charactersMax: 5_000 };
// What servers like to repeat in their refusals.
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
    name: 'begins and says nothing',
    behaviour: beginsOnly,
    kind: 'silent',
    isLeft: true,
    patience: { firstByteMs: 1_000 },
  },
  {
    name: 'falls silent after some words',
    behaviour: stops('Bei ni '),
    kind: 'silent',
    text: 'Bei ni ',
    isLeft: true,
    patience: { silenceMs: 1_000 },
  },
  { name: 'is torn in the middle', behaviour: tears('Bei ni'), kind: 'cut' },
  { name: 'is torn before a word', behaviour: tearsAtOnce, kind: 'lost', tries: 3 },
  {
    name: 'writes broken JSON',
    behaviour: sends(
      `${textEvent('Bei')}data: {"choices":[{"delta":{"content":"${secrets.question}\n\n`,
    ),
    kind: 'nonsense',
    text: 'Bei',
  },
  {
    name: 'writes JSON of another kind',
    behaviour: sends(`data: {"text":"${secrets.question}"}\n\n`),
    kind: 'nonsense',
  },
  {
    name: 'tells of an error in the stream',
    behaviour: sends(`${textEvent('Bei')}data: {"error":{"message":"${echo}","code":500}}\n\n`),
    kind: 'failing',
    text: 'Bei',
  },
  {
    name: 'ends without an end',
    behaviour: sends(textEvent('Bei ni')),
    kind: 'cut',
    text: 'Bei ni',
  },
  { name: 'writes for ever', behaviour: writesForEver, kind: 'endless', isLeft: true },
  {
    name: 'writes one event without an end',
    behaviour: oneHugeEvent,
    kind: 'endless',
    isLeft: true,
  },
  { name: 'answers a page', behaviour: sends(`<p>${echo}</p>`, 'text/html'), kind: 'type' },
  {
    name: 'does not stream',
    behaviour: sends('{"choices":[{"message":{"content":"Bei"}}]}', 'application/json'),
    kind: 'type',
  },
  {
    name: 'points elsewhere',
    behaviour: fails(307, { location: '/v1/elsewhere' }),
    kind: 'redirect',
  },
  { name: 'answers 500', behaviour: fails(500, {}, echo), kind: 'failing', tries: 3 },
  { name: 'answers 503', behaviour: fails(503, {}, echo), kind: 'failing', tries: 3 },
  { name: 'answers 400', behaviour: fails(400, {}, echo), kind: 'refused' },
  { name: 'answers 403', behaviour: fails(403, {}, echo), kind: 'refused' },
  {
    name: 'wants fewer calls',
    behaviour: fails(429, {}, echo),
    kind: 'limited',
    code: 'busy',
    tries: 3,
  },
  {
    name: 'wants none for a minute',
    behaviour: fails(429, { 'retry-after': '60' }),
    kind: 'limited',
    code: 'busy',
  },
  { name: 'says nothing and ends', behaviour: streams(), kind: 'empty' },
];

describe('a model server that misbehaves ends in one refusal, soon, that repeats nothing', () => {
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
      const house = await openModelHouse(t, { ...limits, ...patience });
      house.server.behaves(behaviour);
      const told = await tell(house.model);
      assert.equal(told.end, undefined);
      assert.equal(told.error?.code, code);
      assert.ok(told.error?.cause instanceof ServerFault);
      assert.equal(told.error.cause.kind, kind);
      assert.ok((told.error.retryAfterSeconds ?? 0) >= 1);
      if (text !== undefined) assert.equal(told.text, text);
      assert.equal(house.server.received.length, tries);
      if (isLeft) await (await house.server.chat(0)).left;

      const repeated = `${inspect(told.error, { depth: 9 })}${house.lines.join('')}`;
      for (const secret of Object.values(secrets)) assert.ok(!repeated.includes(secret));
      assert.doesNotMatch(told.error.message, /model|server|openai|status|\d/i);
    });

  test('one that only sends signs of life is given up when the whole took too long', async (t) => {
    const house = await openModelHouse(t, { ...limits, wholeMs: 400 });
    house.server.behaves(onlyComments(20));
    const told = await tell(house.model);
    assert.ok(told.error?.cause instanceof ServerFault && told.error.cause.kind === 'late');
    await (await house.server.chat(0)).left;
  });

  test('one that is not there', async (t) => {
    const house = await openModelHouse(t, limits);
    await house.server.close();
    const told = await tell(house.model);
    assert.ok(told.error?.cause instanceof ServerFault && told.error.cause.kind === 'unreachable');
  });

  test('a wrong key is no answer, and is told to nobody', async (t) => {
    const house = await openModelHouse(t, limits, { key: 'another' });
    const told = await tell(house.model);
    assert.ok(told.error?.cause instanceof ServerFault && told.error.cause.kind === 'denied');
  });
});

describe('what works after all', () => {
  test('a server that fails twice before it begins is asked a third time', async (t) => {
    const house = await openModelHouse(t);
    house.server.behaves(tearsAtOnce, fails(502), streams('Sawa.'));
    assert.equal((await tell(house.model)).text, 'Sawa.');
  });

  test('a server that says when to come again is asked then', async (t) => {
    const house = await openModelHouse(t, { pausesMs: [60_000, 60_000] });
    house.server.behaves(
      fails(429, { 'retry-after-ms': '15' }),
      fails(429, { 'retry-after': '0' }),
      streams('Sawa.'),
    );
    assert.equal((await tell(house.model)).text, 'Sawa.');
  });

  test('nothing is asked again once a word has come', async (t) => {
    const house = await openModelHouse(t);
    house.server.behaves(tears('Bei '), streams('Sawa.'));
    const told = await tell(house.model);
    assert.equal(told.error?.code, 'upstream');
    assert.equal(house.server.received.length, 1);
  });

  test('an answer that is whole counts, though the server never closes', async (t) => {
    const house = await openModelHouse(t, { ...limits, silenceMs: 60_000 });
    house.server.behaves(forgetsToClose('Sawa.'));
    const told = await tell(house.model);
    assert.deepEqual([told.text, told.end?.usage?.inputTokens], ['Sawa.', 11]);
  });

  test('nothing after the last word is read', async (t) => {
    const house = await openModelHouse(t);
    const end = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    house.server.behaves(
      sends(`${textEvent('Sawa.')}${end}${textEvent('Na tena.')}data: junk\n\n`),
    );
    const told = await tell(house.model);
    assert.deepEqual([told.text, told.error], ['Sawa.', undefined]);
  });

  for (const [field, message, instead] of [
    [
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_completion_tokens',
    ],
    [
      'temperature',
      "Unsupported value: 'temperature' does not support 0.2 with this model.",
      undefined,
    ],
    ['stream_options', 'stream_options: Extra inputs are not permitted', undefined],
  ] as const)
    test(`a model that does not take ${field} is asked without, at once from then on`, async (t) => {
      const house = await openModelHouse(t);
      house.server.behaves(refusesField(field, message));
      const given = { maxTokens: 90, temperature: 0.2 };
      assert.equal((await tell(house.model, given)).text, 'All right.');
      assert.equal((await tell(house.model, given)).text, 'All right.');
      assert.equal(house.server.received.length, 3);
      const { body } = await house.server.chat(2);
      assert.equal(body[field], undefined);
      if (instead !== undefined) assert.equal(body[instead], 90);
    });

  test('half a character waits for its other half', async (t) => {
    const house = await openModelHouse(t);
    const halves = [...'\u{1f642}'.split('')];
    house.server.behaves(streams('Sawa ', halves[0] ?? '', halves[1] ?? '', ' \0basi\ud83d'));
    const told = await tell(house.model);
    assert.deepEqual(told.pieces, ['Sawa ', '\u{1f642}', ' basi', '\ufffd']);
  });
});
