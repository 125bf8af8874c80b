import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Reading, ReadScore } from '../../src/answers/read/read-passages.ts';
import { findModel } from '../../src/engine/models/files.ts';

const files = { encoder: findModel('encoder'), reader: findModel('reader') };
const skip =
  files.encoder === undefined || files.reader === undefined
    ? 'there are no weights, or no runtime for them'
    : false;

test('the shipped encoder gives the vectors of its card, whatever it has encoded before', {
  skip,
}, async () => {
  const { openEncoder } = await import('../../src/engine/models/built-in.ts');
  const { encodeTexts } = await openEncoder({ ...(files.encoder ?? assert.fail()), model: 'm' });
  const { singles, tolerance } = cases<{
    tolerance: number;
    singles: { text: string; embedding: number[] }[];
  }>('encoder-cases.json');
  const encode = (text: string) => encodeTexts([text], () => undefined);
  for (const { text, embedding } of [...singles, ...singles.slice(0, 1)]) {
    const [vector = new Float32Array()] = await encode(text);
    const length = Math.hypot(...vector);
    assert.ok(vector.length === 384 && Math.abs(length - 1) < 0.001, `${text}: ${length}`);
    embedding.forEach((value, at) => {
      assert.ok(Math.abs((vector[at] ?? 9) - value) <= tolerance, `${text}: ${at}`);
    });
  }
});

test('the shipped reader gives the scores of its card; company changes no score', {
  skip,
}, async () => {
  const { openReader } = await import('../../src/engine/models/built-in.ts');
  const read = await openReader(files.reader ?? assert.fail());
  const { readings, tolerance } = cases<{
    tolerance: number;
    readings: (Reading & { scores: ReadScore[] })[];
  }>('reader-cases.json');
  for (const { scores: expected, ...reading } of readings) {
    const scores = await read(reading);
    assert.equal(scores.length, expected.length);
    for (const [index, score] of scores.entries()) {
      const given = numbersOf(score);
      const wanted = numbersOf(expected[index] ?? assert.fail());
      const message = `${reading.question}: ${given} is not ${wanted}`;
      assert.equal(given.length, wanted.length, message);
      given.forEach((value, at) => {
        assert.ok(Math.abs(value - (wanted[at] ?? Number.NaN)) <= tolerance, message);
      });
      const passages = reading.passages.slice(index, index + 1);
      assert.deepEqual(await read({ ...reading, passages }), [score]);
    }
  }
});

function numbersOf({ answer, said, evidence }: ReadScore): readonly number[] {
  return [answer, said, ...evidence];
}

function cases<Cases>(name: string): Cases {
  const place = import.meta.resolve(`@baraza/answer-model/${name}`);
  return JSON.parse(readFileSync(new URL(place), 'utf8')) as Cases;
}
