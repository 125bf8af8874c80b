import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, silentLog } from '../../kernel/log.ts';
import { connectionLimitsOf, descriptorsOf } from './connection-limits.ts';

const unset = { connectionsMax: undefined, connectionsPerAddressMax: undefined, proxyHops: 0 };

test('half of the descriptors are kept for files and the database', () => {
  for (const [descriptors, inAllMax, perAddressMax] of [
    [1_024, 448, 224],
    [256, 64, 32],
    [20_000, 9_936, 1_024],
    [1_000_000, 10_000, 1_024],
    [Number.POSITIVE_INFINITY, 10_000, 1_024],
    [20, 16, 8],
  ] as const)
    assert.deepEqual(connectionLimitsOf(unset, silentLog, descriptors), {
      inAllMax,
      perAddressMax,
      proxyHops: 0,
    });
});

test('a setting beyond the descriptor limit is logged and lowered', () => {
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  const wanted = { connectionsMax: 5_000, connectionsPerAddressMax: 4_000, proxyHops: 1 };
  assert.deepEqual(connectionLimitsOf(wanted, log, 1_024), {
    inAllMax: 448,
    perAddressMax: 448,
    proxyHops: 1,
  });
  assert.match(lines.join(''), /BARAZA_CONNECTIONS is 5000, but 1024 open files allow 448/);
  assert.deepEqual(connectionLimitsOf(wanted, silentLog, 100_000), {
    inAllMax: 5_000,
    perAddressMax: 4_000,
    proxyHops: 1,
  });
});

test('the descriptor limit is read from /proc', () => {
  const text =
    'Limit   Soft Limit  Hard Limit  Units\nMax open files            1024       4096     files\n';
  assert.equal(descriptorsOf(text), 1_024);
  assert.equal(descriptorsOf(text.replace('1024', 'unlimited')), undefined);
  assert.equal(descriptorsOf(''), undefined);
});
