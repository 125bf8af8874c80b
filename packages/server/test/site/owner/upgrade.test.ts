import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownerReports } from '../../../src/store/migrations/0023-owner-reports.ts';
import { migrate, migrations } from '../../../src/store/migrations/migrations.ts';
import { usesCountedSince } from '../../../src/store/site/entry-uses.ts';
import { listOtherLanguage } from '../../../src/store/site/questions.ts';
import { sql } from '../../../src/store/store.ts';
import { openEmptyStore } from '../../fixtures/empty-store.ts';
import { engines } from '../../fixtures/house.ts';

const english = JSON.stringify([{ id: 'a', quote: 'say "language":"sw"', language: 'en' }]);

for (const engine of engines)
  test(`an upgrade finds questions answered in the other language, and none waits for a digest, on ${engine}`, async (t) => {
    const store = await openEmptyStore(t, engine);
    await migrate(store, async () => {}, migrations.slice(0, migrations.indexOf(ownerReports)));
    await store.write(async (tx) => {
      await tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('own_1', 'one', 0)`);
      await tx.run(sql`INSERT INTO sites (id, owner_id, status, plan, key, key_created_at,
          created_at, updated_at, version, gate, profile)
        VALUES ('duka', 'own_1', 'active', 'local', 'pk', 0, 0, 0, 1, '{}', '{}')`);
      for (const [id, language, answered] of [
        ['q_1', 'sw', 1],
        ['q_2', 'en', 1],
        ['q_3', 'sw', 0],
      ] as const)
        await tx.run(sql`INSERT INTO questions (site_id, id, asked_at, question, question_folded,
            language, mode, answered, answer, sources, status)
          VALUES ('duka', ${id}, 0, 'x', 'x', ${language}, 'text', ${answered}, '', ${english}, 'new')`);
    });
    const beganMs = Date.now();
    await migrate(store);
    const rows = await listOtherLanguage(store, 'duka', undefined, { before: undefined, limit: 9 });
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['q_1'],
    );
    assert.equal(await store.get(sql`SELECT 1 AS found FROM questions WHERE told = 0`), undefined);
    assert.ok(Math.abs((await usesCountedSince(store, 'duka')) - beganMs) < 60_000);
  });
