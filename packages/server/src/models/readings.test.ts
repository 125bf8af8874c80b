import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptReader } from '../../test/stand-ins/scripted-reader.ts';
import type { ReadablePassage } from '../answers/read/reading.ts';
import { silentLog } from '../kernel/log.ts';
import { createReadings, isReading } from './readings.ts';

const site = { id: 'duka', stamp: '1700000000000 3' };
const passage: ReadablePassage = { title: 'Delivery', sentences: ['We deliver.'] };
const reading = { question: 'Do you deliver?', before: '', passages: [passage] };

function open(times = { awakeMs: 60_000, startMs: 60_000 }) {
  const reader = scriptReader();
  const readings = createReadings({ log: silentLog, loadReader: async () => reader, times });
  return { reader, readings };
}

test('the same question on the same version is read once, also when it is asked twice at a time', async () => {
  const { reader, readings } = open();
  const both = await Promise.all([readings.of(site, reading), readings.of(site, { ...reading })]);
  assert.deepEqual(both[0], [{ answer: 1, said: 0, evidence: [] }]);
  assert.equal(await readings.of(site, reading), both[1]);
  assert.equal(reader.given.length, 1);
  assert.equal(reader.given[0]?.site, 'duka');
});

const others = {
  'another version': [{ ...site, stamp: '1700000000000 4' }, reading],
  'another site': [{ ...site, id: 'shamba' }, reading],
  'another question': [site, { ...reading, question: 'Do you deliver' }],
  'another turn before': [site, { ...reading, before: 'Hello' }],
  'another passage': [site, { ...reading, passages: [{ ...passage, title: '' }] }],
  'sentences that are cut elsewhere': [
    site,
    { ...reading, passages: [{ ...passage, sentences: ['We', 'deliver.'] }] },
  ],
} as const;

for (const [name, [edition, asked]] of Object.entries(others))
  test(`${name} is read anew`, async () => {
    const { reader, readings } = open();
    await readings.of(site, reading);
    await readings.of(edition, asked);
    assert.equal(reader.given.length, 2);
  });

test('nothing is kept of a draft, and a draft gets nothing that is kept', async () => {
  const { reader, readings } = open();
  await readings.of(site, reading);
  assert.ok(await readings.of(site, reading, true));
  assert.ok(await readings.of(site, reading, true));
  assert.equal(reader.given.length, 3);
});

for (const behaviour of ['hangs', 'fails'] as const)
  test(`a reader that ${behaviour} gives no scores, which is not kept`, async () => {
    const { reader, readings } = open({ awakeMs: 5, startMs: 60_000 });
    reader.behave(behaviour);
    assert.deepEqual(await readings.of(site, reading), []);
    reader.behave('reads');
    assert.equal((await readings.of(site, reading))?.length, 1);
  });

test('a reader that starts has the longer bound', async () => {
  const reader = { ...scriptReader(), state: () => 'asleep' as const };
  reader.behave('hangs');
  const times = { awakeMs: 60_000, startMs: 5 };
  const readings = createReadings({ log: silentLog, loadReader: async () => reader, times });
  assert.deepEqual(await readings.of(site, reading), []);
});

test('where there is no reader, or none can be loaded, there are no scores', async () => {
  for (const loadReader of [async () => undefined, () => Promise.reject(new Error('no'))]) {
    const readings = createReadings({ log: silentLog, loadReader });
    assert.equal(await readings.of(site, reading), undefined);
    await readings.stop();
  }
});

test('stopping closes the reader that was used, and loads none', async () => {
  const { reader, readings } = open();
  await readings.stop();
  assert.equal(reader.isClosed(), false);
  await readings.of(site, reading);
  await readings.stop();
  assert.ok(reader.isClosed());
});

test('a reading is told from whatever else the engine may yield', () => {
  assert.ok(isReading(reading));
  for (const other of [undefined, null, 1, 'question', {}, { question: 'a' }])
    assert.equal(isReading(other), false);
});

test('what is read once is kept by nobody, and ends with its caller', async () => {
  const { reader, readings } = open();
  await readings.once(site, reading, new AbortController().signal);
  await readings.once(site, reading, new AbortController().signal);
  assert.deepEqual(
    reader.given.map((one) => one.site),
    ['duka', 'duka'],
  );
  reader.behave('hangs');
  const caller = new AbortController();
  const waiting = readings.once(site, reading, caller.signal);
  caller.abort(new Error('left'));
  await assert.rejects(waiting, /left/);
  reader.behave('fails');
  assert.deepEqual(await readings.once(site, reading, new AbortController().signal), []);
});
