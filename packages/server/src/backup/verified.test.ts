import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import Database from 'better-sqlite3';
import { assertRefused, runCommand } from '../../test/fixtures/command-line.ts';
import { createRandom } from '../../test/fixtures/random.ts';
import { pictureOf } from '../../test/process/backups.ts';
import { createKey } from '../access/keys.ts';
import { createOwner } from '../access/owners.ts';
import { silentLog } from '../kernel/log.ts';
import { assemble } from '../server/assemble.ts';
import { readConfig } from '../setup/config.ts';
import { sql } from '../store/store.ts';
import { sealBytes, sealLine } from './manifest.ts';

const forgeries: { readonly [name: string]: readonly [string, RegExp] } = {
  'an object is missing': ['DELETE FROM baraza_blobs', /damaged: blob_\w+ is missing/],
  'an object has other bytes': [
    "UPDATE baraza_blobs SET bytes = CAST('Chumvi ya bahari' AS BLOB)",
    /damaged: blob_/,
  ],
  'an object is shorter': [
    "UPDATE baraza_blobs SET bytes = CAST('chumvi' AS BLOB)",
    /damaged: blob_/,
  ],
  'there are bytes that nothing refers to': [
    "INSERT INTO baraza_blobs VALUES ('blob_x', 0, x'00')",
    /nothing refers to/,
  ],
  'a row is changed': ["UPDATE owners SET name = 'mwizi'", /: its table owners is not what/],
  'a row is missing': ['DELETE FROM keys', /its table keys/],
  'a row is too many': ['INSERT INTO keys SELECT * FROM keys', /its table keys/],
  'a table is missing': ['DROP TABLE records', /its table records/],
  'a table is too many': ['CREATE TABLE more (x)', /: its tables are not what/],
  'the manifest is gone': ['DELETE FROM baraza_backup', /is damaged/],
  'the manifest is of another program': [
    `UPDATE baraza_backup SET value = '{"format":"other"}' WHERE name = 'manifest'`,
    /not a backup of Baraza/,
  ],
  'its form is of a newer program': [
    `UPDATE baraza_backup SET value = replace(value, '"version":1', '"version":2')`,
    /newer program/,
  ],
  'its data is of a newer program': [
    `UPDATE baraza_backup SET value = replace(value, '"dataVersion":', '"dataVersion":9')`,
    /newer program/,
  ],
  'the pepper is another': [
    "UPDATE baraza_backup SET value = 'pilipili' WHERE name = 'pepper'",
    /pepper in the backup/,
  ],
};

describe('a backup', () => {
  let stage: Awaited<ReturnType<typeof arrange>>;
  before(async () => {
    stage = await arrange();
  });
  after(() => rmSync(stage.folder, { recursive: true, force: true }));

  test('that was cut off anywhere is refused before anything is touched', async (t) => {
    const { whole, broken, assertUntouched } = stage;
    const random = createRandom();
    t.diagnostic(`seed ${random.seed}`);
    const { length } = readFileSync(whole);
    const sizes = [0, 1, 16, 100, 4_096, length - sealBytes, length - 1];
    while (sizes.length < 27) sizes.push(random.below(length));
    for (const size of sizes) {
      copyFileSync(whole, broken);
      truncateSync(broken, size);
      await assertUntouched(/is empty|not a backup of Baraza, or its end is missing/);
    }
  });

  test('with one bit flipped anywhere is refused before anything is touched', async (t) => {
    const { whole, broken, assertUntouched } = stage;
    const random = createRandom();
    t.diagnostic(`seed ${random.seed}`);
    const bytes = readFileSync(whole);
    const places = ['mfalme wa bahari', 'chumvi ya bahari', 'baraza-backup 1', '"dataVersion"'].map(
      (text) => bytes.indexOf(text),
    );
    assert.ok(!places.includes(-1));
    while (places.length < 104) places.push(random.below(bytes.length));
    for (const place of places) {
      const copy = Buffer.from(bytes);
      copy[place] = (copy[place] ?? 0) ^ (1 << random.below(8));
      writeFileSync(broken, copy);
      await assertUntouched(/is damaged|not a backup of Baraza|newer program/);
    }
  });

  for (const [name, [statement, sentence]] of Object.entries(forgeries))
    test(`that is sealed, but in which ${name}, is refused before anything is touched`, async () => {
      const { whole, broken, assertUntouched } = stage;
      const bytes = readFileSync(whole);
      writeFileSync(broken, bytes.subarray(0, bytes.length - sealBytes));
      const database = new Database(broken);
      database.exec(statement);
      database.close();
      seal(broken);
      await assertUntouched(sentence);
    });

  test('must be one: other files are refused before anything is touched', async () => {
    const { broken, assertUntouched } = stage;
    rmSync(broken, { force: true });
    await assertUntouched(/cannot be read: it does not exist/);
    writeFileSync(broken, 'Habari za asubuhi. '.repeat(500));
    await assertUntouched(/not a backup of Baraza/);
    rmSync(broken);
    const database = new Database(broken);
    database.exec('CREATE TABLE owners (id TEXT)');
    database.close();
    await assertUntouched(/not a backup of Baraza/);
    seal(broken);
    await assertUntouched(/is damaged/);
    writeFileSync(broken, 'not even pages'.repeat(400));
    seal(broken);
    await assertUntouched(/not a backup of Baraza/);
  });
});

function seal(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(
    file,
    Buffer.concat([bytes, Buffer.from(sealLine(createHash('sha256').update(bytes).digest('hex')))]),
  );
}

/** A whole backup, a data folder that must not change, and a place for a broken copy. */
async function arrange() {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-verified-'));
  const data = path.join(folder, 'data');
  const environment = { BARAZA_DATA: data };
  await furnish(data);
  const whole = path.join(folder, 'whole.backup');
  assert.equal((await runCommand(['backup', whole], environment)).code, 0);
  const broken = path.join(folder, 'broken.backup');
  const before = pictureOf(data);
  const beside = readdirSync(folder).sort();
  const assertUntouched = async (sentence: RegExp) => {
    assertRefused(await runCommand(['restore', broken], environment), sentence);
    assert.deepEqual(pictureOf(data), before);
    assert.deepEqual(
      readdirSync(folder)
        .filter((name) => name !== 'broken.backup')
        .sort(),
      beside,
    );
  };
  return { folder, whole, broken, assertUntouched };
}

async function furnish(data: string): Promise<void> {
  const { keyring, store, makeId, openBlobs, close } = await assemble(
    readConfig({ BARAZA_DATA: data }),
    silentLog,
  );
  const { id } = await createOwner(keyring, 'mfalme wa bahari');
  await createKey(keyring, { owner: id, name: 'a key', scopes: ['*'], expiresInMs: null });
  const bytes = Buffer.from('chumvi ya bahari');
  const blob = makeId('blob');
  const writer = await (await openBlobs()).create(blob);
  await writer.write(bytes);
  await writer.commit();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await store.write(async (tx) => {
    await tx.run(sql`INSERT INTO resources (id, owner_id, service, kind, name, name_folded, config, state,
      version, created_at, updated_at)
      VALUES ('res_1', ${id}, 'storage', 'Bucket', 'b', 'b', '{}', 'active', 1, 1, 1)`);
    await tx.run(sql`INSERT INTO objects (resource_id, key, blob, size, content_type, inline, sha256,
      created_at, updated_at) VALUES ('res_1', 'k', ${blob}, ${bytes.length}, 'text/plain', 1, ${sha256}, 1, 1)`);
  });
  await close();
}
