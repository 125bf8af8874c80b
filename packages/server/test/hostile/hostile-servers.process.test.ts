/**
 * Model servers, speech servers, nodes and websites that send as much as they can, in the worst form. The limits are
 * small here, and each step counts as a whole slice of time; the hold scenario `hostile-servers` measures real ones.
 */
import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { attacks, hostileCalls } from '../fakes/hostile-calls.ts';
import { type HostileServer, startHostileServer } from '../fakes/hostile-server.ts';

const limits = {
  writing: { firstByteMs: 1_000, eventsMax: 300, answerBytesMax: 512 * 1024, charactersMax: 250 },
  pageBytesMax: 128 * 1024,
  // By the clock of this test, where each step takes a slice.
  waitMs: 1_000_000,
};
// As much as the paced connections pass on in one step.
const sliceBytes = 8 * 1024;

const tooMuch = /more than is accepted|too long|too large/;
const unreadable = /cannot be read/;
const brokenOff = /broke off|ended before it was whole/;
const compressed = /compressed body|cannot be read/;
/** Why each is given up; all others send too much. */
const reasons: { readonly [name: string]: RegExp } = {
  'tool-calls': unreadable,
  choices: unreadable,
  parts: unreadable,
  'many-values': unreadable,
  'compressed-events': compressed,
  'compressed-answer': compressed,
  'compressed-sound': compressed,
  'early-hints': /fell silent/,
  'endless-refusal': /refused the call: 400/,
  'short-answer': brokenOff,
  'cut-sound': brokenOff,
  'endless-header': /not a plain WAV file/,
};

describe('a hostile server gets one step of each turn of the event loop, and is given up', () => {
  let server: HostileServer;
  before(async () => {
    server = await startHostileServer(attacks);
  });
  after(() => server.close());

  for (const { whose, name } of hostileCalls({ urlOf: String, close: async () => {} }, limits)
    .table)
    test(`${whose}: ${name}`, async () => {
      const { table } = hostileCalls(server, limits);
      const found = table.find((one) => one.whose === whose && one.name === name);
      const { reason, bytesMax, parsedMax } = await stepsOf(async () => found?.call());
      assert.match(reason, reasons[name] ?? tooMuch);
      assert.ok(bytesMax <= sliceBytes, `${bytesMax} bytes in one turn`);
      assert.ok(parsedMax <= 1, `${parsedMax} events in one turn`);
    });

  test('sixteen at once share the turns', async () => {
    const names = ['empty-deltas', 'comments', 'endless-tokens', 'endless-thought'];
    const { write } = hostileCalls(server, limits);
    const { reason, bytesMax, parsedMax } = await stepsOf(async () => {
      const calls = [...names, ...names, ...names, ...names].map(write);
      const outcomes = await Promise.allSettled(calls);
      const given = outcomes.filter(({ status }) => status === 'rejected');
      throw new Error(`${given.length} were given up`);
    });
    assert.equal(reason, '16 were given up');
    assert.ok(bytesMax <= sliceBytes, `${bytesMax} bytes in one turn`);
    assert.ok(parsedMax <= 1, `${parsedMax} events in one turn`);
  });

  test('one that sends a byte now and then is given up after the whole time', async () => {
    const { transcribe, speak, get } = hostileCalls(server, { ...limits, waitMs: 100 });
    const isUpstream = { code: 'upstream' };
    await assert.rejects(transcribe('dripping-json'), isUpstream);
    await assert.rejects(speak('dripping-sound'), isUpstream);
    await assert.rejects(get('dripping-json'));
  });
});

// Ahead of the real clock, and never set back: pauses are counted from the last one.
let nowMs = performance.now();
const stepMs = 11;

interface Steps {
  readonly reason: string;
  /** The most that one turn of the event loop took of bodies. */
  readonly bytesMax: number;
  /** The most texts that one turn parsed. */
  readonly parsedMax: number;
}

/** Runs a call that is given up, with a clock that moves on by more than a slice at each look. */
async function stepsOf(call: () => Promise<void>): Promise<Steps> {
  let [bytes, bytesMax, parsed, parsedMax] = [0, 0, 0, 0];
  const endTurn = () => {
    bytesMax = Math.max(bytesMax, bytes);
    parsedMax = Math.max(parsedMax, parsed);
    [bytes, parsed] = [0, 0];
  };
  let next = setImmediate(function turn() {
    endTurn();
    next = setImmediate(turn);
  });
  // Not by `mock`, which keeps every call with its stack.
  const { push } = Readable.prototype;
  const { parse } = JSON;
  const { now } = performance;
  Readable.prototype.push = function (this: Readable, piece: Buffer | null) {
    if (this instanceof IncomingMessage) bytes += piece?.length ?? 0;
    return push.call(this, piece);
  };
  JSON.parse = (text: string) => {
    parsed += 1;
    return parse(text);
  };
  performance.now = () => {
    nowMs += stepMs;
    return nowMs;
  };
  try {
    const reason = await call().then(
      () => 'not given up',
      (error: Error) => (error.cause as Error | undefined)?.message ?? error.message,
    );
    endTurn();
    return { reason, bytesMax, parsedMax };
  } finally {
    Readable.prototype.push = push;
    JSON.parse = parse;
    performance.now = now;
    clearImmediate(next);
  }
}
