import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reclaimQuestions } from '../../src/limits/allowance.ts';
import type { SendMove } from '../../src/site/moves/move-sender.ts';
import { forgetOldVisits } from '../../src/site/sites/retention.ts';
import { watchSites } from '../../src/store/site/move-triggers.ts';
import {
  insertQuestion,
  type QuestionRow,
  questionColumns,
} from '../../src/store/site/questions.ts';
import {
  heldRow,
  insertTransfer,
  setSiteHidden,
  setSitePhase,
} from '../../src/store/site/site-moves.ts';
import { sql } from '../../src/store/store.ts';
import { openNodePair } from '../fixtures/node-pair.ts';
import { engines } from '../fixtures/server.ts';
import type { SiteServer } from '../fixtures/site-server.ts';
import { fullSite, movesOf, rowsOfSite } from './moving-sites.ts';

// Everything is past its time by then.
const late = () => 10 ** 13;

/** What a server does at each start and every hour. */
async function keepUp({ assistant }: Pick<SiteServer, 'assistant'>): Promise<void> {
  await reclaimQuestions(assistant.store, late());
  await forgetOldVisits({ ...assistant, clock: late });
}

/** A site of which every kind of row is past its time. */
async function oldSite(server: SiteServer) {
  const site = await fullSite(server);
  await server.assistant.store.write(async (tx) => {
    await tx.run(sql`UPDATE arrivals SET finished_at = 5, due_at = NULL, state = 'delivered'
      WHERE site_id = ${site.id}`);
    await tx.run(sql`UPDATE notices SET due_at = NULL WHERE site_id = ${site.id}`);
    await tx.run(sql`UPDATE reservations SET until = 5 WHERE site_id = ${site.id}`);
  });
  return site;
}

for (const engine of engines)
  test(`upkeep at the server that a site goes to leaves its rows alone, on ${engine}`, async (t) => {
    const pair = await openNodePair('sqlite', engine);
    t.after(() => pair.close());
    pair.give((await pair.authorise()).grant);
    const { operator, node } = pair;
    const site = await oldSite(operator);
    const before = await rowsOfSite(operator, site.id);
    let isKept = false;
    const moves = movesOf(operator, async (send, act) => {
      if (act === 'prepare' && !isKept) {
        isKept = true;
        await keepUp(node);
      }
      return send();
    });
    assert.equal((await moves.move(site.id, node.url)).state, 'finished');
    assert.ok(isKept);
    assert.deepEqual(await rowsOfSite(node, site.id), before);
  });

for (const engine of engines)
  test(`upkeep goes on for other sites while one has left and is not yet deleted, on ${engine}`, async (t) => {
    const pair = await openNodePair(engine, 'sqlite');
    t.after(() => pair.close());
    const { operator } = pair;
    const { store } = operator.assistant;
    const [left, other] = [await oldSite(operator), await oldSite(operator)];
    const before = await rowsOfSite(operator, left.id);
    await watchSites(store, async () => {});
    await store.write(async (tx) => {
      await insertTransfer(tx, {
        id: 'm',
        site_id: left.id,
        origin: 'https://x.example',
        created_at: 1,
      });
      await setSiteHidden(tx, left.id, 5);
      await setSitePhase(tx, left.id, 'moved');
    });
    await keepUp(operator);
    const { sites: _left, ...rows } = await rowsOfSite(operator, left.id);
    const { sites: _before, ...expected } = before;
    assert.deepEqual(rows, expected);
    const after = await rowsOfSite(operator, other.id);
    for (const table of ['asks', 'arrivals', 'reservations', 'question_moves', 'notices'])
      assert.deepEqual(after[table], [], table);
  });

for (const engine of engines)
  test(`a question that is answered late is not stored where its site is being deleted, on ${engine}`, async (t) => {
    const pair = await openNodePair(engine, 'sqlite');
    t.after(() => pair.close());
    pair.give((await pair.authorise()).grant);
    const { operator, node } = pair;
    const { store } = operator.assistant;
    const site = await fullSite(operator);
    const [question] = await store.all<QuestionRow>(
      sql`SELECT ${questionColumns} FROM questions WHERE site_id = ${site.id} LIMIT 1`,
    );
    assert.ok(question !== undefined);
    let isActive = false;
    const late: string[] = [];
    const storeLate = async () => {
      const id = `${question.id}${late.length}`;
      await store
        .write((tx) => insertQuestion(tx, { ...question, id }))
        .then(() => late.push('stored'))
        .catch(() => late.push('refused'));
    };
    const watched: typeof store = {
      ...store,
      write: async (job, options) => {
        const result = await store.write(job, options);
        if (isActive) await storeLate();
        return result;
      },
    };
    const storingLate = async (send: () => ReturnType<SendMove>, act: string) => {
      const receipt = await send();
      isActive = act === 'activate';
      return receipt;
    };
    const moves = movesOf(operator, storingLate, { store: watched });
    assert.equal((await moves.move(site.id, node.url)).state, 'finished');
    assert.ok(late.length > 5);
    assert.deepEqual(new Set(late), new Set(['refused']));
  });

test('no sender has taken what waits to be sent for a site that arrives', () => {
  const row = { id: 'n', due_at: 5, taken_by: 'a sender elsewhere' };
  const held = heldRow('notices', row);
  assert.equal(held.taken_by, null);
  assert.ok(Number(held.due_at) > late());
  assert.deepEqual(heldRow('leads', row), row);
});
