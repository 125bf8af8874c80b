import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { fieldsOf } from '../../test/fixtures/fields-of.ts';
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

describe('repeated lines', () => {
  let nowMs = 0;
  let lines: LogLine[] = [];
  const log = createLog(
    'warn',
    (line) => lines.push(JSON.parse(line)),
    () => nowMs,
  );
  beforeEach(() => {
    nowMs += 60_000;
    lines = [];
  });
  const away = (requestId: string) =>
    log.error('The database is away.', { requestId, cause: new Problem('busy', 'refused') });

  test('a failure with the same reason is logged once in ten seconds, then with the number that was left out', () => {
    for (let at = 0; at < 500; at += 1) away(`req_${at}`);
    log.warn('another');
    nowMs += 9_999;
    away('req_500');
    assert.deepEqual(fieldsOf(lines, 'message', 'requestId'), [
      ['The database is away.', 'req_0'],
      ['another', undefined],
    ]);
    nowMs += 1;
    away('req_501');
    assert.deepEqual([lines.length, lines[2]?.leftOut], [3, 500]);
    nowMs += 10_000;
    away('req_502');
    assert.equal(lines[3]?.leftOut, undefined);
  });

  test('a failure with many reasons is logged three times in ten seconds', () => {
    for (let at = 0; at < 500; at += 1) log.error('a question was not stored', { site: `s${at}` });
    assert.deepEqual(fieldsOf(lines, 'site'), ['s0', 's1', 's2']);
    nowMs += 10_000;
    log.error('a question was not stored', { site: 's0' });
    assert.equal(lines[3]?.leftOut, 497);
  });

  test('different messages are all logged', () => {
    for (let at = 0; at < 1_000; at += 1) log.error(`message ${at}`);
    assert.equal(lines.length, 1_000);
  });
});

interface LogLine {
  readonly message: string;
  readonly requestId?: string;
  readonly site?: string;
  readonly leftOut?: number;
}
