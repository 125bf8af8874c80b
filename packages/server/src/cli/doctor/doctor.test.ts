import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import postgres from 'postgres';
import { say } from '../../../test/houses/command-line.ts';
import { createDatabase } from '../../../test/postgres/server.ts';
import type { Finding } from './doctor-check.ts';

interface Situation {
  readonly name: string;
  readonly arrange?: (folder: string) => Promise<unknown> | unknown;
  readonly environment?: (folder: string) => Promise<Environment> | Environment;
  /** What the doctor says of each thing that is not as in a folder that waits for a start. */
  readonly finds: { readonly [name: string]: readonly [Finding['status'], RegExp] };
}

type Environment = { readonly [name: string]: string };

const owner = (folder: string, environment: Environment = {}) =>
  say(['owners', 'create', '--name', 'local'], { BARAZA_DATA: folder, ...environment });
const file = (folder: string, name: string) => path.join(folder, name);

const situations: readonly Situation[] = [
  {
    name: 'nothing is there yet',
    finds: {
      'data folder': ['missing', /does not exist yet/],
      database: ['missing', /no database yet/],
      pepper: ['missing', /no pepper yet/],
    },
  },
  { name: 'the folder is whole and no server runs', arrange: (folder) => owner(folder), finds: {} },
  {
    name: 'a file lies in place of the folder',
    arrange: (folder) => writeFileSync(folder, ''),
    finds: {
      'data folder': ['failing', /is no folder/],
      database: ['missing', /no database yet/],
      pepper: ['missing', /no pepper yet/],
    },
  },
  {
    name: 'the database is garbage',
    arrange: async (folder) => {
      await owner(folder);
      writeFileSync(file(folder, 'baraza.db'), 'x'.repeat(9_000));
    },
    finds: { database: ['failing', /is no database/] },
  },
  {
    name: 'the database was cut off',
    arrange: async (folder) => {
      await owner(folder);
      truncateSync(file(folder, 'baraza.db'), 20_000);
    },
    finds: { database: ['failing', /is cut off/] },
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
    finds: { database: ['failing', /PostgreSQL at 127\.0\.0\.1:1\/shop .*ECONNREFUSED/] },
  },
  {
    name: 'PostgreSQL is empty',
    arrange: (folder) => owner(folder),
    environment: async () => ({ DATABASE_URL: withPassword(await createDatabase()) }),
    finds: { database: ['missing', /PostgreSQL [\d.]+ at .*, empty/] },
  },
  {
    name: 'PostgreSQL holds owners whose pepper is elsewhere',
    environment: async (folder) => {
      const environment = { DATABASE_URL: withPassword(await createDatabase()) };
      await owner(folder, environment);
      rmSync(file(folder, 'pepper'));
      return environment;
    },
    finds: {
      database: ['ok', /PostgreSQL [\d.]+ at /],
      pepper: ['failing', /cannot be read: it does not exist/],
    },
  },
  {
    name: 'PostgreSQL holds data of a newer program',
    environment: async (folder) => {
      const url = await createDatabase();
      await owner(folder, { DATABASE_URL: url });
      const sql = postgres(url, { max: 1 });
      await sql`UPDATE baraza_version SET version = 999`;
      await sql.end();
      return { DATABASE_URL: withPassword(url) };
    },
    finds: { database: ['failing', /version 999, newer than this program/] },
  },
];

const later: readonly Situation[] = [
  {
    name: 'a setting is misspelt',
    arrange: (folder) => owner(folder),
    environment: () => ({ BARAZA_DEMOO: '1' }),
    finds: { 'settings 2': ['missing', /^BARAZA_DEMOO is no setting/] },
  },
  {
    name: 'a grant lies on a server that is no node',
    arrange: (folder) => owner(folder),
    environment: (folder) => ({ BARAZA_GRANT_FILE: file(folder, 'grant') }),
    finds: { node: ['missing', /^this server is no node, so the grant in /] },
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
    name: 'the reader is switched off',
    arrange: (folder) => owner(folder),
    environment: () => ({ BARAZA_READER: '0' }),
    finds: { reader: ['ok', /^switched off by BARAZA_READER: /] },
  },
  {
    name: 'the plan of new sites is none',
    arrange: (folder) => owner(folder),
    environment: () => ({ BARAZA_PLAN: 'gold' }),
    finds: { plan: ['failing', /gold/] },
  },
  {
    name: 'a backup was taken',
    arrange: async (folder) => {
      await owner(folder);
      await say(['backup', `${folder}.backup`], { BARAZA_DATA: folder });
    },
    finds: { backup: ['ok', /^20\d\d-.* \d+ bytes in .*\.backup$/] },
  },
  {
    name: 'the last backup is old',
    arrange: async (folder) => {
      await owner(folder);
      const last = { at: '2026-01-01T00:00:00.000Z', file: '/x', bytes: 1 };
      writeFileSync(file(folder, 'backup.json'), JSON.stringify(last));
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

const usual: Situation['finds'] = {
  runtime: ['ok', /^Node \d+/],
  'data folder': ['ok', / GB free$/],
  database: ['ok', /SQLite/],
  pepper: ['ok', /pepper$/],
  server: ['missing', /no server runs/],
  backup: ['missing', /^none yet$/],
  settings: ['ok', /BARAZA_DATA.*; else the defaults$/],
  answers: ['ok', /built-in engine/],
  encoder: ['ok', /by meaning too/],
  reader: ['ok', /is read together with the question$/],
  hearing: ['ok', /built-in speech hears/],
  speaking: ['ok', /built-in speech speaks/],
  mail: ['missing', /no mail server/],
  plan: ['ok', /^new sites get local: no limit$/],
};

for (const { name, arrange, environment, finds } of [...situations, ...later])
  test(`the doctor tells when ${name}, and changes nothing`, async (t) => {
    const folder = path.join(temporary(t), 'data');
    await arrange?.(folder);
    const settings = { ...(await environment?.(folder)), BARAZA_DATA: folder };
    const before = picture(folder);
    const { code, out, err } = await say(['doctor', '--json'], settings);
    const plain = await say(['doctor'], settings);
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
    assert.deepEqual([code, plain.code, err, plain.err], [isWell ? 0 : 1, isWell ? 0 : 1, [], []]);
    assert.doesNotMatch([...out, ...plain.out].join('\n'), /hush/);
  });

function withPassword(url: string): string {
  return Object.assign(new URL(url), { password: 'hush' }).href;
}

function temporary(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-doctor-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every file with its size and the times of its change. */
function picture(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = statSync(folder).isDirectory()
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  return ['.', ...names].sort().map((name) => {
    const { size, mtimeMs, ctimeMs } = statSync(path.join(folder, name));
    return `${name} ${size} ${mtimeMs} ${ctimeMs}`;
  });
}
