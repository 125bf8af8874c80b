/** Data folders that were damaged, mixed up or made by another version. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import Database from 'better-sqlite3';
import { assertRefused, runCommand } from '../../test/fixtures/command-line.ts';
import { silentLog } from '../kernel/log.ts';
import { readConfig } from '../setup/config.ts';
import { dataVersion, versionOf } from '../store/migrations/data-version.ts';
import { migrate, migrations } from '../store/migrations/migrations.ts';
import { copySqlite, openSqlite } from '../store/sqlite/sqlite.ts';
import { sql } from '../store/store.ts';
import { assemble } from './assemble.ts';

describe('a data folder', () => {
  let root: string;
  let whole: string;
  before(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'baraza-folder-'));
    whole = path.join(root, 'whole');
    await runCommand(['owners', 'create', '--name', 'local'], { BARAZA_DATA: whole });
    // As after a start: the store has recorded the location of its objects.
    const installation = await assemble(readConfig({ BARAZA_DATA: whole }), silentLog);
    await installation.openBlobs();
    await installation.close();
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const damages: readonly {
    readonly name: string;
    readonly damage: (folder: string) => void;
    readonly has: RegExp;
    /** Only a server needs what is damaged. */
    readonly serveOnly?: true;
  }[] = [
    {
      name: 'of a newer program',
      damage: (folder) => {
        const database = new Database(path.join(folder, 'baraza.db'));
        database.exec('UPDATE baraza_version SET version = 999');
        database.close();
      },
      has: /version 999, newer than this program/,
    },
    {
      name: 'whose database is garbage',
      damage: (folder) => writeFileSync(path.join(folder, 'baraza.db'), 'x'.repeat(20_000)),
      has: /baraza\.db is damaged or no database/,
    },
    {
      name: 'whose database was cut off',
      damage: (folder) => truncateSync(path.join(folder, 'baraza.db'), 10_000),
      has: /baraza\.db is damaged or no database/,
    },
    {
      name: 'whose database has a page out of order that no start reads',
      damage: (folder) => {
        const file = path.join(folder, 'baraza.db');
        const database = new Database(file);
        const root = `SELECT rootpage FROM sqlite_master WHERE name = 'objects'`;
        const page = Number(database.prepare(root).pluck().get());
        const pageBytes = Number(database.pragma('page_size', { simple: true }));
        database.close();
        const bytes = readFileSync(file);
        // The first byte is the type of the page.
        bytes[(page - 1) * pageBytes] = 0xff;
        writeFileSync(file, bytes);
      },
      has: /baraza\.db is damaged or no database/,
    },
    {
      name: 'whose database is a folder',
      damage: (folder) => {
        rmSync(path.join(folder, 'baraza.db'));
        mkdirSync(path.join(folder, 'baraza.db'));
      },
      has: /baraza\.db cannot be used: /,
    },
    {
      name: 'without its pepper',
      damage: (folder) => rmSync(path.join(folder, 'pepper')),
      has: /The pepper .* cannot be read: it does not exist; keys cannot be checked without it/,
    },
    {
      name: 'whose pepper was emptied',
      damage: (folder) => writeFileSync(path.join(folder, 'pepper'), ''),
      has: /pepper .* must have at least 32 characters/,
    },
    {
      name: 'whose lock is garbage',
      damage: (folder) => writeFileSync(path.join(folder, 'serve.lock'), 'x'.repeat(5_000)),
      has: /serve\.lock cannot be locked: file is not a database/,
    },
    {
      name: 'with a file in place of its objects',
      damage: (folder) => {
        rmSync(path.join(folder, 'objects'), { recursive: true });
        writeFileSync(path.join(folder, 'objects'), '');
      },
      has: /objects cannot be used: there is a file in its place/,
      serveOnly: true,
    },
    {
      name: 'with a folder in place of its socket',
      damage: (folder) => mkdirSync(path.join(folder, 'control.sock')),
      has: /control\.sock cannot be used: there is a folder in its place/,
      serveOnly: true,
    },
  ];

  for (const { name, damage, has, serveOnly } of damages)
    test(`${name} is refused in one sentence, and left as it is`, async () => {
      const folder = mkdtempSync(path.join(root, 'damaged-'));
      cpSync(whole, folder, { recursive: true });
      damage(folder);
      const database = path.join(folder, 'baraza.db');
      const bytes = () => (statSync(database).isFile() ? readFileSync(database) : undefined);
      const before = bytes();
      const environment = { BARAZA_DATA: folder, BARAZA_PLATFORM_PORT: '0', BARAZA_SITE_PORT: '0' };
      assertRefused(await runCommand(['serve'], environment), has);
      if (serveOnly !== true) assertRefused(await runCommand(['owners', 'list'], environment), has);
      assert.deepEqual(bytes(), before);
      assert.equal(readdirSync(folder).includes('run.json'), false);
    });

  test('of an older program is upgraded after a copy that can be opened', async () => {
    const file = path.join(root, 'older.db');
    const target = path.join(root, 'older.db.v1');
    const store = openSqlite(file);
    await migrate(store);
    await store.script(['CREATE TABLE notes (body TEXT)', "INSERT INTO notes VALUES ('kept')"]);
    const steps: string[] = [];
    await migrate(
      store,
      async (version) => {
        steps.push(`copy of ${version}`);
        await copySqlite(file, target);
        assert.deepEqual(await store.all(sql`SELECT body FROM notes`), [{ body: 'kept' }]);
      },
      [...migrations, () => ['DROP TABLE notes', 'CREATE TABLE marks (id TEXT)']],
    );
    assert.deepEqual(steps, [`copy of ${dataVersion}`]);
    assert.equal(await versionOf(store), dataVersion + 1);
    await assert.rejects(store.all(sql`SELECT body FROM notes`), /no such table/);
    await store.close();
    const copy = openSqlite(target);
    assert.equal(await versionOf(copy), dataVersion);
    assert.deepEqual(await copy.all(sql`SELECT body FROM notes`), [{ body: 'kept' }]);
    await copy.close();
    assert.deepEqual(
      readdirSync(root).filter((name) => name.endsWith('.part')),
      [],
    );
  });

  test('whose upgrade fails stays at its old version, without traces of the step', async () => {
    const store = openSqlite(path.join(root, 'failing.db'));
    await migrate(store);
    const broken = () => ['CREATE TABLE marks (id TEXT)', 'CREATE TABLE marks (id TEXT)'];
    await assert.rejects(
      migrate(store, async () => {}, [...migrations, broken]),
      /already exists/,
    );
    assert.equal(await versionOf(store), dataVersion);
    await assert.rejects(store.all(sql`SELECT id FROM marks`), /no such table/);
    await store.close();
  });

  test('that other users could read is closed to them', async () => {
    const folder = path.join(root, 'open');
    const config = readConfig({ BARAZA_DATA: folder });
    await (await assemble(config, silentLog)).close();
    const file = path.join(folder, 'baraza.db');
    chmodSync(file, 0o644);
    await (await assemble(config, silentLog)).close();
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });
});
