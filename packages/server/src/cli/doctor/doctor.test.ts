import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import Database from 'better-sqlite3';
import { runCommand } from '../../../test/fixtures/command-line.ts';
import { temporaryFolder } from '../../../test/fixtures/server-process.ts';
import { createDatabase } from '../../../test/postgres/server.ts';
import { unknownSettings } from '../../setup/config.ts';
import type { Finding } from './doctor-check.ts';

interface Situation {
  readonly name: string;
  readonly arrange?: (folder: string) => Promise<unknown> | unknown;
  readonly environment?: (folder: string) => Promise<Environment> | Environment;
  /** The findings that differ from those of a folder that was never started. */
  readonly finds: { readonly [name: string]: readonly [Finding['status'], RegExp] };
}

type Environment = { readonly [name: string]: string };

const owner = (folder: string, environment: Environment = {}) =>
  runCommand(['owners', 'create', '--name', 'local'], { BARAZA_DATA: folder, ...environment });
const file = (folder: string, name: string) => path.join(folder, name);
const notKnown = ['missing', /^not known/] as const;

const situations: readonly Situation[] = [
  {
    name: 'nothing is there yet',
    finds: {
      'data folder': ['missing', /does not exist yet/],
      database: ['missing', /no database yet/],
      pepper: ['missing', /^the secret that protects keys: none yet$/],
    },
  },
  { name: 'the folder is whole and no server runs', arrange: (folder) => owner(folder), finds: {} },
  {
    name: 'a file lies in place of the folder',
    arrange: (folder) => writeFileSync(folder, ''),
    finds: {
      'data folder': ['failing', /cannot be used: there is a file in its place/],
      database: ['missing', /no database yet/],
      pepper: ['missing', /^the secret that protects keys: none yet$/],
    },
  },
  {
    name: 'the database is garbage',
    arrange: async (folder) => {
      await owner(folder);
      writeFileSync(file(folder, 'baraza.db'), 'x'.repeat(9_000));
    },
    finds: {
      database: ['failing', /is damaged or no database|is not a database/],
      backup: notKnown,
    },
  },
  {
    name: 'the database was cut off',
    arrange: async (folder) => {
      await owner(folder);
      truncateSync(file(folder, 'baraza.db'), 20_000);
    },
    finds: { database: ['failing', /malformed|damaged/], backup: notKnown },
  },
  {
    name: 'a page of the database is damaged',
    arrange: async (folder) => {
      await owner(folder);
      const { size } = statSync(file(folder, 'baraza.db'));
      truncateSync(file(folder, 'baraza.db'), size - 4_096);
      truncateSync(file(folder, 'baraza.db'), size);
    },
    finds: { database: ['failing', /is damaged or no database/], backup: notKnown },
  },
  {
    name: 'the pepper of a database is lost',
    arrange: async (folder) => {
      await owner(folder);
      rmSync(file(folder, 'pepper'));
    },
    finds: { pepper: ['failing', /cannot be read: it does not exist/] },
  },
  {
    name: 'BARAZA_PEPPER_FILE names nothing',
    arrange: (folder) => owner(folder),
    environment: (folder) => ({ BARAZA_PEPPER_FILE: file(folder, 'absent') }),
    finds: { pepper: ['failing', /BARAZA_PEPPER_FILE cannot be read/] },
  },
  {
    name: 'PostgreSQL is not there',
    arrange: (folder) => owner(folder),
    environment: () => ({ DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/shop' }),
    finds: {
      database: ['failing', /PostgreSQL at 127\.0\.0\.1:1\/shop .*ECONNREFUSED/],
      backup: notKnown,
    },
  },
  {
    name: 'PostgreSQL is empty',
    arrange: (folder) => owner(folder),
    environment: async () => ({ DATABASE_URL: withPassword(await createDatabase()) }),
    finds: { database: ['missing', /PostgreSQL [\d.]+ at .*, empty/] },
  },
  {
    name: 'PostgreSQL serves a process whose pepper is another',
    arrange: (folder) => owner(folder),
    environment: async (folder) => {
      const url = await createDatabase();
      const elsewhere = { BARAZA_DATA: `${folder}-2`, DATABASE_URL: url };
      await owner(`${folder}-2`, elsewhere);
      await runCommand(['owners', 'list'], elsewhere);
      return { DATABASE_URL: withPassword(url) };
    },
    finds: {
      database: ['ok', /PostgreSQL [\d.]+ at /],
      pepper: ['failing', /made with a different pepper than .*pepper; set BARAZA_PEPPER_FILE/],
    },
  },
  {
    name: 'the data is of an older program',
    arrange: (folder) => change(folder, 'UPDATE baraza_version SET version = version - 1'),
    finds: { database: ['missing', /of version \d+; this program writes \d+$/], backup: notKnown },
  },
  {
    name: 'the data is of a newer program',
    arrange: (folder) => change(folder, 'UPDATE baraza_version SET version = 999'),
    finds: { database: ['failing', /version 999; this program writes/], backup: notKnown },
  },
  {
    name: 'a copy has not ended',
    arrange: (folder) => change(folder, mark('copying', '2026-11-01T00:00:00.000Z')),
    finds: { database: ['failing', /^A copy .* has not ended \(begun 2026-11-01/] },
  },
  {
    name: 'the pepper is not the one of the data',
    arrange: (folder) => change(folder, mark('pepper', 'of another')),
    finds: {
      pepper: ['failing', /made with a different pepper than .*pepper; set BARAZA_PEPPER_FILE/],
    },
  },
  {
    name: 'a killed server has left its log',
    arrange: async (folder) => {
      await change(folder, mark('pepper', 'of another'));
      const database = new Database(file(folder, 'baraza.db'));
      database.exec(mark('copying', 'yesterday'));
      for (const part of ['', '-wal', '-shm'])
        copyFileSync(file(folder, `baraza.db${part}`), file(folder, `kept${part}`));
      database.close();
      for (const part of ['', '-wal', '-shm'])
        renameSync(file(folder, `kept${part}`), file(folder, `baraza.db${part}`));
    },
    finds: {
      database: ['failing', /begun yesterday/],
      pepper: ['failing', /made with a different pepper than/],
    },
  },
  {
    name: 'a setting is misspelt',
    arrange: (folder) => owner(folder),
    environment: () => ({ BARAZA_SITEPORT: '1', BARAZA_PORT: '1' }),
    finds: {
      'settings 2': ['missing', /^BARAZA_(?:SITEPORT|PORT) is not a setting/],
      'settings 3': ['missing', /is not a setting/],
    },
  },
  {
    name: 'a port is taken',
    arrange: (folder) => owner(folder),
    environment: async () => ({ BARAZA_SITE_PORT: String(await takePort()) }),
    finds: { 'port 2': ['missing', /EADDRINUSE/] },
  },
  {
    name: 'speech is switched off',
    arrange: (folder) => owner(folder),
    environment: () => ({ BARAZA_SPEECH: '0' }),
    finds: { hearing: ['ok', /^switched off by BARAZA_SPEECH$/] },
  },
  {
    name: 'a backup was taken',
    arrange: async (folder) => {
      await owner(folder);
      await runCommand(['backup', `${folder}.backup`], { BARAZA_DATA: folder });
    },
    finds: { backup: ['ok', /^20\d\d-.* \d+ KB in .*\.backup$/] },
  },
  {
    name: 'the scheduled backup failed',
    arrange: async (folder) => {
      const failed = { at: '2026-01-02T00:00:00.000Z', machine: 'm', error: 'The disk is full.' };
      const last = { at: '2026-01-01T00:00:00.000Z', file: '/x', bytes: 1, machine: 'other' };
      await change(
        folder,
        mark('backup', JSON.stringify(last)),
        mark('backup attempt', JSON.stringify(failed)),
      );
    },
    finds: {
      schedule: ['failing', /failed at 2026-01-02T00:00:00\.000Z: The disk is full\.$/],
      backup: ['missing', /days old/],
    },
  },
  {
    name: 'the last backup is old',
    arrange: async (folder) => {
      const last = { at: '2026-01-01T00:00:00.000Z', file: '/x', bytes: 1, machine: 'other' };
      await change(folder, mark('backup', JSON.stringify(last)));
    },
    finds: { backup: ['missing', /^the last is \d+ days old/] },
  },
  {
    name: 'a restore waits for its end',
    arrange: async (folder) => {
      await owner(folder);
      writeFileSync(file(folder, 'restore.json'), '{}');
    },
    finds: { restore: ['missing', /interrupted/] },
  },
];

const settled: Environment = {
  BARAZA_PLATFORM_PORT: '0',
  BARAZA_SITE_PORT: '0',
  BARAZA_SPEECH: '1',
  BARAZA_TTS_URL: 'http://127.0.0.1:1/v1',
};

const usual: Situation['finds'] = {
  runtime: ['ok', /^Node \d+/],
  'data folder': ['ok', / GB free, of which \S+ [GM]B are kept for deletions$/],
  database: ['ok', /SQLite/],
  pepper: ['ok', /^the secret that protects keys, in .*pepper$/],
  server: ['missing', /no server runs/],
  port: ['ok', /is free$/],
  backup: ['missing', /^none yet$/],
  settings: ['ok', /BARAZA_DATA.*; else the defaults$/],
  answers: ['ok', /^built-in$/],
  hearing: ['ok', /^built-in$/],
  speaking: ['ok', /^by the server at 127\.0\.0\.1:1$/],
  pictures: ['ok', /are read$/],
};

for (const { name, arrange, environment, finds } of situations)
  test(`the doctor reports that ${name}, and changes nothing`, async (t) => {
    const folder = path.join(temporaryFolder(t), 'data');
    await arrange?.(folder);
    const settings = { ...settled, ...(await environment?.(folder)), BARAZA_DATA: folder };
    const before = picture(folder);
    const { code, out, err } = await runCommand(['doctor', '--json'], settings);
    const plain = environment && (await runCommand(['doctor'], settings));
    assert.deepEqual(picture(folder), before);

    const findings = JSON.parse(out.join('')) as Finding[];
    for (const [thing, [status, saw]] of Object.entries({ ...usual, ...finds })) {
      const [wanted, place = 1] = thing.split(/ (?=\d)/);
      const found = findings.filter((finding) => finding.name === wanted)[Number(place) - 1];
      assert.equal(found?.status, status, JSON.stringify(found));
      assert.match(found?.saw ?? '', saw);
      if (status !== 'ok') assert.ok((found?.remedy ?? '').length > 5, `${thing} has a remedy`);
    }
    const isWell = findings.every(({ status }) => status !== 'failing');
    assert.deepEqual([code, err], [isWell ? 0 : 1, []]);
    assert.deepEqual([plain?.code ?? code, plain?.err ?? err], [code, []]);
    assert.doesNotMatch([...out, ...(plain?.out ?? [])].join('\n'), /hush/);
  });

const listening = createServer();
after(() => listening.close());

async function takePort(): Promise<number> {
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return (listening.address() as AddressInfo).port;
}

async function change(folder: string, ...statements: readonly string[]): Promise<void> {
  await owner(folder);
  const database = new Database(file(folder, 'baraza.db'));
  for (const statement of statements) database.exec(statement);
  database.close();
}

function mark(name: string, value: string): string {
  return `INSERT OR REPLACE INTO installation (name, value) VALUES ('${name}', '${value}')`;
}

function withPassword(url: string): string {
  return Object.assign(new URL(url), { password: 'hush' }).href;
}

/** Every file with its size and times, without those that SQLite shares between processes. */
function picture(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = statSync(folder).isDirectory()
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  const kept = names.filter((name) => !/-(?:shm|wal)$/.test(name));
  return ['.', ...kept].sort().map((name) => {
    const { size, mtimeMs, ctimeMs } = statSync(path.join(folder, name));
    return `${name} ${size} ${mtimeMs} ${ctimeMs}`;
  });
}

test('a misspelt setting is reported with the one that was meant, if one is similar', () => {
  const meant = (variable: string) => {
    const [unknown] = unknownSettings({ [variable]: '1' });
    return unknown === undefined ? 'known' : unknown.meant;
  };
  for (const [variable, setting] of [
    ['BARAZA_DEMOO', 'BARAZA_DEMO'],
    ['BARAZA_SITEPORT', 'BARAZA_SITE_PORT'],
    ['BARAZA_PLATFROM_PORT', 'BARAZA_PLATFORM_PORT'],
    ['BARAZA_DATABASE_URL', 'DATABASE_URL'],
    ['BARAZA_PORT', undefined],
    ['BARAZA_TOOTHPICKS', undefined],
    ['BARAZA_URL', undefined],
    ['BARAZA_FOO', undefined],
    ['BARAZA_', undefined],
    ['BARAZA_DEMO', 'known'],
    ['DATABASE_URL', 'known'],
    ['HOME', 'known'],
  ] as const)
    assert.equal(meant(variable), setting, variable);
  assert.deepEqual(unknownSettings({ BARAZA_DEMOO: ' ' }), []);
});
