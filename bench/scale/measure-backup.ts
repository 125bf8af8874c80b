/** How long a backup and a restore of many questions take. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { newFolder } from '../engine/checkout.ts';
import type { Costs } from './costs.ts';
import { cpuIfRunning, repository, type ScaleBench } from './real-server.ts';

const wanted = 200_000;

export async function measureBackup(bench: ScaleBench): Promise<Costs['backup']> {
  await multiply(bench.url);
  const file = path.join(newFolder(), 'all.backup');
  const backup = await spent(bench, ['backup', file], bench.url, bench.folders[0]);
  await bench.admin.unsafe('CREATE DATABASE restored');
  const target = bench.url.replace(/[^/]+$/, 'restored');
  const restore = await spent(bench, ['restore', file], target, newFolder());
  const sql = postgres(target, { max: 1 });
  const [row] = await sql`SELECT count(*) AS count FROM questions`;
  await sql.end();
  return {
    questions: Number(row?.count),
    fileBytes: statSync(file).size,
    backupCpuMs: backup.cpuMs,
    backupWallMs: backup.wallMs,
    restoreCpuMs: restore.cpuMs,
    restoreWallMs: restore.wallMs,
  };
}

/** Copies the asked questions with their conversations and messages under new ids. */
async function multiply(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql`SELECT count(*) AS count FROM messages`;
  const times = Math.ceil(wanted / Number(row?.count));
  for (const table of ['conversations', 'questions', 'messages']) {
    const columns = await sql`SELECT column_name AS name FROM information_schema.columns
      WHERE table_name = ${table} ORDER BY ordinal_position`;
    const names = columns.map(({ name }) => name as string);
    const values = names.map((name) => {
      if (name === 'id' || name === 'conversation') return `${name} || '-' || n`;
      // Unique within a site.
      return name === 'seq' ? `seq + n * 1000000` : name;
    });
    await sql.unsafe(`INSERT INTO ${table} (${names.join(', ')})
      SELECT ${values.join(', ')} FROM ${table}, generate_series(1, ${times - 1}) AS n`);
  }
  await sql.end();
}

/** CPU time of the command and of the database; sampled, because it cannot be read after a process has ended. */
async function spent(
  bench: ScaleBench,
  command: readonly string[],
  url: string,
  folder: string,
): Promise<{ readonly cpuMs: number; readonly wallMs: number }> {
  const beforeMs = await bench.databaseCpuMs();
  const startedMs = performance.now();
  const program = path.join(repository, 'packages/server/src/main.ts');
  const child = spawn(process.execPath, [program, ...command], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...bench.environment, DATABASE_URL: url, BARAZA_DATA: folder },
  });
  const ended = once(child, 'exit') as Promise<[number]>;
  let cpuMs = 0;
  while (child.exitCode === null) {
    const databaseMs = (await bench.databaseCpuMs()) - beforeMs;
    cpuMs = Math.max(cpuMs, databaseMs + cpuIfRunning(child.pid ?? 0) / 1_000);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))]);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`);
  return { cpuMs, wallMs: performance.now() - startedMs };
}
