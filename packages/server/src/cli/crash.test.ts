import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crashLine } from './crash.ts';

test('the last line of a process says why in one line of JSON, and repeats no secret', () => {
  const error = new Error(
    'no answer of postgres://baraza:hunter2@db/x for rpk_abcdefgh0123 with Bearer abc.def\nand s3cr3t-model-key',
  );
  const line = crashLine(error, 'unhandledRejection', ['s3cr3t-model-key']);
  assert.equal(line.indexOf('\n'), line.length - 1);
  const told = JSON.parse(line);
  assert.equal(told.level, 'error');
  assert.equal(told.origin, 'unhandledRejection');
  assert.match(told.cause, /no answer of postgres:\/\/\(secret\)@db\/x/);
  assert.match(told.cause, /crash\.test\.ts/);
  for (const secret of ['hunter2', 'rpk_abc', 'abc.def', 's3cr3t'])
    assert.ok(!line.includes(secret), secret);
});

test('whatever was thrown, the line is one', () => {
  for (const thrown of [undefined, 'a text', 7, { some: 'thing' }])
    assert.equal(crashLine(thrown, 'uncaughtException', []).match(/\n/g)?.length, 1);
});
