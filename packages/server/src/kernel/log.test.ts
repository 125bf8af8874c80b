import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, createLogLimit } from './log.ts';
import { Problem } from './problem.ts';

test('an expected failure is logged with its reasons, a fault of the code with its stack', () => {
  const lines: string[] = [];
  const log = createLog('error', (line) => lines.push(line));
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const bug = new TypeError('x is not a function');
  log.error('expected', { cause: new Problem('busy', 'Try again.', { cause: refused }) });
  log.error('bug', { cause: new Problem('unavailable', 'Something failed.', { cause: bug }) });
  const [expected, fault] = lines.map((line) => JSON.parse(line).cause as string);
  assert.equal(expected, 'Try again. (connect ECONNREFUSED)');
  assert.match(fault ?? '', /^Something failed\. \(TypeError: x is not a function\n {4}at /);
});

test('a message is logged ten times in ten seconds, and then with the number of suppressed ones', () => {
  let nowMs = 0;
  const limit = createLogLimit(() => nowMs);
  const log = (message: string, times: number) =>
    Array.from({ length: times }, () => limit(message)).filter(
      (suppressed) => suppressed !== undefined,
    );
  assert.equal(log('away', 500).length, 10);
  assert.equal(log('another', 3).length, 3);
  nowMs = 9_999;
  assert.deepEqual(log('away', 5), []);
  nowMs = 10_000;
  assert.deepEqual(log('away', 2), [495, 0]);
});

test('different messages are all logged, and memory stays bounded', () => {
  const limit = createLogLimit(() => 0);
  for (let at = 0; at < 10_000; at += 1) assert.equal(limit(`message ${at}`), 0);
});
