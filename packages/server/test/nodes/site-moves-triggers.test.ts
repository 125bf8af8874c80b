import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idFloor } from '../../src/kernel/id.ts';
import { addPartitions, dropPartitions } from '../../src/store/partitions.ts';
import { readNumber } from '../../src/store/rows.ts';
import { awaitWriters, unwatchSites, watchSites } from '../../src/store/site/move-triggers.ts';
import { insertTransfer } from '../../src/store/site/site-moves.ts';
import { putSiteRows, siteRowsAfter, siteTables } from '../../src/store/site/site-rows.ts';
import { type Store, sql } from '../../src/store/store.ts';
import { openNodePair } from '../fixtures/node-pair.ts';
import { engines } from '../fixtures/server.ts';
import { fullSite, movesOf, rowsOfSite } from './moving-sites.ts';

const month = (year: number) => Date.UTC(year, 0, 5);
const noRest = async () => {};

function countTriggers(store: Store): Promise<number> {
  return readNumber(
    store,
    sql`SELECT count(*) FROM ${{
      sqlite: sql`sqlite_schema WHERE type = 'trigger' AND name GLOB '*_moving_*'`,
      postgres: sql`pg_trigger WHERE tgname ~ '_moving$'`,
    }}`,
  );
}

/** A question of the site again, with another id. */
async function copyQuestion(store: Store, siteId: string, id: string): Promise<void> {
  const table = (await siteTables(store)).find(({ name }) => name === 'questions');
  assert.ok(table !== undefined);
  const [row] = await siteRowsAfter(store, table, siteId, null, 1);
  await store.write((tx) => putSiteRows(tx, table, [{ ...row, id }]));
}

for (const engine of engines)
  test(`tables have triggers only while a move is open, on ${engine}`, async (t) => {
    const pair = await openNodePair(engine, 'sqlite');
    t.after(() => pair.close());
    pair.give((await pair.authorise()).grant);
    const { assistant } = pair.operator;
    const { store } = assistant;
    const site = await fullSite(pair.operator);
    const counts: number[] = [];
    let isAdded = false;
    const added = [month(2020), month(2031)].map((ms) => `${idFloor('question', ms)}added`);
    assert.equal(await countTriggers(store), 0);
    const around: Parameters<typeof movesOf>[1] = async (send, _, lines) => {
      counts.push(await countTriggers(store));
      const receipt = await send();
      // Behind the questions in the order of the copy, so that only a noted change brings these.
      if (lines.some((line) => line.includes('"table":"saved_answers"')) && !isAdded) {
        isAdded = true;
        await addPartitions(store, month(2031));
        for (const id of added) await copyQuestion(store, site.id, id);
      }
      return receipt;
    };
    const moves = movesOf(pair.operator, around, { pageRows: 4 });
    assert.equal((await moves.move(site.id, pair.node.url)).state, 'finished');
    assert.ok(counts.every((count) => count > 0));
    assert.equal(await countTriggers(store), 0);
    const { questions = [] } = await rowsOfSite(pair.node, site.id);
    const ids = questions.map(({ id }) => id);
    for (const id of added) assert.ok(ids.includes(id), id);
  });

for (const engine of engines)
  test(`triggers that a killed process left are dropped when no move is open, on ${engine}`, async (t) => {
    const pair = await openNodePair(engine, 'sqlite');
    t.after(() => pair.close());
    const { assistant } = pair.operator;
    const { store } = assistant;
    await watchSites(store, noRest);
    await watchSites(store, noRest);
    const made = await countTriggers(store);
    assert.ok(made > 0);
    const row = { id: 'move_x', site_id: 'x', origin: 'https://x.example', created_at: 1 };
    await store.write((tx) => insertTransfer(tx, row));
    await unwatchSites(store);
    assert.equal(await countTriggers(store), made);
    await store.write((tx) =>
      tx.run(sql`UPDATE site_transfers SET state = 'finished', notified = 1`),
    );
    await assistant.moves.resume('all');
    assert.equal(await countTriggers(store), 0);
  });

test('freezing a site waits for its writers on postgres', async (t) => {
  const pair = await openNodePair('postgres', 'sqlite');
  t.after(() => pair.close());
  const { store } = pair.operator.assistant;
  const site = await fullSite(pair.operator);
  await watchSites(store, noRest);
  const ends: string[] = [];
  let freezing: Promise<unknown> = Promise.resolve();
  await store.write(async (tx) => {
    await tx.run(sql`UPDATE questions SET status = status WHERE site_id = ${site.id}`);
    freezing = store.write((other) => awaitWriters(other, site.id)).then(() => ends.push('frozen'));
    const waiting = sql`SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    while (ends.length === 0 && (await readNumber(tx, waiting)) === 0);
    ends.push('written');
  });
  await freezing;
  assert.deepEqual(ends, ['written', 'frozen']);
});

test('no month is dropped while a site moves or arrives', async (t) => {
  const pair = await openNodePair('postgres', 'sqlite');
  t.after(() => pair.close());
  const { store } = pair.operator.assistant;
  await addPartitions(store, month(2031));
  const months = () =>
    readNumber(store, sql`SELECT count(*) FROM pg_class WHERE relname = 'questions_2031_01'`);
  const drop = () => dropPartitions(store, 'questions', { keptSinceMs: () => month(2033) });
  const row = { id: 'move_x', site_id: 'x', origin: 'https://x.example', created_at: 1 };
  await store.write((tx) => insertTransfer(tx, row));
  await drop();
  assert.equal(await months(), 1);
  await store.write(async (tx) => {
    await tx.run(sql`UPDATE site_transfers SET state = 'cancelled'`);
    await tx.run(sql`INSERT INTO site_arrivals (id, site_id, origin, state, run, owner_id, public_key, private_key,
      created_at, updated_at) VALUES ('move_x', 'x', 'https://x.example', 'arriving', 1, 'o', '{}', '', 1, 1)`);
  });
  await drop();
  assert.equal(await months(), 1);
  await store.write((tx) => tx.run(sql`UPDATE site_arrivals SET state = 'active'`));
  await drop();
  assert.equal(await months(), 0);
});
