import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { root } from './tree.ts';

for (const name of ['console', 'widget'])
  test(`the ${name} that is served is what its sources build, byte by byte`, (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), `baraza-${name}-`));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const workspace = path.join(root, 'packages', name);
    const fresh = path.join(folder, 'built');
    execFileSync(process.execPath, ['build.mjs', fresh], { cwd: workspace, stdio: 'pipe' });
    const built = path.join(workspace, 'built');
    const hint = `run npm run build -w packages/${name}`;
    assert.deepEqual(filesIn(fresh), filesIn(built), hint);
    for (const file of filesIn(fresh))
      assert.ok(
        readFileSync(path.join(fresh, file)).equals(readFileSync(path.join(built, file))),
        `${file}: ${hint}`,
      );
  });

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}
