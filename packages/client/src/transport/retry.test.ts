import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BarazaError, ConnectionError } from './problem.ts';
import {
  repeatAlways,
  repeatNever,
  repeatRefused,
  retryAfterMsOf,
  waitBeforeRetry,
} from './retry.ts';

const lost = new ConnectionError('lost', { code: 'connection' });
const refusal = (status: number, code: BarazaError['code'], retryAfterMs?: number) =>
  new BarazaError('refused', { status, code, retryAfterMs });

const waitAfter = (error: unknown, repeat = repeatAlways, tries = 1, random = 0, retries = 20) =>
  waitBeforeRetry({ error, repeat, tries, retries, random: () => random });

test('the wait doubles with each attempt, up to a maximum', () => {
  const waits = [1, 2, 3, 4, 5, 6, 20].map((tries) => waitAfter(lost, repeatAlways, tries));
  assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 4000, 4000]);
});

test('random jitter adds at most the same time again', () => {
  assert.equal(waitAfter(lost, repeatAlways, 1, 0.5), 375);
});

test('the wait is never shorter than Retry-After', () => {
  assert.equal(waitAfter(refusal(503, 'busy', 3000)), 3000);
  assert.equal(waitAfter(refusal(503, 'busy', 3000), repeatAlways, 1, 0.5), 3125);
});

test('a Retry-After of minutes is an error instead of a wait', () => {
  assert.equal(waitAfter(refusal(503, 'draining', 60_000)), undefined);
});

test('the number of retries is limited', () => {
  assert.equal(waitAfter(lost, repeatAlways, 2, 0, 2), 500);
  assert.equal(waitAfter(lost, repeatAlways, 3, 0, 2), undefined);
});

test('a refusal with another status than 503 is final', () => {
  for (const status of [400, 401, 403, 404, 409, 413]) {
    assert.equal(waitAfter(refusal(status, 'invalid')), undefined, String(status));
  }
  assert.equal(waitAfter(refusal(500, 'unexpected')), undefined);
});

test('any other error is final', () => {
  assert.equal(waitAfter(new TypeError('bug')), undefined);
});

test('a deletion is retried only after a refusal of the server itself', () => {
  for (const code of ['busy', 'draining', 'rate'] as const)
    assert.equal(waitAfter(refusal(503, code), repeatRefused), 250, code);
  assert.equal(waitAfter(refusal(503, 'unavailable'), repeatRefused), undefined);
  assert.equal(waitAfter(lost, repeatRefused), undefined);
  assert.equal(waitAfter(refusal(503, 'unexpected'), repeatRefused), undefined);
  assert.equal(waitAfter(refusal(502, 'unexpected'), repeatRefused), undefined);
});

test('a call that can be sent only once is not retried', () => {
  assert.equal(waitAfter(lost, repeatNever), undefined);
  assert.equal(waitAfter(refusal(503, 'busy'), repeatNever), undefined);
});

test('Retry-After is read as seconds or as a date; an invalid value counts as absent', () => {
  const now = Date.parse('2026-11-15T00:00:00Z');
  assert.equal(retryAfterMsOf('2', now), 2000);
  assert.equal(retryAfterMsOf('Sun, 15 Nov 2026 00:00:05 GMT', now), 5000);
  assert.equal(retryAfterMsOf('Sat, 14 Nov 2026 00:00:00 GMT', now), 0);
  assert.equal(retryAfterMsOf('soon', now), undefined);
  assert.equal(retryAfterMsOf(null, now), undefined);
});
