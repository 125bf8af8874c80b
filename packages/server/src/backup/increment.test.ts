import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { assertRefused, runCommand } from '../../test/fixtures/command-line.ts';
import {
  ask,
  engines,
  form,
  newResource,
  openServer,
  resources,
  storage,
  type TestServer,
} from '../../test/fixtures/server.ts';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { createDatabase } from '../../test/postgres/server.ts';
import { digestsOf, pictureOf } from '../../test/process/backups.ts';
import { silentLog } from '../kernel/log.ts';
import { assemble } from '../server/assemble.ts';
import { readConfig } from '../setup/config.ts';
import { sql } from '../store/store.ts';
import { takeBackup } from './backup.ts';
import { openErasures } from './erased-people.ts';
import { createChunker } from './increment.ts';

for (const engine of engines)
  test(`a whole backup and three increments restore the state of the last one (${engine})`, async (t) => {
    const { server, folder, file, data } = await takeFour(t, engine);
    await take(server, file('whole.backup'));
    const wanted = await digestsOf(file('whole.backup'));
    assert.deepEqual(await digestsOf(file('3.increment')), wanted);
    // Each has only what is new: one object of 50,000 bytes, and the chunks of changed rows.
    for (const name of ['1.increment', '2.increment', '3.increment']) {
      assert.equal(countIn(file(name), 'DISTINCT name', 'baraza_blobs'), 1);
      const chunks = countIn(file(name), '*', 'baraza_chunks');
      assert.ok(chunks < countIn(file(name), '*', 'baraza_states'), name);
      assert.ok(statSync(file(name)).size < statSync(file('0.backup')).size / 2, name);
    }

    await done(['restore', file('3.increment')], data);
    await done(['backup', file('restored.backup')], data);
    assert.deepEqual(await digestsOf(file('restored.backup')), wanted);
    // An earlier one restores its own state.
    await done(['restore', file('1.increment')], { BARAZA_DATA: path.join(folder, 'earlier') });

    if (engine !== 'postgres') return;
    const onPostgres = {
      BARAZA_DATA: path.join(folder, 'postgres'),
      DATABASE_URL: await createDatabase(),
    };
    await done(['restore', file('3.increment')], onPostgres);
    await done(['backup', file('from-postgres.backup')], onPostgres);
    assert.deepEqual(await digestsOf(file('from-postgres.backup')), wanted);
  });

test('a gap in a chain, or another file in its place, is refused in one sentence and nothing is touched', async (t) => {
  const { server, folder, file, data } = await takeFour(t, 'sqlite');
  const refuse = async (sentence: RegExp) => {
    assertRefused(await runCommand(['restore', file('3.increment')], data), sentence);
    assert.deepEqual(pictureOf(data.BARAZA_DATA), []);
  };
  const first = readFileSync(file('1.increment'));
  rmSync(file('1.increment'));
  await refuse(/2\.increment needs the backup 1\.increment of .*, which is not in its folder/);
  await assert.rejects(take(server, file('4.increment'), file('3.increment')), {
    name: 'Problem',
    message: /needs the backup 1\.increment/,
  });
  writeFileSync(file('1.increment'), readFileSync(file('2.increment')));
  await refuse(/needs the backup 1\.increment/);
  // The same file under another name is found.
  writeFileSync(file('other.increment'), first);
  assert.equal((await digestsOf(file('3.increment'))).tables.length > 0, true);

  const base = readFileSync(file('0.backup'));
  const offset = base.length >> 1;
  base[offset] = (base[offset] ?? 0) ^ 1;
  writeFileSync(file('0.backup'), base);
  await refuse(/0\.backup is damaged: its bytes are/);
  assert.ok(readdirSync(folder).every((name) => !name.endsWith('.part')));
});

test('an increment cannot be written elsewhere than beside the backup that it continues', async (t) => {
  const folder = temporaryFolder(t);
  const data = { BARAZA_DATA: path.join(folder, 'data') };
  const backups = path.join(folder, 'data');
  await done(['owners', 'create', '--name', 'local'], data);
  const more = (offset: string) => ['backup', offset, '--since', folder];
  assertRefused(await runCommand(more(folder), data), /There is no backup in .* to continue/);
  await done(['backup', folder], data);
  assertRefused(
    await runCommand(more(path.join(backups, 'x')), data),
    /must be written to the folder of/,
  );
  const { out } = await done([...more(folder), '--json'], data);
  const second = JSON.parse(out.join(''));
  assert.match(second.file, /\.increment$/);
  // A folder means its newest, which is the increment now.
  const third = JSON.parse((await done([...more(folder), '--json'], data)).out.join(''));
  assert.equal(third.since.name, path.basename(second.file));
});

test('a person who was erased between or after increments is not in what is restored', async (t) => {
  const { server, folder, file, data } = await takeFour(t, 'sqlite');
  const { store } = server.installation;
  await store.write(async (tx) => {
    const [owner] = await tx.all<{ id: string }>(sql`SELECT id FROM owners LIMIT 1`);
    await tx.run(sql`INSERT INTO sites (id, owner_id, status, plan, key, key_created_at, created_at, updated_at,
        version, gate, profile)
      VALUES ('shop', ${owner?.id ?? ''}, 'live', 'local', 'k', 0, 0, 0, 1, '{}', '{}')`);
    for (const contact of ['early@example.com', 'late@example.com', 'kept@example.com'])
      await tx.run(sql`INSERT INTO leads (site_id, id, name, contact, message, received_at, status, fingerprint)
        VALUES ('shop', ${contact}, 'N', ${contact}, 'm', 0, 'new', '')`);
  });
  const erase = (contact: string) =>
    store.write((tx) => tx.run(sql`DELETE FROM leads WHERE contact = ${contact}`));
  await take(server, file('4.increment'), file('3.increment'));
  await erase('early@example.com');
  await take(server, file('5.increment'), file('4.increment'));
  const list = path.join(folder, 'erased.jsonl');
  const later = () => Date.now() + 86_400_000_000;
  const erasures = openErasures(list, server.installation.keyring.pepper, later);
  await erasures.note('shop', 'late@example.com');
  await done(['restore', file('5.increment')], data);
  assertRefused(await runCommand(['erase-again', 'yesterday'], data), /must be written as in/);
  const { out } = await done(['erase-again', '2026-01-01T00:00:00Z', '--erased', list], data);
  assert.match(out.join(), /^1 person /);
  assert.deepEqual(await contactsIn(data), ['kept@example.com']);
  // The same at once by a restore.
  const other = { BARAZA_DATA: path.join(folder, 'other') };
  await done(['restore', file('5.increment'), '--erased', list], other);
  assert.deepEqual(await contactsIn(other), ['kept@example.com']);
});

async function contactsIn(data: { readonly [name: string]: string }): Promise<readonly string[]> {
  const { store, close } = await assemble(readConfig(data), silentLog);
  const rows = await store.all<{ contact: string }>(sql`SELECT contact FROM leads`);
  await close();
  return rows.map(({ contact }) => contact);
}

test('a changed row changes its chunk and no other, wherever rows were added or removed', () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ id: n, text: `row ${n}` }));
  const chunksOf = (list: readonly { id: number; text: string }[]) => {
    const found: string[] = [];
    const chunker = createChunker(['id', 'text'], ({ sha256 }) => found.push(sha256));
    list.forEach(chunker.add);
    chunker.end();
    return found;
  };
  const before = new Set(chunksOf(rows));
  assert.ok(before.size > 10);
  const changed = rows
    .filter(({ id }) => id !== 100)
    .map((row) => (row.id === 3_000 ? { ...row, text: 'other' } : row));
  const fresh = chunksOf(changed).filter((sha256) => !before.has(sha256));
  assert.ok(fresh.length <= 4, `${fresh.length} chunks`);
});

/** A server with a whole backup and three increments, between which rows and objects were added and deleted. */
async function takeFour(t: TestContext, engine: (typeof engines)[number]) {
  const folder = temporaryFolder(t);
  const file = (name: string) => path.join(folder, name);
  const server = await openServer(engine);
  t.after(server.close);
  const { key } = await server.newOwner();
  const table = await newResource(server, key, 'data');
  const bucket = await newResource(server, key, 'storage');
  const put = (name: string) =>
    ask(server, 'POST', `${storage}/${bucket.id}?key=${name}`, {
      key,
      body: form({ bytes: Buffer.alloc(50_000, name) }),
    });
  const add = (n: number) =>
    ask(server, 'PATCH', `${resources}/${table.id}`, {
      key,
      body: { action: 'add-record', record: recordOf(n) },
    });
  const ids = await importRecords(server, key, table.id, 150);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']) await put(name);
  await take(server, file('0.backup'));
  const names = ['0.backup', '1.increment', '2.increment', '3.increment'];
  for (let at = 1; at < names.length; at += 1) {
    await add(1_000 + at);
    await put(`new-${at}`);
    await ask(server, 'DELETE', `${storage}/${bucket.id}?key=${'abc'[at - 1]}`, { key });
    await ask(server, 'DELETE', `${resources}/${table.id}/records/${ids[at]}`, { key });
    await take(server, file(names[at] ?? ''), file(names[at - 1] ?? ''));
  }
  return { server, folder, file, data: { BARAZA_DATA: path.join(folder, 'restored') } };
}

function recordOf(n: number) {
  return { n, text: 'x'.repeat(2_000) };
}

/** Creates this many at once; returns their ids. */
async function importRecords(server: TestServer, key: string, id: string, count: number) {
  const lines = Array.from({ length: count }, (_, n) => JSON.stringify(recordOf(n)));
  const target = `${resources}/${id}/records`;
  const headers = { 'content-type': 'application/x-ndjson' };
  const sent = await ask(server, 'POST', target, { key, body: lines.join('\n'), headers });
  assert.equal(sent.status, 201, sent.text);
  const { json } = await ask(server, 'GET', `${target}?limit=${count}`, { key });
  return (json.records as { readonly recordId: string }[]).map(({ recordId }) => recordId);
}

function take(server: TestServer, file: string, since?: string) {
  const source = { ...server.installation, blobs: server.platform.blobs };
  const { signal } = new AbortController();
  return takeBackup(source, { file, force: false, since, signal });
}

function countIn(file: string, what: string, table: string): number {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare(`SELECT count(${what}) FROM ${table}`).pluck().get() as number;
  } finally {
    database.close();
  }
}

async function done(words: readonly string[], environment: { readonly [name: string]: string }) {
  const result = await runCommand(words, environment);
  assert.deepEqual([result.code, result.err], [0, []], result.err.join('\n'));
  return result;
}
