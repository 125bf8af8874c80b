import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { beginsOnly, hangs, stops, streams, writesForEver } from '../fakes/model-server.ts';
import { startAwakeTime } from '../fixtures/awake-time.ts';
import { type ModelHouse, openModelHouse, order } from '../fixtures/models-house.ts';

const leftWithinMs = 200;
// What happens once in a process, such as a collection of garbage, is no part of the promise.
const rounds = 3;
// Who is not cancelled at all would be waited for without an end.
const timeout = 60_000;
const patience = () => AbortSignal.timeout(50_000);

describe(`whoever leaves has the call upstream cancelled within ${leftWithinMs} ms`, () => {
  for (const [name, behaviour] of [
    ['before anything has come', hangs],
    ['after the answer has begun', beginsOnly],
    ['in the middle of a sentence', stops('Bei ya ')],
    ['while it writes without a pause', writesForEver],
  ] as const)
    test(name, { timeout }, async (t) => {
      const house = await openModelHouse(t, { charactersMax: 1e9, answerBytesMax: 1e12 });
      const tookMs: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        // What is loaded with the first call is not what is measured.
        house.server.behaves(streams('Sawa.'), behaviour);
        await read(house.model.write(order, patience()));
        tookMs.push(await leave(house, 2 * round + 1));
      }
      t.diagnostic(`${Math.min(...tookMs).toFixed(1)} ms`);
      assert.ok(Math.min(...tookMs) < leftWithinMs, tookMs.join(', '));
    });

  test('when the reader simply stops reading', { timeout }, async (t) => {
    const { server, model } = await openModelHouse(t);
    server.behaves(stops('Bei ya '));
    const tookMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const time = startAwakeTime();
      let leftAtMs = 0;
      for await (const _ of model.write(order, patience())) {
        leftAtMs = time.elapsedMs();
        break;
      }
      await (await server.chat(round)).left;
      tookMs.push(time.elapsedMs() - leftAtMs);
      time.stop();
    }
    assert.ok(Math.min(...tookMs) < leftWithinMs, tookMs.join(', '));
  });
});

async function leave({ server, model }: ModelHouse, number: number): Promise<number> {
  const leaving = new AbortController();
  const reading = assert.rejects(read(model.write(order, leaving.signal)), /left/);
  const chat = await server.chat(number);
  await new Promise(setImmediate);
  const time = startAwakeTime();
  leaving.abort(new Error('left'));
  await chat.left;
  const tookMs = time.elapsedMs();
  time.stop();
  await reading;
  return tookMs;
}

async function read(written: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of written);
}
