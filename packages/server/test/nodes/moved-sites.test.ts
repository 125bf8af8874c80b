import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { hashSecret } from '../../src/access/secret.ts';
import { adminContextOf } from '../../src/server/operations.ts';
import { createConversationSecrets } from '../../src/site/conversations/conversation-secret.ts';
import { bringOwner } from '../../src/site/sites/moved-head.ts';
import { movedTables, openRow } from '../../src/site/sites/moved-rows.ts';
import { siteOperations } from '../../src/site/sites/site-operations.ts';
import { insertMember, membersByEmail, membersOf } from '../../src/store/members.ts';
import { createTables, migrate, migrations } from '../../src/store/migrations/migrations.ts';
import { itemsOfSiteAfter } from '../../src/store/outbox.ts';
import { insertOwner } from '../../src/store/owners.ts';
import { siteRowsAfter } from '../../src/store/site/site-rows.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { type Engine, sql } from '../../src/store/store.ts';
import { allTables } from '../../src/store/tables.ts';
import { ask, engines } from '../fixtures/server.ts';
import { openSiteServer, type SiteServer, siteServerOfSuite } from '../fixtures/site-server.ts';
import { fullSite } from './full-site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'baraza-moved-'));
after(() => rmSync(folder, { recursive: true }));

/** What the commands of a server work with. */
function deskAt({ platformServer, assistant, url }: SiteServer) {
  return {
    ...adminContextOf(platformServer.installation),
    clock: assistant.clock,
    assistant: async () => assistant,
    siteUrl: () => url,
  };
}

/** The rows that move, by their table, with secrets in clear. */
async function rowsAt({ assistant: { store, seal } }: SiteServer, siteId: string) {
  const all: Record<string, readonly object[]> = {};
  for (const table of movedTables) {
    const rows = await siteRowsAfter(store, table, siteId, null, 100_000);
    all[table.name] = rows.map((row) => openRow(seal, table.name, row));
  }
  all.outbox = await itemsOfSiteAfter(store, siteId, '', 100_000);
  return all;
}

const pairs: readonly (readonly [Engine, Engine])[] = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
];

for (const [from, to] of pairs)
  describe(`a site that moves from ${from} to ${to}`, () => {
    let [here, there] = [] as unknown as [SiteServer, SiteServer];
    before(async () => {
      [here, there] = await Promise.all([openSiteServer(from), openSiteServer(to)]);
    });
    after(() => Promise.all([here.close(), there.close()]));

    test('has the same rows there', async () => {
      const site = await fullSite(here);
      const file = path.join(folder, `${from}.json`);
      await siteOperations['sites pause'](deskAt(here), { id: site.id, moving: true });
      const expected = await rowsAt(here, site.id);
      for (const [table, rows] of Object.entries(expected)) assert.ok(rows.length > 0, table);
      await siteOperations['sites export'](deskAt(here), { id: site.id, file });
      // Another site has the id of a row there: the import ends in its last part.
      const other = await (await there.newOwner()).newSite({}, 'another-site');
      const id = `send_${site.id}`;
      const { store } = there.assistant;
      await store.write((tx) =>
        tx.run(sql`INSERT INTO outbox (id, kind, owner, receiver, place, state, due_at, tries, created_at, payload)
          SELECT ${id}, 'send', owner_id, id || ' c', '1', 'pending', 8000000000000, 0, 5, '{}' FROM sites
          WHERE id = ${other.id}`),
      );
      const bring = () => siteOperations['sites import'](deskAt(there), { file });
      await assert.rejects(bring(), /Items of the outbox/);
      const resume = () => siteOperations['sites resume'](deskAt(there), { id: site.id });
      await assert.rejects(resume(), { code: 'conflict' });
      const visit = (server: SiteServer) =>
        fetch(`${server.url}${site.public}/config`, { redirect: 'manual' });
      assert.equal(
        (await visit(there)).headers.get('location'),
        `${here.url}${site.public}/config`,
      );
      await store.write((tx) => tx.run(sql`DELETE FROM outbox WHERE id = ${id}`));
      await bring();
      assert.deepEqual(await rowsAt(there, site.id), expected);
      await siteOperations['sites relocate'](deskAt(here), { id: site.id, base: there.url });
      assert.equal((await visit(here)).status, 308);
      assert.equal((await resume()).status, 'active');
      assert.equal((await visit(there)).status, 200);
      await siteOperations['sites relocate'](deskAt(here), { id: site.id, base: null });
      const waiting = sql`SELECT count(*) AS n FROM questions WHERE site_id = ${site.id} AND told = 0`;
      const [before, now] = await Promise.all(
        [here, there].map(({ assistant }) => assistant.store.get<{ n: number }>(waiting)),
      );
      assert.equal(Number(now?.n), Number(before?.n));
      const versions = (await site.asOwner('GET', '/profile/versions')).json.versions;
      assert.ok(versions.length > 1);
    });
  });

for (const engine of engines)
  describe(`a frozen site, on ${engine}`, () => {
    const { server } = siteServerOfSuite(engine);

    test('has everything that was accepted, and stores nothing more', async () => {
      const site = await server.newSite({ people: true });
      const desk = deskAt(server);
      const accepted: string[] = [];
      const leave = async (at: number) => {
        const body = { contact: `0700 000 ${100 + at}`, message: `Lead ${at}` };
        const headers = { 'x-visitor': `visitor-number-${1_000_000 + at}` };
        const reply = await ask(server, 'POST', `${site.public}/leads`, { body, headers });
        if (reply.status === 201) accepted.push(reply.json.id);
        else assert.ok([429, 503].includes(reply.status), reply.text);
      };
      const leads = Array.from({ length: 60 }, (_, at) => leave(at));
      const freezing = siteOperations['sites pause'](desk, { id: site.id, moving: true });
      const count = sql`SELECT id FROM leads WHERE site_id = ${site.id} ORDER BY id`;
      await freezing;
      const stored = await server.assistant.store.all<{ id: string }>(count);
      await Promise.all(leads);
      assert.deepEqual(await server.assistant.store.all(count), stored);
      assert.deepEqual(
        stored.map(({ id }) => id),
        accepted.sort(),
      );
    });

    test('takes no work that was begun before', async () => {
      const site = await server.newSite();
      const { store } = server.assistant;
      await siteOperations['sites pause'](deskAt(server), { id: site.id, moving: true });
      const { countDay } = await import('../../src/store/site/usage.ts');
      const { takePositions } = await import('../../src/store/site/messages.ts');
      const { assertTaking } = await import('../../src/store/site/frozen-sites.ts');
      for (const late of [
        (tx) => countDay(tx, site.id, { questions: 1 }, 0),
        (tx) => takePositions(tx, site.id, 1),
        (tx) => assertTaking(tx, site.id),
      ] as readonly Parameters<typeof store.write>[0][])
        await assert.rejects(store.write(late), { code: 'busy' });
    });

    test('was paused before and stays so, or is active again', async () => {
      const site = await server.newSite();
      const desk = deskAt(server);
      const { id } = site;
      const resume = () => siteOperations['sites resume'](desk, { id });
      const freeze = () => siteOperations['sites pause'](desk, { id, moving: true });
      await freeze();
      await assert.rejects(siteOperations['sites pause'](desk, { id }), { code: 'busy' });
      assert.equal((await resume()).status, 'active');
      await siteOperations['sites pause'](desk, { id });
      await freeze();
      assert.equal((await resume()).status, 'paused');
      assert.equal((await resume()).status, 'active');
    });
  });

describe('what moves', () => {
  const { server } = siteServerOfSuite();

  test('is decided for every table of a site', async () => {
    const { store } = server.assistant;
    const tables = (await allTables(store, store.engine)).filter(({ columns }) =>
      columns.some(({ name }) => name === 'site_id'),
    );
    const moved = new Set(movedTables.map(({ name }) => name));
    const undecided = tables.filter(({ name }) => !moved.has(name) && !otherTables.has(name));
    assert.deepEqual(undecided, []);
  });

  test('brings no member who takes the place of a person of another owner', async () => {
    const email = 'neema@example.com';
    const { store, clock, makeId } = server.assistant;
    const ownerId = makeId('owner');
    const own = { id: makeId('member'), owner_id: ownerId, name: 'Neema', role: 'owner' } as const;
    const times = { created_at: clock(), joined_at: clock() };
    const made = () => ({ id: makeId('member'), name: 'Neema', role: 'owner', email }) as const;
    const head = { owner: { id: makeId('owner'), name: 'Neema' }, members: [made(), made()] };
    await store.write(async (tx) => {
      await insertOwner(tx, { id: ownerId, createdAt: clock(), name: 'Neema' });
      await insertMember(tx, { ...own, ...times, email, confirmed_email: email });
      assert.equal(await bringOwner(tx, head, clock()), head.owner.id);
    });
    const found = await membersByEmail(store, email, 10);
    assert.deepEqual([found.length, found[0]?.id], [2, own.id]);
    const emails = (await membersOf(store, head.owner.id)).map((one) => one.email);
    assert.deepEqual(emails.sort(), [email, null].sort());
  });

  test('includes the secrets of conversations, which are known with another pepper', () => {
    const [here, there] = [Buffer.from('pepper of here'), Buffer.from('pepper of there')];
    const { text, hash } = createConversationSecrets(here).mint();
    const { isRight } = createConversationSecrets(there);
    assert.equal(isRight(text, hash), true);
    assert.equal(isRight(`${text}x`, hash), false);
    assert.equal(isRight(text, hashSecret(here, text)), false);
    assert.equal(isRight(text, hashSecret(there, text)), true);
  });
});

/** In other parts of the export; or about devices, sessions and running work here, made again there, or not used. */
const otherTables: ReadonlySet<string> = new Set([
  ...['questions', 'leads', 'saved_answers', 'profile_versions'],
  ...['vectors', 'live_sessions', 'reservations', 'question_moves'],
  ...['node_days', 'reported_days', 'site_moves', 'site_addresses'],
  ...['site_transfers', 'site_arrivals'],
]);

test('an upgrade is refused while a move of an earlier version is open', async () => {
  const store = openSqlite(path.join(folder, 'earlier.db'));
  await createTables(store, [], migrations.slice(0, 40));
  await store.script([
    `INSERT INTO site_transfers
      (id, site_id, origin, state, run, rows_sent, frozen_ms, notified, created_at, updated_at)
      VALUES ('move_1', 'duka', 'https://node.example', 'handed over', 1, 0, 0, 0, 0, 0)`,
  ]);
  await assert.rejects(migrate(store), /duka is being moved.*sites moves/s);
  await store.script([`UPDATE site_transfers SET state = 'finished', notified = 1`]);
  await migrate(store);
  await store.close();
});
