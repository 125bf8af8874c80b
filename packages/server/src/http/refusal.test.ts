import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Problem } from '../kernel/problem.ts';
import { createRefusals, platformRefusals } from './refusal.ts';

describe('a refusal', () => {
  const ours = createRefusals({
    codeOf: (code) => (code === 'json' ? 'invalid' : code),
    statusOf: (code) => (code === 'rate' ? 429 : code === 'unavailable' ? 503 : 400),
    requestIdField: 'request_id',
  });

  test('has the codes and the format of its service', () => {
    const problem = new Problem('json', 'The body must be JSON.');
    assert.deepEqual(ours.answer(problem, 'req_1'), {
      status: 400,
      headers: {},
      body: '{"error":"The body must be JSON.","code":"invalid","request_id":"req_1"}',
    });
    assert.equal(
      platformRefusals.answer(problem, 'req_1').body,
      '{"error":"The body must be JSON.","code":"json","requestId":"req_1"}',
    );
  });

  test('has Retry-After and the fields of the problem', () => {
    const problem = new Problem('rate', 'Slowly.', {
      retryAfterSeconds: 7,
      fields: { handoff: 'tel:1' },
      headers: { ratelimit: '"visitor";r=0;t=7' },
    });
    const { status, headers, body } = ours.answer(problem, 'r');
    assert.equal(status, 429);
    assert.deepEqual(headers, { ratelimit: '"visitor";r=0;t=7', 'retry-after': 7 });
    assert.equal(JSON.parse(body ?? '').handoff, 'tel:1');
    assert.equal(ours.answer(new Error('boom'), 'r').headers?.['retry-after'], 2);
  });

  test('of an internal error has no details', () => {
    for (const refusals of [ours, platformRefusals]) {
      const { status, body } = refusals.answer(new Error('secret place'), 'r');
      assert.equal(status, 503);
      assert.doesNotMatch(body ?? '', /secret/);
    }
  });

  test('a code that the platform does not have is answered as unavailable', () => {
    const { status, body } = platformRefusals.answer(new Problem('site', 'No such site.'), 'r');
    assert.deepEqual([status, JSON.parse(body ?? '').code], [503, 'unavailable']);
  });
});
