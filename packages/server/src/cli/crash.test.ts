import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crashLine } from './crash.ts';

test('a crash is logged as one line of JSON without secrets', () => {
  const error = new Error(
    'no answer of postgres://baraza:hunter2@db/x for rpk_abcdefgh0123 with Bearer abc.def\nand s3cr3t-model-key',
  );
  const line = crashLine(error, 'unhandledRejection', ['s3cr3t-model-key']);
  assert.equal(line.indexOf('\n'), line.length - 1);
  const logged = JSON.parse(line);
  assert.deepEqual([logged.level, logged.origin], ['error', 'unhandledRejection']);
  assert.match(logged.cause, /no answer of postgres:\/\/\(secret\)@db\/x/);
  assert.match(logged.cause, /crash\.test\.ts/);
  for (const secret of ['hunter2', 'rpk_abc', 'abc.def', 's3cr3t'])
    assert.ok(!line.includes(secret), secret);
});

test('any thrown value is logged as one line', () => {
  for (const thrown of [undefined, 'a text', 7, { some: 'thing' }])
    assert.equal(crashLine(thrown, 'uncaughtException', []).match(/\n/g)?.length, 1);
});
