import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReadPassages } from '../packages/server/src/answers/read/read-passages.ts';
import { createGrounding } from '../packages/server/src/answers/write/grounding/grounding.ts';
import { statementsOf } from '../packages/server/src/answers/write/grounding/tidy-sentence.ts';
import {
  basisOf,
  type ModelCase,
  unseenHonestCases,
  unseenHostileCases,
} from '../packages/server/test/grounding/cases.ts';
import { canRead, openReadings } from './businesses/readings.ts';

const noReader = canRead() ? false : 'the weights or their runtime are missing';

describe('the shipped reader on texts that are newer than the check', {
  skip: noReader,
}, () => {
  let opening: ReturnType<typeof openReadings> | undefined;
  const read: ReadPassages = async (reading) => {
    opening ??= openReadings();
    return (await opening)?.(reading) ?? [];
  };
  const kindsOf = async (one: ModelCase): Promise<readonly string[]> => {
    const { check } = createGrounding(basisOf(one), read);
    const kinds: string[] = [];
    for (const sentence of statementsOf(one.text)) kinds.push((await check(sentence)).kind);
    return kinds;
  };

  // 15 of 31 on x64 with dot-product instructions; int8 kernels of other CPUs round differently.
  test('nearly half of the honest answers pass completely', async () => {
    const answers = await Promise.all(unseenHonestCases.map(kindsOf));
    const whole = answers.filter((kinds) => !kinds.includes('drift')).length;
    assert.ok(whole >= answers.length * 0.48, `${whole} of ${answers.length}`);
  });

  test('at most one of twelve hostile twists passes', async () => {
    const twists = await Promise.all(unseenHostileCases.map(kindsOf));
    const passed = twists.filter((kinds) => kinds.includes('passed')).length;
    assert.ok(passed <= twists.length / 12, `${passed} of ${twists.length}`);
  });
});
