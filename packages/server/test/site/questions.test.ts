import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { previewSchema, questionListSchema, taughtQuestionSchema } from '@baraza/contract';
import { forgetOldVisits } from '../../src/site/sites/retention.ts';
import { sql } from '../../src/store/store.ts';
import { ask, engines } from '../fixtures/house.ts';
import {
  askSite,
  asOwner,
  openSiteHouse,
  type SiteHouse,
  type SiteOwner,
  shop,
} from '../fixtures/visit-house.ts';

const day = 86_400_000;

for (const engine of engines)
  describe(`what visitors asked, on ${engine}`, () => {
    let house: SiteHouse;
    let owner: SiteOwner;
    before(async () => {
      house = await openSiteHouse(engine);
      owner = await house.newOwner();
    });
    after(() => house.close());

    const get = (target: string) => asOwner(house, owner, 'GET', target);

    test('questions are listed newest first, in pages that miss nothing and repeat nothing', async () => {
      const site = await owner.newSite(shop);
      const asked = [];
      for (let at = 0; at < 7; at += 1)
        asked.push((await askSite(house, site, `Do you deliver? ${at}`)).done.id);
      const seen: string[] = [];
      let cursor = '';
      do {
        const { json } = await get(`${site}/questions?limit=3${cursor}`);
        questionListSchema.parse(json);
        assert.equal(json.total, 7);
        seen.push(...json.questions.map(({ id }: { id: string }) => id));
        cursor = json.next === null ? '' : `&cursor=${json.next}`;
      } while (cursor !== '');
      assert.deepEqual(seen, asked.toReversed());
      for (const wrong of ['limit=0', 'limit=1001', 'cursor=nonsense', 'since=soon', 'format=xml'])
        assert.equal((await get(`${site}/questions?${wrong}`)).status, 400, wrong);
    });

    test('words and a time choose among them, whatever the case', async () => {
      const site = await owner.newSite(shop);
      await askSite(house, site, 'Do you deliver to KISUMU?');
      await askSite(house, site, 'Mnakubali M-Pesa?');
      await askSite(house, site, 'Is it 100% cotton_wool?');
      const found = async (query: string) => (await get(`${site}/questions?${query}`)).json.total;
      assert.equal(await found('q=kisumu'), 1);
      assert.equal(await found('q=DELIVER'), 1);
      assert.equal(await found(`q=${encodeURIComponent('100%')}`), 1);
      assert.equal(await found(`q=${encodeURIComponent('%')}`), 1);
      assert.equal(await found('q=_'), 1);
      assert.equal(await found('since=2020-01-01T00:00:00Z'), 3);
      assert.equal(await found('since=2099-01-01T00:00:00Z'), 0);
    });

    test('open ones are joined by what they mean, the most asked first', async () => {
      const site = await owner.newSite(shop);
      for (const question of [
        'Do you repair bicycles?',
        'do you repair bicycles',
        'Who won the world cup in 1998?',
        'Please, do you repair a bicycle?',
      ])
        assert.equal((await askSite(house, site, question)).done.answered, false, question);
      await askSite(house, site, 'Do you deliver?');
      const { json } = await get(`${site}/questions?unanswered=true&group=true`);
      questionListSchema.parse(json);
      assert.equal(json.total, 2);
      assert.equal(json.questions[0].count, 3);
      assert.equal(json.questions[0].wordings.length, 3);
      assert.equal(json.questions[1].count, 1);
      const first = await get(`${site}/questions?unanswered=true&group=true&limit=1`);
      assert.equal(first.json.questions[0].count, 3);
      const rest = await get(
        `${site}/questions?unanswered=true&group=true&limit=1&cursor=${first.json.next}`,
      );
      assert.equal(rest.json.questions[0].count, 1);
      assert.equal(rest.json.next, null);
    });

    test('a taught answer is there for the next visitor, with its source, and the question is closed', async () => {
      const site = await owner.newSite(shop);
      const question = 'Do you repair bicycles?';
      const { done } = await askSite(house, site, question);
      await askSite(house, site, 'do you repair bicycles');
      const before = (await get(site)).json.version;
      const answer = 'Yes, we repair bicycles on Saturdays.';
      const taught = await asOwner(house, owner, 'POST', `${site}/questions/${done.id}/answer`, {
        answer,
        url: 'https://shop.example/repairs',
      });
      assert.equal(taught.status, 200, taught.text);
      taughtQuestionSchema.parse(taught.json);
      assert.equal(taught.json.question.status, 'taught');
      assert.equal(taught.json.version, before + 1);
      assert.deepEqual(taught.json.faq.alternatives, [question]);
      assert.equal(taught.json.asked_again.answered, true);
      assert.match(taught.json.asked_again.text, /Saturdays/);
      const told = await askSite(house, site, question);
      assert.equal(told.done.answered, true);
      assert.match(told.text, /Saturdays/);
      assert.equal(told.done.sources[0].id, taught.json.faq.id);
      assert.equal(told.done.sources[0].url, 'https://shop.example/repairs');
      assert.equal((await get(`${site}/questions?unanswered=true`)).json.total, 0);
      const { profile } = (await get(site)).json;
      assert.equal(profile.faqs.length, shop.faqs.length + 1);
      const corrected = await asOwner(house, owner, 'POST', `${site}/questions/${done.id}/answer`, {
        answer: 'No, we no longer repair bicycles.',
      });
      assert.equal(corrected.json.faq.id, taught.json.faq.id);
      assert.match((await askSite(house, site, question)).text, /no longer/);
      const nothing = await asOwner(house, owner, 'POST', `${site}/questions/${done.id}/answer`, {
        answer: ' ',
      });
      assert.equal(nothing.status, 400);
    });

    test('one that is dismissed is no longer open; one that is deleted is gone', async () => {
      const site = await owner.newSite(shop);
      const { done } = await askSite(house, site, {
        question: 'Who won the world cup in 1998?',
        request_id: 'kept',
      });
      const set = await asOwner(house, owner, 'POST', `${site}/questions/${done.id}/dismiss`);
      assert.equal(set.json.status, 'dismissed');
      assert.equal((await get(`${site}/questions?unanswered=true`)).json.total, 0);
      assert.equal((await get(`${site}/questions`)).json.total, 1);
      const gone = await asOwner(house, owner, 'DELETE', `${site}/questions/${done.id}`);
      assert.deepEqual(gone.json, { deleted: true, id: done.id });
      const left = await house.installation.store.all(
        sql`SELECT request_id FROM asks WHERE site_id = ${site}`,
      );
      assert.deepEqual(left, []);
      assert.equal((await get(`${site}/questions`)).json.total, 0);
      for (const [method, target] of [
        ['DELETE', done.id],
        ['POST', `${done.id}/dismiss`],
        ['DELETE', 'nonsense'],
      ] as const)
        assert.equal(
          (await asOwner(house, owner, method, `${site}/questions/${target}`)).status,
          404,
        );
    });

    test('a dismissal is taken back, with all that mean the same where that is wanted', async () => {
      const site = await owner.newSite(shop);
      const asked = ['Do you sell telescopes?', 'do you sell telescopes', 'Who is the president?'];
      for (const question of asked) await askSite(house, site, question);
      const [group] = (await get(`${site}/questions?unanswered=true&group=true`)).json.questions;
      assert.equal(group.count, 2);
      const set = (action: string) =>
        asOwner(house, owner, 'POST', `${site}/questions/${group.id}/${action}`);
      const open = async () => (await get(`${site}/questions?unanswered=true`)).json.total;
      assert.equal((await set('dismiss')).json.status, 'dismissed');
      assert.equal(await open(), 2, 'one alone');
      assert.equal((await set('reopen')).json.status, 'new');
      assert.equal((await set('dismiss?group=true')).json.status, 'dismissed');
      assert.equal(await open(), 1, 'both wordings');
      assert.equal((await set('reopen?group=true')).json.status, 'new');
      assert.equal(await open(), 3);
      assert.equal((await set('reopen?group=perhaps')).status, 400);
      await asOwner(house, owner, 'POST', `${site}/questions/${group.id}/answer`, {
        answer: 'Yes.',
      });
      const taught = await set('reopen');
      assert.equal(taught.status, 409);
      assert.equal(taught.json.code, 'conflict');
    });

    test('another owner sees nothing and changes nothing: it is all absent', async () => {
      const site = await owner.newSite(shop);
      const { done } = await askSite(house, site, 'Who won the world cup in 1998?');
      const lead = await ask(house, 'POST', `/v1/sites/${site}/leads`, {
        body: { contact: 'asha@example.com' },
      });
      const other = await house.newOwner();
      const own = await other.newSite(shop);
      const calls: readonly (readonly [string, string, object?])[] = [
        ['GET', 'questions'],
        ['GET', 'questions?format=csv'],
        ['GET', 'leads'],
        ['GET', 'leads?format=csv'],
        ['POST', `questions/${done.id}/answer`, { answer: 'x' }],
        ['POST', `questions/${done.id}/dismiss`],
        ['POST', `questions/${done.id}/reopen`],
        ['DELETE', `questions/${done.id}`],
        ['PATCH', `leads/${lead.json.id}`, { status: 'done' }],
        ['DELETE', `leads/${lead.json.id}`],
        ['POST', 'preview', { question: 'x' }],
      ];
      for (const [method, target, body] of calls) {
        const foreign = await asOwner(house, other, method, `${site}/${target}`, body);
        const absent = await asOwner(house, other, method, `no-such-site/${target}`, body);
        assert.equal(foreign.status, 404, `${method} ${target}`);
        assert.equal(foreign.json.code, 'site');
        assert.equal(foreign.json.error, absent.json.error);
        // By way of a site of one's own, what is another's is as absent as what never was.
        if (!/_/.test(target)) continue;
        const crossed = await asOwner(house, other, method, `${own}/${target}`, body);
        assert.equal(crossed.status, 404, `${method} ${target}`);
      }
      assert.equal((await get(`${site}/questions`)).json.total, 1);
    });

    test('a file for spreadsheets holds every question, and none of it is a formula', async () => {
      const site = await owner.newSite(shop);
      for (const question of [
        '=HYPERLINK("http://evil.example")',
        '+1',
        '-1',
        '@SUM(1)',
        'a,"b"\nc',
      ])
        await askSite(house, site, question);
      const { text, headers, status } = await get(`${site}/questions?format=csv`);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
      assert.match(headers.get('content-disposition') ?? '', /^attachment/);
      const rows = csvRows(text);
      assert.equal(rows.length, 6);
      for (const row of rows) for (const cell of row) assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
      assert.ok(rows.some((row) => row.includes('a,"b"\nc')));
    });

    test('a preview answers from a profile that is not saved; nothing is kept or counted', async () => {
      const site = await owner.newSite(shop, 'free');
      const try_ = (body: object) => asOwner(house, owner, 'POST', `${site}/preview`, body);
      const profile = {
        ...shop,
        faqs: [{ id: 'new', question: 'Do you sell tea?', answer: 'Yes, Kericho tea.' }],
      };
      const tried = await try_({ question: 'Do you sell tea?', profile });
      assert.equal(tried.status, 200, tried.text);
      previewSchema.parse(tried.json);
      assert.equal(tried.json.answered, true);
      assert.match(tried.json.text, /Kericho/);
      assert.equal(tried.json.made[0].id, 'new');
      assert.match(tried.json.made[0].sentence, /Kericho/);
      const saved = await try_({ question: 'Do you deliver?' });
      assert.match(saved.json.text, /200/);
      assert.equal((await try_({ profile })).status, 400);
      assert.equal((await get(`${site}/questions`)).json.total, 0);
      assert.equal((await get(site)).json.usage.questions.used, 0);
      assert.doesNotMatch((await askSite(house, site, 'Do you sell tea?')).text, /Kericho/);
    });

    test('questions and leads go when the site has kept them long enough; what was counted stays', async () => {
      const own = await openSiteHouse(engine);
      try {
        const keeper = await own.newOwner();
        const short = await keeper.newSite({ ...shop, retention_days: 30 });
        const usual = await keeper.newSite(shop);
        for (const site of [short, usual]) {
          await askSite(own, site, { question: 'Do you deliver?', request_id: 'r' });
          await ask(own, 'POST', `/v1/sites/${site}/leads`, { body: { contact: 'asha' } });
        }
        const kept = async (site: string) => [
          (await asOwner(own, keeper, 'GET', `${site}/questions`)).json.total,
          (await asOwner(own, keeper, 'GET', `${site}/leads`)).json.leads.length,
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
        assert.deepEqual(
          counts.map(({ questions }) => questions),
          [1, 1, 1, 1],
        );
      } finally {
        await own.close();
      }
    });
  });

/** A reader of the tests' own. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  const row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push(row.splice(0));
  }
  return rows;
}
