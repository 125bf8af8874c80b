import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServer } from '../../test/fixtures/server.ts';
import { createFullRates } from './rate.ts';

test('a limit that was reached refuses without the store until the end of its window', async (t) => {
  const { close, platform } = await openServer('sqlite');
  t.after(close);
  const full = createFullRates();
  const rate = { bucket: 'ask x', max: 2, windowMs: 60_000 };
  const spend = (nowMs: number) => platform.store.write((tx) => full.spend(tx, rate, nowMs));
  full.assertLeft(rate, 1_000);
  await spend(1_000);
  await spend(2_000);
  // Not known to be full before the first refusal.
  full.assertLeft(rate, 3_000);
  await assert.rejects(spend(3_000), { code: 'rate' });
  assert.throws(() => full.assertLeft(rate, 60_999), { code: 'rate', retryAfterSeconds: 1 });
  full.assertLeft({ ...rate, bucket: 'ask y' }, 3_000);
  full.assertLeft(rate, 61_000);
  await spend(61_000);
});
