/** CPU time of commands, including the launcher, with and without a running server. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBaraza } from './baraza.ts';
import { median } from './report.ts';

const launcher = fileURLToPath(new URL('../packages/server/bin/baraza.mjs', import.meta.url));
const limitMs = 400;
const rounds = 7;

await main();

async function main(): Promise<void> {
  const alone = mkdtempSync(path.join(tmpdir(), 'baraza-commands-'));
  const server = await startBaraza(4735);
  try {
    // The first command creates the data folder.
    commandMs(alone, 'owners list');
    const measured = [
      ['--help', alone],
      ['keys create --help', alone],
      ['keys list', alone],
      ['owners list', alone],
      ['keys list', server.folder],
      ['owners list', server.folder],
    ] as const;
    for (const [words, folder] of measured) {
      const ms = median(Array.from({ length: rounds }, () => commandMs(folder, words)));
      const where = folder === alone ? 'without a server' : 'with a running server';
      const result = ms <= limitMs ? 'met' : 'NOT MET';
      console.log(
        `${words.padEnd(20)} ${where.padEnd(22)} ${ms.toFixed(0)} ms CPU, limit ${result}`,
      );
    }
  } finally {
    await server.stop();
    for (const folder of [alone, server.folder]) rmSync(folder, { recursive: true, force: true });
  }
}

/** User and system time of the command and its children, as reported by the shell. */
function commandMs(folder: string, words: string): number {
  const { stdout, status } = spawnSync(
    'sh',
    ['-c', `"$0" "$1" ${words} >/dev/null || exit 1; times`, process.execPath, launcher],
    { encoding: 'utf8', env: { ...process.env, BARAZA_DATA: folder, BARAZA_DEMO: '0' } },
  );
  if (status !== 0) throw new Error(`baraza ${words} failed`);
  const [, children = ''] = stdout.trim().split('\n');
  return children
    .split(' ')
    .map((time) => /^(\d+)m([\d.]+)s$/.exec(time))
    .reduce((sum, parts) => sum + Number(parts?.[1]) * 60_000 + Number(parts?.[2]) * 1_000, 0);
}
