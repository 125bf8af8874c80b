import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { giveBackQuestion, reserveQuestion } from '../../src/limits/allowance.ts';
import { countSeconds } from '../../src/site/live/seconds.ts';
import { takeVoice } from '../../src/site/voice/allowance.ts';
import { findSite, type SiteRow } from '../../src/store/site/sites.ts';
import { sql } from '../../src/store/store.ts';
import { createManualTime } from '../fixtures/manual-time.ts';
import { siteServerOfSuite } from '../fixtures/visit-server.ts';

describe('units taken before the end of a month and returned after it', () => {
  const time = createManualTime();
  const { server } = siteServerOfSuite('sqlite', { time });
  let site: SiteRow;

  const now = () => new Date(server.assistant.clock());
  const startOfNext = () => Date.UTC(now().getUTCFullYear(), now().getUTCMonth() + 1, 1);
  const month = () => now().toISOString().slice(0, 7);
  const pass = (ms: number) => server.clock.advance(ms);
  /** Used by month, and counted by day. */
  const used = async (column: 'questions' | 'voice' | 'live_seconds') => {
    const { store } = server.assistant;
    const months = await store.all<{ period: string; questions: number }>(
      sql`SELECT * FROM site_usage WHERE site_id = ${site.id} ORDER BY period`,
    );
    const days = await store.all(
      sql`SELECT * FROM site_days WHERE site_id = ${site.id} ORDER BY date`,
    );
    const numbers = (rows: readonly unknown[]) =>
      rows.map((row) => (row as { [name: string]: number })[column]);
    return { months: numbers(months), days: numbers(days) };
  };

  beforeEach(async () => {
    const owner = await server.newOwner();
    const found = await findSite(server.assistant.store, await owner.newSite({}, 'free'));
    assert.ok(found);
    site = found;
    pass(startOfNext() - server.assistant.clock() - 3_600_000);
  });

  test('a question is returned to its own month, and the new month keeps its count', async () => {
    const { store, clock } = server.assistant;
    const take = (id: string) =>
      store.write((tx) => reserveQuestion(tx, { id, siteId: site.id, max: 10 }, clock()));
    const before = month();
    await take('late');
    pass(7_200_000);
    assert.notEqual(month(), before);
    await take('early');
    await store.write((tx) => giveBackQuestion(tx, { id: 'late', siteId: site.id }));
    assert.deepEqual((await used('questions')).months, [0, 1]);
  });

  test('a spoken text is returned to its month and its day', async () => {
    const giveBack = await takeVoice(server.assistant, site);
    assert.ok(giveBack);
    pass(7_200_000);
    await takeVoice(server.assistant, site);
    await giveBack();
    assert.deepEqual(await used('voice'), { months: [0, 1], days: [0, 1] });
  });

  test('live seconds are returned to the month that they were taken from', async () => {
    const seconds = await countSeconds(server.assistant, site);
    pass(7_200_000);
    // Renewed once after eight of ten seconds.
    await time.pass(8_250);
    await seconds.settle();
    assert.deepEqual(await used('live_seconds'), { months: [9, 0], days: [9, 0] });
  });
});
