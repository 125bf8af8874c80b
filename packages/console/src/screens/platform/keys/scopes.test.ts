import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEnded, scopeParts, scopesOf } from './scopes.ts';

const none = {
  data: 'none',
  storage: 'none',
  ai: 'none',
  dev: 'none',
  connect: 'none',
  work: 'none',
} as const;

test('the access to each service becomes a scope, and write access to everything becomes *', () => {
  assert.deepEqual(scopesOf(none), []);
  assert.deepEqual(scopesOf({ ...none, data: 'read', work: 'write' }), ['data:read', 'work']);
  const all = Object.fromEntries(Object.keys(none).map((name) => [name, 'write'])) as never;
  assert.deepEqual(scopesOf(all), ['*']);
});

test('a scope is parsed into service and access; * has no service', () => {
  assert.deepEqual(scopeParts('data:read'), { service: 'data', isRead: true });
  assert.deepEqual(scopeParts('connect'), { service: 'connect', isRead: false });
  assert.equal(scopeParts('*'), undefined);
});

test('a key has ended when it was revoked, and from the moment it expires', () => {
  const key = { revokedAt: null, expiresAt: null };
  assert.equal(isEnded(key, 5), false);
  assert.equal(isEnded({ ...key, revokedAt: '2026-11-16T00:00:00.000Z' }, 5), true);
  const at = '2026-11-16T00:00:00.000Z';
  assert.equal(isEnded({ ...key, expiresAt: at }, Date.parse(at) - 1), false);
  assert.equal(isEnded({ ...key, expiresAt: at }, Date.parse(at)), true);
});
