/** What making and checking the pending data share: addresses, times, the two artefacts. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';

/** The address that the stored webhooks have, so this port must be free. */
export const receiverPort = 47_613;
export const hookUrl = (name: string) => `http://127.0.0.1:${receiverPort}/${name}`;
/** When the data was made, and when it is found: a daily digest is due in between. */
export const madeAt = '2031-05-13T09:00:00Z';
export const foundAt = '2031-05-14T06:00:00Z';

export const site = 'amani';
export const movedSite = 'imehama';
export const telegramToken = '123456:AAErecorderrecorderrecorderrecorder1';
export const conversations = {
  person: 'c_personpersonpersonpers',
  waiting: 'c_waitingwaitingwaitingw',
  closed: 'c_closedclosedclosedclos',
} as const;
export const accounts = { asha: { role: 'staff' }, juma: { role: 'customer' }, zuri: {} } as const;
export const passwordOf = (name: string) => `${name} is here`;

export const databases = ['sqlite', 'postgres'] as const;
export type Database = (typeof databases)[number];

export const artefact = (database: Database, folder = import.meta.dirname) =>
  path.join(folder, `${database}.tar.gz`);

/** The artefact holds `data`, a data folder, and for PostgreSQL `dump.sql`. */
export function pack(folder: string, file: string): void {
  run('tar', ['-czf', file, '--owner=0', '--group=0', '--numeric-owner', '-C', folder, '.']);
}

export function unpack(file: string, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  run('tar', ['-xzf', file, '-C', folder]);
  return path.join(folder, 'data');
}

/** `pg_dump` of the PostgreSQL whose programs are in `BARAZA_TEST_POSTGRES`. */
export function dump(url: string, file: string): void {
  const program = path.join(process.env.BARAZA_TEST_POSTGRES ?? '', 'pg_dump');
  run(program, ['--no-owner', '--inserts', '--rows-per-insert=100', '--file', file, url]);
}

/** Loads the dump into an empty database, without any program of PostgreSQL. */
export async function load(file: string, url: string): Promise<void> {
  // Commands for psql, which newer versions of pg_dump write around the dump.
  const text = readFileSync(file, 'utf8').replaceAll(/^\\(?:un)?restrict .*$/gm, '');
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(text);
  await sql.end();
}

function run(program: string, words: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`);
}
