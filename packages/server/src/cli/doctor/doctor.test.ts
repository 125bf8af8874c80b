import assert from 'node:assert/strict';
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
import { hostname } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { runCommand } from '../../../test/fixtures/command-line.ts';
import { temporaryFolder } from '../../../test/fixtures/server-process.ts';
import { createDatabase } from '../../../test/postgres/server.ts';
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
      'data folder': ['failing', /is not a folder/],
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
    finds: { database: ['failing', /is not a database/], backup: notKnown },
  },
  {
    name: 'the database was cut off',
    arrange: async (folder) => {
      await owner(folder);
      truncateSync(file(folder, 'baraza.db'), 20_000);
    },
    finds: { database: ['failing', /is cut off/], backup: notKnown },
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
      return { DATABASE_URL: withPassword(url), BARAZA_DATABASE_CONNECTIONS: '1000' };
    },
    finds: {
      database: ['ok', /PostgreSQL [\d.]+ at /],
      pepper: ['failing', /made with a different pepper than .*pepper; set BARAZA_PEPPER_FILE/],
      processes: ['ok', /^none is running/],
      clocks: ['ok', /agree on the time$/],
      connections: ['failing', /^up to 1 × \(1000 \+ 1\) = 1001 of the \d+ that/],
    },
  },
  {
    name: 'the data is of an older program',
    arrange: (folder) => change(folder, 'UPDATE baraza_version SET version = version - 1'),
    finds: { database: ['missing', /older than this program/], backup: notKnown },
  },
  {
    name: 'the data is of a newer program',
    arrange: (folder) => change(folder, 'UPDATE baraza_version SET version = 999'),
    finds: { database: ['failing', /version 999, newer than this program/], backup: notKnown },
  },
  {
    name: 'a copy has not ended',
    arrange: (folder) => change(folder, mark('copying', '2026-11-01T00:00:00.000Z')),
    finds: { copy: ['failing', /has not ended \(begun 2026-11-01/] },
  },
  {
    name: 'the pepper is not the one of the data',
    arrange: (folder) => change(folder, mark('pepper', 'of another')),
    finds: {
      pepper: ['failing', /made with a different pepper than .*pepper; set BARAZA_PEPPER_FILE/],
    },
  },
  {
    name: 'objects are elsewhere',
    arrange: (folder) =>
      change(
        folder,
        mark('objects', JSON.stringify({ id: 'x', place: 's3://bucket/there' })),
        `INSERT INTO resources (id, owner_id, service, kind, name, name_folded, config, state, version,
           created_at, updated_at)
           SELECT 'r', id, 'storage', 'bucket', 'r', 'r', '{}', 'draft', 1, 0, 0 FROM owners`,
        `INSERT INTO objects (resource_id, key, blob, size, content_type, inline, sha256, created_at, updated_at)
           VALUES ('r', 'k', 'b', 0, '', 0, '', 0, 0)`,
      ),
    finds: { objects: ['failing', /in s3:\/\/bucket\/there, but the settings name files/] },
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
      copy: ['failing', /begun yesterday/],
      pepper: ['failing', /made with a different pepper than/],
    },
  },
  {
    name: 'a setting is misspelt',
    arrange: (folder) => owner(folder),
    environment: () => ({ BARAZA_DEMOO: '1' }),
    finds: { 'settings 2': ['missing', /^BARAZA_DEMOO is not a setting/] },
  },
  {
    name: 'a grant lies on a server that is not a node',
    arrange: (folder) => owner(folder),
    environment: (folder) => ({ BARAZA_GRANT_FILE: file(folder, 'grant') }),
    finds: { node: ['missing', /^this server is not a node, so the grant in /] },
  },
  {
    name: 'the assistant has its settings',
    arrange: (folder) => owner(folder),
    environment: () => ({
      BARAZA_SMTP_URL: 'smtp://me:hush@mail.example:587',
      BARAZA_PLAN: 'free',
      BARAZA_OFF: 'embed',
      BARAZA_ENCODER: '0',
    }),
    finds: {
      encoder: ['ok', /^switched off by BARAZA_ENCODER/],
      reader: ['ok', /^switched off by BARAZA_ENCODER/],
      mail: ['ok', /^by mail\.example:587$/],
      plan: ['ok', /^new sites get free: 500 questions a month$/],
      'switched off': ['ok', /^embed by BARAZA_OFF/],
    },
  },
  {
    name: 'the plan of new sites does not exist',
    arrange: (folder) => owner(folder),
    environment: () => ({ BARAZA_PLAN: 'gold' }),
    finds: { plan: ['failing', /gold/] },
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
    name: 'new sites get a plan that the operator has set',
    arrange: async (folder) => {
      await owner(folder);
      await runCommand(['plans', 'set', 'gold', '--questions', '77'], { BARAZA_DATA: folder });
    },
    environment: () => ({ BARAZA_PLAN: 'gold' }),
    finds: { plan: ['ok', /^new sites get gold: 77 questions a month$/] },
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
    name: 'the folder of the last backup is gone',
    arrange: async (folder) => {
      const last = {
        at: new Date().toISOString(),
        file: '/nowhere/x',
        bytes: 1,
        machine: hostname(),
      };
      await change(folder, mark('backup', JSON.stringify(last)));
    },
    finds: {
      backup: ['ok', / 1 bytes in \/nowhere\/x$/],
      'backup 2': ['missing', /^the folder of the last one, \/nowhere, cannot be written/],
    },
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
  // With it `doctor` does not measure the built-in voices, which takes 6 s of CPU.
  BARAZA_TTS_URL: 'http://127.0.0.1:1/v1',
};

const usual: Situation['finds'] = {
  runtime: ['ok', /^Node \d+/],
  'data folder': ['ok', / GB free, of which \S+ [GM]B are kept for deletions$/],
  database: ['ok', /SQLite/],
  pepper: ['ok', /^the secret that protects keys, in .*pepper$/],
  server: ['missing', /no server runs/],
  clock: ['ok', /^20\d\d-/],
  ports: ['ok', /are free$/],
  backup: ['missing', /^none yet$/],
  settings: ['ok', /BARAZA_DATA.*; else the defaults$/],
  answers: ['ok', /built-in engine/],
  encoder: ['ok', /by meaning too/],
  reader: ['ok', /is read together with the question$/],
  hearing: ['ok', /built-in speech hears/],
  speaking: ['ok', /^the server at 127\.0\.0\.1:1 speaks; built-in speech if it fails$/],
  mail: ['missing', /no mail server/],
  plan: ['ok', /^new sites get local: no limit$/],
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
    assert.ok(!findings.some((finding) => finding.name === 'voice speed'), 'a server has its own');
    const isWell = findings.every(({ status }) => status !== 'failing');
    assert.deepEqual([code, err], [isWell ? 0 : 1, []]);
    assert.deepEqual([plain?.code ?? code, plain?.err ?? err], [code, []]);
    assert.doesNotMatch([...out, ...(plain?.out ?? [])].join('\n'), /hush/);
  });

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
