import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';
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
