import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Reading, ReadPassages, ReadScore } from '../../src/answers/read/read-passages.ts';
import { findModel } from '../../src/engine/models/files.ts';
import { demoAssistant, demoProducts } from '../../src/server/demo/demo-content.ts';
import { newResource, openServer } from '../fixtures/server.ts';
import { ask, resources } from '../sockets/requests.ts';

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
  const read = await shippedReader();
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

test('read by the shipped reader, the demo goods are sold with their price and nothing else of their records', {
  skip,
}, async (t) => {
  const server = await openServer('sqlite', { read: await shippedReader() });
  t.after(server.close);
  const { key } = await server.newOwner();
  const goods = await newResource(server, key, 'data');
  for (const record of demoProducts.records)
    await ask(server, 'POST', `${resources}/${goods.id}/records`, { key, body: record });
  const { config = {} } = demoAssistant([goods.id]);
  const { id: assistant } = await newResource(server, key, 'ai', config);
  const answerTo = async (prompt: string) =>
    (await ask(server, 'POST', '/api/platform/ai', { key, body: { assistant, prompt } })).json
      .output;
  assert.equal(await answerTo('How much is sugar?'), 'Sugar is KES 165 per kg.');
  assert.equal(await answerTo('Sukari ni bei gani?'), 'Bei ya sukari ni KES 165 kwa kilo.');
  assert.equal(await answerTo('how much for suger'), 'Sugar is KES 165 per kg.');
  const candles = 'Candles are KES 120 per packet of 6 (out of stock now).';
  assert.equal(await answerTo('what do candles cost'), candles);
  assert.doesNotMatch(await answerTo('What is the code of sugar?'), /SKR|60/);
});

let loaded: Promise<ReadPassages> | undefined;

function shippedReader(): Promise<ReadPassages> {
  loaded ??= import('../../src/engine/models/built-in.ts').then(({ openReader }) =>
    openReader(files.reader ?? assert.fail()),
  );
  return loaded;
}

function numbersOf({ answer, said, evidence }: ReadScore): readonly number[] {
  return [answer, said, ...evidence];
}

function cases<Cases>(name: string): Cases {
  const place = import.meta.resolve(`@baraza/answer-model/${name}`);
  return JSON.parse(readFileSync(new URL(place), 'utf8')) as Cases;
}
