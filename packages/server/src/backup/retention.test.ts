import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { backupFileAt, keepNewest } from './retention.ts';

test('the newest backups of a folder are kept, and other files are never touched', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-keep-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const day = (n: number) => backupFileAt(folder, () => Date.UTC(2026, 0, n));
  for (const n of [3, 1, 10, 2]) writeFileSync(day(n), '');
  const others = ['baraza-monday.backup', 'baraza-2020-01-01T00-00-00-000Z.backup.part', 'x'];
  for (const name of others) writeFileSync(path.join(folder, name), '');
  assert.equal(path.basename(day(1)), 'baraza-2026-01-01T00-00-00-000Z.backup');
  const newest = [3, 10].map((n) => path.basename(day(n)));
  assert.equal(keepNewest(folder, 2).length, 2);
  assert.deepEqual(readdirSync(folder).sort(), [...newest, ...others].sort());
  assert.deepEqual(keepNewest(folder, 5), []);
  assert.equal(backupFileAt(path.join(folder, 'x'), Date.now), path.join(folder, 'x'));
});
