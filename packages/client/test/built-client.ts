import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let built: string | undefined;

/** The folder of the built client, for reading: the test files of a process share it. */
export function builtClient(): string {
  built ??= build();
  return built;
}

function build(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-client-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const program = path.join(import.meta.dirname, '..', 'build.mjs');
  execFileSync(process.execPath, [program, folder], { stdio: 'pipe' });
  return folder;
}
