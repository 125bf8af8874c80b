import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const root = path.join(import.meta.dirname, '..');

test('the files in built/ match a fresh build, byte by byte', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-widget-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const fresh = path.join(folder, 'built');
  execFileSync(process.execPath, ['build.mjs', fresh], { cwd: root, stdio: 'pipe' });
  const hint = 'run npm run build -w packages/widget';
  assert.deepEqual(readdirSync(fresh).sort(), readdirSync(path.join(root, 'built')).sort(), hint);
  for (const name of readdirSync(fresh))
    assert.ok(
      readFileSync(path.join(fresh, name)).equals(readFileSync(path.join(root, 'built', name))),
      `${name}: ${hint}`,
    );
});
