import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payloadsOf, readPayload } from './hints.ts';

test('hints come back as they were sent, however many there are, in texts that PostgreSQL takes', () => {
  const hints = Array.from({ length: 1_000 }, (_, at) => ({
    about: 'activity' as const,
    id: `own_${String(at).padStart(26, '0')}`,
  }));
  const payloads = payloadsOf('me', hints);
  assert.ok(payloads.length > 1);
  for (const payload of payloads) assert.ok(Buffer.byteLength(payload) < 8_000);
  assert.deepEqual(
    payloads.flatMap((payload) => readPayload(payload).hints),
    hints,
  );
  assert.deepEqual(payloadsOf('me', []), []);
});

for (const payload of ['', 'x', 'x\n', 'x\nactivity', 'x\nother id', "x\nkey '; DROP", '\n\n\n'])
  test(`a payload of a stranger such as ${JSON.stringify(payload)} tells nothing`, () => {
    assert.deepEqual(readPayload(payload).hints, []);
  });
