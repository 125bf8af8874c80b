import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { findSpeech } from '../packages.ts';
import { openWhisperModel, positionCount, type WhisperModel } from './model.ts';

const { whisper: files } = findSpeech();
const skip = files === undefined ? 'the packages for speech are not installed' : false;
// The start of an English transcript, and a text.
const start = [50_258, 50_259, 50_359, 50_363];
const text = [440, 370, 452, 7177, 6280];
// Integers of a pass have one scale for all its positions.
const tolerance = 2;

describe('Whisper', { skip }, () => {
  let model: WhisperModel;
  before(async () => {
    if (files !== undefined) model = await openWhisperModel(files);
  });
  const clip = (seconds: number) =>
    Float32Array.from(
      { length: seconds * 16_000 },
      (_, at) => Math.sin(at / 20) * Math.sin(at / 3e3),
    );

  test('computes the length of the clip and three seconds, not thirty', async () => {
    const lengthOf = async (seconds: number) =>
      Object.values(await model.encode(clip(seconds)))[0]?.dims;
    assert.deepEqual(await lengthOf(0.5), [1, 8, 200, 64]);
    assert.deepEqual(await lengthOf(1.5), [1, 8, 300, 64]);
    assert.equal(positionCount(29 * 16_000), 1_500);
  });

  test('judges whole texts together as it goes through each token by token', async () => {
    const sound = await model.encode(clip(1));
    const texts = [text, text.slice(0, 2), text.toReversed()];
    const whole = await model.judge(
      sound,
      texts.map((each) => [...start, ...each]),
      start.length - 1,
    );
    assert.equal(whole.length, texts.length);
    for (const [index, each] of texts.entries()) {
      let stepwise = 0;
      let state = await model.decode(sound, start);
      for (const token of each) {
        stepwise += (state.logits()[token] ?? Number.NaN) - state.logSum();
        state = (await model.decodeNext(sound, [{ state, token }]))[0] ?? assert.fail();
      }
      const once = whole[index] ?? Number.NaN;
      assert.ok(
        Math.abs(once - stepwise) < tolerance * each.length,
        `text ${index}: ${once} and ${stepwise}`,
      );
    }
  });

  test('frees the memory of a sound that is not used again', async () => {
    const sound = await model.encode(clip(1));
    const [kept] = await model.decodeNext(sound, [
      { state: await model.decode(sound, start), token: 440 },
    ]);
    model.release(kept === undefined ? [] : [kept]);
    assert.throws(() => kept?.logits(), /detached/);
    model.forget(sound);
    for (const tensor of Object.values(sound))
      assert.equal((tensor.data as Float32Array).length, 0);
  });

  test('goes on with several texts in one pass as with each alone', async () => {
    const sound = await model.encode(clip(1));
    const begun = await model.decode(sound, start);
    const steps = text.map((token) => ({ state: begun, token }));
    const together = await model.decodeNext(sound, steps);
    // A second step: the caches of the texts are apart.
    const further = await model.decodeNext(
      sound,
      together.map((state) => ({ state, token: 452 })),
    );
    for (const [at, step] of steps.entries()) {
      const alone = (await model.decodeNext(sound, [step]))[0] ?? assert.fail();
      const next =
        (await model.decodeNext(sound, [{ state: alone, token: 452 }]))[0] ?? assert.fail();
      for (const [one, other] of [
        [together[at], alone],
        [further[at], next],
      ] as const)
        for (const token of text) {
          const difference = (one?.logits()[token] ?? Number.NaN) - (other?.logits()[token] ?? 0);
          assert.ok(Math.abs(difference) < tolerance, `text ${at}, token ${token}: ${difference}`);
        }
    }
  });

  test('uses the memory of released texts again, never that of the others', async () => {
    const sound = await model.encode(clip(1));
    const go = async (isReleasing: boolean) => {
      let states = [await model.decode(sound, [...start, ...text])];
      for (const tokens of [[440, 370, 452], [7177, 6280, 440], text.slice(0, 3)]) {
        const next = tokens.map((token, at) => ({
          state: states[at % states.length] ?? assert.fail(),
          token,
        }));
        const further = await model.decodeNext(sound, next);
        if (isReleasing) model.release(states);
        states = [...further];
      }
      return states.map((state) => [...state.logits().subarray(0, 1_000)]);
    };
    const kept = await go(false);
    assert.deepEqual(await go(true), kept);
    assert.deepEqual(await go(true), kept);
  });

  test('gives the normaliser of all text tokens', async () => {
    const state = await model.decode(await model.encode(clip(1)), start);
    const text = state.logits().subarray(0, 50_258);
    const sum = text.reduce((total, logit) => total + Math.exp(logit), 0);
    assert.ok(Math.abs(Math.log(sum) - state.logSum()) < 0.001);
  });
});
