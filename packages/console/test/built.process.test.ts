import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const root = path.join(import.meta.dirname, '..');

test('the console that is served is what the sources build, byte by byte', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-console-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const fresh = path.join(folder, 'built');
  execFileSync(process.execPath, ['build.mjs', fresh], { cwd: root, stdio: 'pipe' });
  const built = path.join(root, 'built');
  const hint = 'run npm run build -w packages/console';
  assert.deepEqual(filesIn(fresh), filesIn(built), hint);
  for (const name of filesIn(fresh))
    assert.ok(
      readFileSync(path.join(fresh, name)).equals(readFileSync(path.join(built, name))),
      `${name}: ${hint}`,
    );
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}
