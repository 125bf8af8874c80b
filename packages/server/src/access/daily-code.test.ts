import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDailyCode } from './daily-code.ts';

const day = 86_400_000;

test('an address has the same code all day in every process, another the next day, and no code contains it', () => {
  const pepper = Buffer.alloc(32, 7);
  const code = createDailyCode(pepper);
  const today = code('197.248.0.1', 5 * day);
  assert.equal(code('197.248.0.1', 6 * day - 1), today);
  assert.equal(createDailyCode(pepper)('197.248.0.1', 5 * day), today);
  assert.notEqual(code('197.248.0.1', 6 * day), today);
  assert.notEqual(code('197.248.0.2', 5 * day), today);
  assert.notEqual(createDailyCode(Buffer.alloc(32, 8))('197.248.0.1', 5 * day), today);
  assert.ok(!today.includes('197'));
});
