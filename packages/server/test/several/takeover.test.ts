import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTakeovers } from '../conversations/takeovers.ts';

describe('takeovers at random moments, on two servers', () => {
  test('the assistant says nothing after a person has taken over, and no message is lost', async () => {
    const found = await runTakeovers({ conversations: 40, seed: 7 });
    assert.deepEqual(found.faults, []);
    assert.ok(found.answered > 0 && found.kept > 0, JSON.stringify(found));
  });
});
