import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/config.ts';
import { silentLog } from '../../src/kernel/log.ts';
import {
  type BuiltInOptions,
  findEncoder,
  findReader,
  openBuiltInModels,
} from '../../src/models/built-in/built-in-models.ts';
import type { Encoder, Reader, Reading, ReadScore } from '../../src/models/models.ts';

const noReader =
  findReader() === undefined || findEncoder() === undefined
    ? 'there are no weights, or no runtime for them'
    : false;
const standInProgram = new URL('../stand-ins/models-stand-in.ts', import.meta.url);
const patience = () => AbortSignal.timeout(90_000);

test('the shipped weights give the scores of their card, alone and in company, in turn with other sites', {
  skip: noReader,
}, async (t) => {
  const files = { encoder: findEncoder(), reader: findReader() };
  const { encoder, reader } = await open(t, { files, log: silentLog });
  await encoder.embed(['Mnafungua lini?'], patience());
  assert.deepEqual([encoder.state(), reader.state()], ['awake', 'asleep'], 'it is not loaded yet');
  const place = import.meta.resolve('@baraza/answer-model/reader-cases.json');
  const cases: {
    tolerance: number;
    readings: (Reading & { scores: ReadScore[] })[];
  } = JSON.parse(readFileSync(new URL(place), 'utf8'));
  for (const { scores: expected, ...reading } of cases.readings) {
    const scores = await reader.read(reading, patience());
    assert.equal(scores.length, expected.length);
    for (const [index, score] of scores.entries()) {
      const [given, wanted] = [score, expected[index]].map((one) =>
        one === undefined ? [] : [one.answer, one.said, ...one.evidence],
      );
      const told = `${reading.question}: ${given} is not ${wanted}`;
      assert.equal(given?.length, wanted?.length, told);
      given?.forEach((value, at) => {
        assert.ok(Math.abs(value - (wanted?.[at] ?? Number.NaN)) <= cases.tolerance, told);
      });
      const passages = reading.passages.slice(index, index + 1);
      const [alone] = await reader.read({ ...reading, passages }, patience());
      assert.deepEqual(alone, score, 'company changes no score');
    }
  }
  assert.equal(reader.state(), 'awake');

  const [reading] = cases.readings;
  assert.ok(reading);
  const passages = Array(40).fill(reading.passages[0]);
  const order: string[] = [];
  const done = (name: string) => () => order.push(name);
  await Promise.all([
    reader.read({ ...reading, passages }, patience(), 'one').then(done('long')),
    encoder.embed(['Mko wapi?'], patience()).then(done('patient')),
    reader.read(reading, patience(), 'another').then(done('short')),
    encoder.embed(['Mnafungua lini?'], patience(), 'urgent').then(done('urgent')),
  ]);
  assert.deepEqual(order, ['urgent', 'short', 'long', 'patient']);
});

test('a process that dies in the middle rejects the reading, and the next one is read', async (t) => {
  const { encoder, reader } = await standIn(t);
  const [first] = await reader.read(readingOf('a'), patience());
  assert.deepEqual(first?.evidence, [3, 5]);
  assert.equal(reader.state(), 'awake');
  await assert.rejects(reader.read(readingOf('die'), patience()), /ended with 1/);
  await encoder.embed(['a'], patience());
  assert.equal(reader.state(), 'asleep', 'the new process has not loaded it');
  const [second] = await reader.read(readingOf('a'), patience());
  assert.notEqual(second?.answer, first?.answer);
});

test('whoever gives up is let go at once, and the same process reads for the next', async (t) => {
  const { reader } = await standIn(t);
  const [first] = await reader.read(readingOf('a'), patience());
  const impatient = new AbortController();
  const asked = reader.read(readingOf('hang'), impatient.signal);
  impatient.abort(new Error('enough'));
  await assert.rejects(asked, /enough/);
  const [next] = await reader.read(readingOf('a'), patience());
  assert.equal(next?.answer, first?.answer);
});

test('both models are of one process, which ends when both are closed', async (t) => {
  const { encoder, reader } = await standIn(t);
  const [vector] = await encoder.embed(['a'], patience());
  const [score] = await reader.read(readingOf('a'), patience());
  assert.equal(Math.fround(score?.answer ?? 0), vector?.[0]);
  const waiting = assert.rejects(encoder.embed(['hang'], patience()), /stopping/);
  await encoder.close();
  await waiting;
  const [after] = await reader.read(readingOf('a'), patience());
  assert.equal(after?.answer, score?.answer);
  await reader.close();
  assert.throws(() => process.kill(score?.answer ?? 0, 0));
  await assert.rejects(reader.read(readingOf('a'), patience()), /stopping/);
});

test('nothing to read needs no process', async (t) => {
  const { reader } = await standIn(t);
  assert.deepEqual(await reader.read({ ...readingOf('a'), passages: [] }, patience()), []);
  assert.equal(reader.state(), 'asleep');
});

const server = { BARAZA_MODEL_URL: 'http://127.0.0.1:9/v1', BARAZA_MODEL: 'm' };

for (const [settings, encoder, reader] of [
  [{}, 'built-in', true],
  [{ BARAZA_READER: '0' }, 'built-in', false],
  [{ BARAZA_ENCODER: '0' }, 'none', false],
  [{ ...server, BARAZA_MODEL_EMBEDDINGS: 'e' }, 'foreign', true],
] as const)
  test(`with ${JSON.stringify(settings)} the encoder is ${encoder} and there is ${reader ? 'a' : 'no'} reader`, {
    skip: noReader,
  }, async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baraza-reader-'));
    const config = readConfig({ BARAZA_DATA: folder, ...settings });
    const installation = await assemble(config, silentLog);
    t.after(async () => {
      await installation.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const found = await installation.loadEncoder();
    t.after(() => found?.close());
    const files = { encoder: findEncoder(), reader: findReader() };
    const builtIn = await open(t, { files, log: silentLog });
    const isBuiltIn = found?.model === builtIn.encoder.model;
    assert.equal(found === undefined ? 'none' : isBuiltIn ? 'built-in' : 'foreign', encoder);
    assert.equal((await installation.loadReader()) !== undefined, reader);
  });

function readingOf(question: string): Reading {
  return { question, before: '', passages: [{ title: '', sentences: ['one', 'three'] }] };
}

async function standIn(t: TestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-reader-'));
  const files = { weights: path.join(folder, 'w'), vocabulary: path.join(folder, 'v') };
  for (const file of Object.values(files)) writeFileSync(file, 'anything');
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return open(t, {
    files: { encoder: files, reader: files },
    log: silentLog,
    program: standInProgram,
    restsMs: [0, 0, 0],
  });
}

async function open(
  t: TestContext,
  options: BuiltInOptions,
): Promise<{ readonly encoder: Encoder; readonly reader: Reader }> {
  const { encoder, reader, close } = await openBuiltInModels(options);
  t.after(close);
  assert.ok(encoder && reader);
  return { encoder, reader };
}
