import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let built: string | undefined;

/** The folder of the built client, for reading: the test files of a run share it. */
export function builtClient(): string {
  built ??= shareBuild() ?? build(tmpdir());
  return built;
}

/** Built by the first process that asks; a rename is atomic, so what is there is whole. */
function shareBuild(): string | undefined {
  const services = process.env.BARAZA_TEST_SERVICES;
  if (services === undefined) return undefined;
  const shared = path.join(services, 'client');
  if (existsSync(shared)) return shared;
  try {
    renameSync(build(services), shared);
  } catch (error) {
    // Another process was first.
    if (!existsSync(shared)) throw error;
  }
  return shared;
}

function build(parent: string): string {
  const folder = mkdtempSync(path.join(parent, 'baraza-client-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const program = path.join(import.meta.dirname, '..', 'build.mjs');
  execFileSync(process.execPath, [program, folder], { stdio: 'pipe' });
  return folder;
}
