import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Problem } from '../../../src/kernel/problem.ts';
import { forgetOldVisits } from '../../../src/site/sites/retention.ts';
import { type Store, sql } from '../../../src/store/store.ts';
import { ask, engines } from '../../fixtures/server.ts';
import { asOwner, openSiteServer, shop } from '../../fixtures/visit-server.ts';

const questionCount = 1_500;

for (const engine of engines)
  describe(`deleting a site with many questions, on ${engine}`, () => {
    /** A server with a hook before each write. */
    const open = async () => {
      let beforeWrite = async () => {};
      const server = await openSiteServer(engine, {
        store: (store: Store) => ({
          ...store,
          write: async (job) => {
            await beforeWrite();
            return store.write(job);
          },
        }),
      });
      const owner = await server.newOwner();
      const site = await owner.newSite(shop);
      const numbers = sql`WITH RECURSIVE numbers (n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${questionCount})`;
      await server.installation.store.write((tx) =>
        tx.run(sql`${numbers} INSERT INTO questions
          (site_id, id, asked_at, question, question_folded, language, mode, answered, answer,
            sources, status)
          SELECT ${site}, 'q' || n, n, 'x', 'x', 'en', 'text', 1, 'x', '[]', 'new' FROM numbers`),
      );
      const left = async () => {
        const row = await server.installation.store.get<{ n: number }>(
          sql`SELECT count(*) AS n FROM questions WHERE site_id = ${site}`,
        );
        return Number(row?.n);
      };
      const seen = async () => {
        const list = await asOwner(server, owner, 'GET', '');
        const details = await asOwner(server, owner, 'GET', site);
        const config = await ask(server, 'GET', `/v1/sites/${site}/config`);
        return [list.json.sites.length, details.status, config.status];
      };
      return {
        server,
        left,
        seen,
        create: () =>
          ask(server, 'POST', '/v1/admin/sites', { key: owner.key, body: { id: site } }),
        remove: () => asOwner(server, owner, 'DELETE', site),
        onWrite: (then: () => Promise<void>) => {
          beforeWrite = then;
        },
      };
    };

    test('it is gone for every reader at once, and its rows are deleted in steps', async (t) => {
      const { server, left, seen, create, remove, onWrite } = await open();
      t.after(server.close);
      const steps: unknown[] = [];
      onWrite(async () => {
        steps.push([await left(), ...(await seen())]);
      });
      const removed = await remove();
      onWrite(async () => {});
      assert.equal(removed.status, 200, removed.text);
      const [first, second, third] = steps;
      assert.deepEqual(first, [questionCount, 1, 200, 200]);
      assert.deepEqual(second, [questionCount, 0, 404, 404]);
      assert.deepEqual(third, [questionCount - 1_000, 0, 404, 404]);
      assert.equal(await left(), 0);
      assert.equal((await remove()).status, 404);
      assert.equal((await create()).status, 201, 'its name is free again');
    });

    test('another process finishes a deletion that was interrupted', async (t) => {
      const { server, left, seen, create, remove, onWrite } = await open();
      t.after(server.close);
      let writes = 0;
      onWrite(async () => {
        writes += 1;
        if (writes === 2) throw new Problem('busy', 'The process was killed here.');
      });
      assert.equal((await remove()).status, 503);
      assert.deepEqual(await seen(), [0, 404, 404]);
      assert.equal(await left(), questionCount);
      assert.equal((await create()).status, 409);
      await forgetOldVisits(server.assistant);
      assert.equal(await left(), 0);
      assert.equal((await create()).status, 201);
    });
  });
