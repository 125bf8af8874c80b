import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { questionListSchema } from '@baraza/contract';
import { forgetOldVisits } from '../../src/site/sites/retention.ts';
import { insertQuestionChanges, makeNextQuestionChange } from '../../src/store/site/questions.ts';
import { importQuestions } from '../../src/store/site/transfers.ts';
import { sql } from '../../src/store/store.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask, engines } from '../fixtures/server.ts';
import { askSite, openSiteServer, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';
import { questionRow } from './question-row.ts';

const day = 86_400_000;

for (const engine of engines)
  describe(`queries of questions, on ${engine}`, () => {
    const { server, owner } = siteServerOfSuite(engine);

    const get = (target: string) => owner.send('GET', target);

    test('q and since filter questions, with any case and with wildcards as plain characters', async () => {
      const site = await owner.newSite(shop);
      await askSite(server, site, 'Do you deliver to KISUMU?');
      await askSite(server, site, 'Mnakubali M-Pesa?');
      await askSite(server, site, 'Is it 100% cotton_wool?');
      const found = async (query: string) => (await get(`${site}/questions?${query}`)).json.total;
      assert.equal(await found('q=kisumu'), 1);
      assert.equal(await found('q=DELIVER'), 1);
      assert.equal(await found(`q=${encodeURIComponent('100%')}`), 1);
      assert.equal(await found(`q=${encodeURIComponent('%')}`), 1);
      assert.equal(await found('q=_'), 1);
      assert.equal(await found('since=2020-01-01T00:00:00Z'), 3);
      assert.equal(await found('since=2099-01-01T00:00:00Z'), 0);
    });

    test('unanswered questions are grouped by meaning, most asked first', async () => {
      const site = await owner.newSite(shop);
      for (const question of [
        'Do you repair bicycles?',
        'do you repair bicycles',
        'Who won the world cup in 1998?',
        'Please, do you repair a bicycle?',
      ])
        assert.equal((await askSite(server, site, question)).done.answered, false, question);
      await askSite(server, site, 'Do you deliver?');
      const { json } = await get(`${site}/questions?unanswered=true&group=true`);
      questionListSchema.parse(json);
      assert.deepEqual([json.total, json.questions[0].count], [2, 3]);
      assert.deepEqual([json.questions[0].wordings.length, json.questions[1].count], [3, 1]);
      const first = await get(`${site}/questions?unanswered=true&group=true&limit=1`);
      assert.equal(first.json.questions[0].count, 3);
      const rest = await get(
        `${site}/questions?unanswered=true&group=true&limit=1&cursor=${first.json.next}`,
      );
      assert.deepEqual([rest.json.questions[0].count, rest.json.next], [1, null]);
    });

    test('changes that a killed process left are made before the questions are read', async () => {
      const site = await owner.newSite(shop);
      const rows = Array.from({ length: 1_000 }, () =>
        questionRow({ site_id: site, id: server.assistant.makeId('question'), question: 'Why?' }),
      );
      const ids = rows.map(({ id }) => id);
      const { store } = server.assistant;
      await store.write((tx) => importQuestions(tx, rows.slice(0, 500)));
      await store.write((tx) => importQuestions(tx, rows.slice(500)));
      await store.write((tx) => insertQuestionChanges(tx, site, ids, 'taught'));
      await store.write((tx) => insertQuestionChanges(tx, site, ids.slice(0, 300), 'new'));
      await store.write((tx) => makeNextQuestionChange(tx, site));
      const total = async (status: string) =>
        (await get(`${site}/questions?status=${status}&limit=1`)).json.total;
      assert.deepEqual([await total('taught'), await total('new')], [700, 300]);
    });

    test('questions and leads are deleted after the retention time; counts stay', async (t) => {
      const own = await openSiteServer(engine);
      t.after(own.close);
      const keeper = await own.newOwner();
      const short = await keeper.newSite({ ...shop, retention_days: 30 });
      const usual = await keeper.newSite(shop);
      for (const site of [short, usual]) {
        await askSite(own, site, { question: 'Do you deliver?', request_id: 'r' });
        await ask(own, 'POST', `/v1/sites/${site}/leads`, { body: { contact: '@asha' } });
      }
      const kept = async (site: string) => [
        (await keeper.send('GET', `${site}/questions`)).json.total,
        (await keeper.send('GET', `${site}/leads`)).json.leads.length,
      ];
      await forgetOldVisits(own.assistant);
      assert.deepEqual(await kept(short), [1, 1]);
      own.clock.advance(31 * day);
      await forgetOldVisits(own.assistant);
      assert.deepEqual(await kept(short), [0, 0]);
      assert.deepEqual(await kept(usual), [1, 1]);
      own.clock.advance(150 * day);
      await forgetOldVisits(own.assistant);
      assert.deepEqual(await kept(usual), [0, 0]);
      const counts = await own.installation.store.all<{ questions: number }>(
        sql`SELECT questions FROM site_days UNION ALL SELECT questions FROM site_usage`,
      );
      assert.deepEqual(fieldsOf(counts, 'questions'), [1, 1, 1, 1]);
    });
  });

describe('questions of visitors', () => {
  const { server, owner } = siteServerOfSuite();

  const get = (target: string) => owner.send('GET', target);

  test('a dismissal is undone, on request for the whole group', async () => {
    const site = await owner.newSite(shop);
    const asked = ['Do you sell telescopes?', 'do you sell telescopes', 'Who is the president?'];
    for (const question of asked) await askSite(server, site, question);
    const [group] = (await get(`${site}/questions?unanswered=true&group=true`)).json.questions;
    assert.equal(group.count, 2);
    const set = (action: string) => owner.send('POST', `${site}/questions/${group.id}/${action}`);
    const open = async () => (await get(`${site}/questions?unanswered=true`)).json.total;
    assert.equal((await set('dismiss')).json.status, 'dismissed');
    assert.equal(await open(), 2, 'one alone');
    assert.equal((await set('reopen')).json.status, 'new');
    assert.equal((await set('dismiss?group=true')).json.status, 'dismissed');
    assert.equal(await open(), 1, 'both wordings');
    assert.equal((await set('reopen?group=true')).json.status, 'new');
    assert.equal(await open(), 3);
    assert.equal((await set('reopen?group=perhaps')).status, 400);
    await owner.send('POST', `${site}/questions/${group.id}/answer`, { answer: 'Yes.' });
    const taught = await set('reopen');
    assert.deepEqual([taught.status, taught.json.code], [409, 'conflict']);
  });
});
