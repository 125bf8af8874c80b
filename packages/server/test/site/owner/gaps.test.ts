import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { questionListSchema, siteGapsSchema } from '@baraza/contract';
import { sql } from '../../../src/store/store.ts';
import { overlapRead } from '../../fakes/overlap-reader.ts';
import { ask, defaultEngine } from '../../fixtures/server.ts';
import { askSite, asOwner, shop, siteServerOfSuite } from '../../fixtures/visit-server.ts';

describe('gaps of a site', () => {
  const { server, owner } = siteServerOfSuite(defaultEngine, { read: overlapRead });

  const get = (target: string) => asOwner(server, owner, 'GET', target);
  const gaps = async (site: string, query = '') => {
    const { status, json } = await get(`${site}/gaps${query}`);
    assert.equal(status, 200);
    return siteGapsSchema.parse(json);
  };
  const inSwahili = (site: string, question: string) =>
    askSite(server, site, { question, language: 'sw' });

  test('a question answered from an entry in the other language is a gap, most asked first', async () => {
    const site = await owner.newSite({
      ...shop,
      facts: [{ id: 'wifi', title: 'Wifi', text: 'Guests have free wifi.', language: 'en' }],
    });
    await inSwahili(site, 'wifi');
    for (const question of ['Do you deliver?', 'do you deliver', 'Do you deliver?'])
      assert.equal((await inSwahili(site, question)).done.answered, true, question);
    await askSite(server, site, 'Do you deliver?');
    const { questions, total } = await gaps(site);
    assert.equal(total, 2);
    assert.deepEqual(
      questions.map(({ count, language, entry }) => [count, language, entry.id, entry.list]),
      [
        [3, 'sw', 'delivery', 'faqs'],
        [1, 'sw', 'wifi', 'facts'],
      ],
    );
    assert.equal(questions[0]?.entry.title, 'Do you deliver?');
    assert.deepEqual(questions[0]?.entry.languages, ['en']);
    assert.equal(questions[0]?.wordings.length, 2);
    assert.equal((await gaps(site, '?limit=1')).questions.length, 1);
    assert.equal((await gaps(site, '?since=2099-01-01T00:00:00Z')).total, 0);
  });

  test('a gap closes when the entry gets the language, or the question is dismissed', async () => {
    const site = await owner.newSite(shop);
    await inSwahili(site, 'Do you deliver?');
    const second = await owner.newSite(shop);
    const { done } = await inSwahili(second, 'Do you deliver?');
    assert.equal((await gaps(site)).total, 1);
    const [delivery, malipo] = shop.faqs;
    const answer = { en: delivery?.answer, sw: 'Ndiyo, tunaleta Nairobi kwa shilingi 200.' };
    await asOwner(server, owner, 'PUT', `${site}/profile`, {
      ...shop,
      faqs: [{ id: 'delivery', question: delivery?.question, answer }, malipo],
    });
    assert.equal((await gaps(site)).total, 0);
    await asOwner(server, owner, 'POST', `${second}/questions/${done.id}/dismiss`);
    assert.equal((await gaps(second)).total, 0);
  });

  test('an entry is unused from when it was added, in whatever way, until it is removed', async () => {
    const site = await owner.newSite(shop);
    const call = async (method: string, target: string, body?: object) => {
      const { status, json, text } = await asOwner(server, owner, method, site + target, body);
      assert.ok(status === 200 || status === 201, text);
      return json;
    };
    const sinceOf = async (id: string) =>
      (await gaps(site)).unused.find((entry) => entry.id === id)?.since;
    const comes = async (id: string, change: () => Promise<unknown>) => {
      assert.equal(await sinceOf(id), undefined, id);
      server.clock.advance(60_000);
      await change();
      const [saved] = (await call('GET', '/profile/versions')).versions;
      assert.equal(await sinceOf(id), saved.saved_at, id);
    };
    const fact = { title: 'Parking', text: 'There is parking behind the shop.' };
    const exported = await call('GET', '/export');
    await comes('parking', () => call('POST', '/profile/facts', { id: 'parking', ...fact }));
    const parkingSince = await sinceOf('parking');
    await comes('returns', () => call('PATCH', '/profile', { returns: 'Within 7 days.' }));
    const { done } = await askSite(server, site, 'Do you repair bicycles?');
    const lesson = { answer: 'Yes, we repair bicycles on Saturdays.', language: 'en' };
    const { faq, version } = await call('POST', `/questions/${done.id}/answer`, lesson);
    assert.notEqual(await sinceOf(faq.id), undefined);
    await call('PUT', '/profile/facts/parking', { ...fact, text: 'Parking costs nothing.' });
    assert.equal(await sinceOf('parking'), parkingSince);
    await call('DELETE', '/profile/facts/parking');
    await comes('parking', () => call('POST', `/profile/versions/${version}/restore`));
    const more = { ...exported.profile, facts: [{ id: 'wifi', title: 'Wifi', text: 'Free.' }] };
    await comes('wifi', () => call('POST', '/import', { ...exported, profile: more }));
    assert.equal(await sinceOf('returns'), undefined);
    assert.notEqual(await sinceOf(faq.id), undefined);
  });

  test('feedback and status filter questions, together with every other parameter', async () => {
    const site = await owner.newSite(shop);
    const ids: string[] = [];
    for (const question of ['Do you deliver?', 'Do you repair bicycles?', 'Who is the mayor?'])
      ids.push((await askSite(server, site, question)).done.id);
    const judge = (id: string | undefined, value: string) =>
      ask(server, 'POST', `/v1/sites/${site}/feedback`, { body: { id, value } });
    await judge(ids[0], 'down');
    await judge(ids[1], 'up');
    await asOwner(server, owner, 'POST', `${site}/questions/${ids[1]}/dismiss`);
    const found = async (query: string) => {
      const { json } = await get(`${site}/questions?${query}`);
      questionListSchema.parse(json);
      assert.equal(json.total, json.questions.length);
      return json.questions.map(({ id }: { id: string }) => ids.indexOf(id));
    };
    assert.deepEqual(await found('feedback=down'), [0]);
    assert.deepEqual(await found('feedback=up'), [1]);
    assert.deepEqual(await found('status=dismissed'), [1]);
    assert.deepEqual(await found('status=new'), [2, 0]);
    assert.deepEqual(await found('status=taught'), []);
    assert.deepEqual(await found('feedback=up&status=dismissed&q=bicycles&group=true'), [1]);
    assert.deepEqual(await found('feedback=down&status=dismissed'), []);
    assert.deepEqual(await found('unanswered=true&status=new'), [2]);
    const csv = await get(`${site}/questions?feedback=down&format=csv`);
    assert.equal(csv.text.trim().split('\n').length, 2);
    for (const wrong of ['feedback=sideways', 'status=open'])
      assert.equal((await get(`${site}/questions?${wrong}`)).status, 400, wrong);
  });

  test('filters and gaps use their indexes', async () => {
    const plans: readonly [string, ReturnType<typeof sql>][] = [
      ['questions_by_feedback', sql`feedback = 'down'`],
      ['questions_dismissed', sql`status = 'dismissed'`],
      ['questions_taught', sql`status = 'taught'`],
      ['questions_other_language', sql`other_language = 1 AND status = 'new'`],
      ['questions_untold', sql`told = 0`],
    ];
    for (const [index, condition] of plans) {
      const plan = await server.installation.store.all<{ detail: string }>(
        sql`EXPLAIN QUERY PLAN SELECT id FROM questions
            WHERE site_id = ${'a'} AND ${condition} ORDER BY id DESC LIMIT 5`,
      );
      assert.match(plan.map(({ detail }) => detail).join(), new RegExp(index));
    }
  });
});
