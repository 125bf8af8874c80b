/** Changes of as many questions as can mean the same: others do not wait, and nothing stays half done. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { siteLimits } from '@baraza/contract';
import { importQuestions } from '../../../src/store/site/transfers.ts';
import { longestOwnSlice } from '../../fixtures/longest-slice.ts';
import { shop, siteServerOfSuite } from '../../fixtures/visit-server.ts';
import { engines } from '../../sockets/requests.ts';
import { questionRow } from '../question-row.ts';

const stepMs = 50;

for (const engine of engines)
  describe(`many questions with one meaning, ${engine}`, { timeout: 180_000 }, () => {
    const { server, owner } = siteServerOfSuite(engine);
    const answer = 'x'.repeat(1_000);

    /** The ids of new questions of a site, all with the same words. */
    const asked = async (site: string, count: number): Promise<readonly string[]> => {
      const ids: string[] = [];
      while (ids.length < count) {
        const rows = Array.from({ length: 500 }, () =>
          questionRow({
            site_id: site,
            id: server.assistant.makeId('question'),
            question: 'Do you mend shoes?',
            answer,
          }),
        );
        await server.assistant.store.write((tx) => importQuestions(tx, rows));
        ids.push(...rows.map(({ id }) => id));
      }
      return ids;
    };
    const total = async (site: string, status: string): Promise<number> =>
      (await owner.send('GET', `${site}/questions?status=${status}&limit=1`)).json.total;

    test('teaching 20,000 of them and deleting the entry are short steps', async (t) => {
      const count = siteLimits.groupedQuestionsMax;
      const site = await owner.newSite(shop);
      const [id] = await asked(site, count);
      // The first lesson loads what the engine needs, which is in this process here.
      const other = await owner.newSite(shop);
      const [first] = await asked(other, 500);
      const lesson = await owner.send('POST', `${other}/questions/${first}/answer`, {
        answer: 'No.',
      });
      await owner.send('DELETE', `${other}/profile/faqs/${lesson.json.faq.id}`);
      const scan = t.mock.method(server.assistant.store, 'scan');
      await total(other, 'new');
      assert.equal(scan.mock.callCount(), 0, 'few are counted at once');
      await total(site, 'new');
      assert.equal(scan.mock.callCount(), 1, 'many are counted in turns with other searches');
      scan.mock.restore();
      let entry = '';
      const teachMs = await longestOwnSlice(async () => {
        const given = { answer: 'Yes, we mend shoes.' };
        const { status, json } = await owner.send('POST', `${site}/questions/${id}/answer`, given);
        assert.equal(status, 200);
        entry = json.faq.id;
      });
      assert.deepEqual([await total(site, 'taught'), await total(site, 'new')], [count, 0]);
      const deleteMs = await longestOwnSlice(async () => {
        const { status } = await owner.send('DELETE', `${site}/profile/faqs/${entry}`);
        assert.equal(status, 200);
      });
      assert.deepEqual([await total(site, 'taught'), await total(site, 'new')], [0, count]);
      const dismissMs = await longestOwnSlice(async () => {
        await owner.send('POST', `${site}/questions/${id}/dismiss?group=true`);
      });
      assert.equal(await total(site, 'dismissed'), count);
      const all = [teachMs, deleteMs, dismissMs];
      assert.ok(
        all.every((ms) => ms < stepMs),
        all.map(Math.round).join(', '),
      );
    });
  });
