import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { conflict } from '../../src/kernel/problem.ts';
import { versionOf } from '../../src/store/migrations/data-version.ts';
import { migrate } from '../../src/store/migrations/migrations.ts';
import { contains, joinQueries, type Store, sql } from '../../src/store/store.ts';

/** Contract suite of the store port; each engine's test file calls it with a way to open an empty store. */
export function storeContract(name: string, open: () => Promise<Store>): void {
  describe(`the store on ${name}`, () => {
    let store: Store;
    before(async () => {
      store = await open();
      await store.script([
        'CREATE TABLE notes (id TEXT PRIMARY KEY, body TEXT NOT NULL, size BIGINT NOT NULL)',
        'CREATE TABLE counters (id TEXT PRIMARY KEY, n BIGINT NOT NULL)',
      ]);
    });
    after(() => store.close());

    const add = (id: string, body = 'x', size = 1) =>
      store.write((tx) => tx.run(sql`INSERT INTO notes VALUES (${id}, ${body}, ${size})`));

    test('any text is read back as it was written', async () => {
      const texts = ['', "it's", 'ß—\u{1f980}', '\u2028\u2029', '{"a":[1,2]}', '%_\\', '\u0001'];
      for (const [index, text] of texts.entries()) {
        await add(`text ${index}`, text, 2 ** 52 + index);
        const row = await store.get(
          sql`SELECT body, size FROM notes WHERE id = ${`text ${index}`}`,
        );
        assert.deepEqual({ ...(row as object) }, { body: text, size: 2 ** 52 + index });
      }
    });

    test('a missing row is undefined, and no rows are an empty list', async () => {
      assert.equal(
        await store.get(sql`SELECT 1 AS n FROM notes WHERE id = ${'nowhere'}`),
        undefined,
      );
      assert.deepEqual(await store.all(sql`SELECT 1 AS n FROM notes WHERE id = ${'nowhere'}`), []);
    });

    test('run returns the number of changed rows', async () => {
      await add('counted 1');
      await add('counted 2');
      const update = (prefix: string) =>
        store.write((tx) => tx.run(sql`UPDATE notes SET size = 5 WHERE id LIKE ${`${prefix}%`}`));
      assert.equal(await update('counted'), 2);
      assert.equal(await update('absent'), 0);
    });

    test('a write that fails in a group fails alone', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) =>
          store.write(async (tx) => {
            await tx.run(sql`INSERT INTO notes VALUES (${`group ${index}`}, 'x', 1)`);
            if (index % 5 === 0) throw conflict(`not ${index}`);
            return index;
          }),
        ),
      );
      const failed = outcomes.filter(({ status }) => status === 'rejected');
      assert.equal(failed.length, 10);
      const rows = await store.all<{ id: string }>(sql`SELECT id FROM notes
        WHERE id LIKE 'group %'`);
      assert.equal(rows.length, 40);
      assert.ok(rows.every(({ id }) => Number(id.slice(6)) % 5 !== 0));
    });

    test('a failing statement rolls back its own write and no other', async () => {
      await add('taken');
      const outcomes = await Promise.allSettled([
        add('before the clash'),
        store.write(async (tx) => {
          await tx.run(sql`INSERT INTO notes VALUES ('with the clash', 'x', 1)`);
          await tx.run(sql`INSERT INTO notes VALUES ('taken', 'x', 1)`);
        }),
        add('after the clash'),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      const rows = await store.all<{ id: string }>(sql`SELECT id FROM notes
        WHERE id LIKE '%the clash' ORDER BY id`);
      assert.deepEqual(
        rows.map(({ id }) => id),
        ['after the clash', 'before the clash'],
      );
    });

    test('afterCommit calls back once after the commit, and never after a rollback', async () => {
      const called: string[] = [];
      const seen: Promise<unknown>[] = [];
      const job = (id: string, fails: boolean) =>
        store.write(async (tx) => {
          await tx.run(sql`INSERT INTO notes VALUES (${id}, 'x', 1)`);
          tx.afterCommit(() => {
            called.push(id);
            seen.push(store.get(sql`SELECT id FROM notes WHERE id = ${id}`));
          });
          if (fails) throw new Error('not this one');
        });
      await Promise.allSettled([job('called 1', false), job('not', true), job('called 2', false)]);
      assert.deepEqual(called.toSorted(), ['called 1', 'called 2']);
      assert.ok((await Promise.all(seen)).every((row) => row !== undefined));
    });

    test('readers never see what is not committed', async () => {
      let seen: unknown;
      await store.write(async (tx) => {
        await tx.run(sql`INSERT INTO notes VALUES ('hidden', 'x', 1)`);
        seen = await store.get(sql`SELECT id FROM notes WHERE id = 'hidden'`);
      });
      assert.equal(seen, undefined);
      assert.notEqual(await store.get(sql`SELECT id FROM notes WHERE id = 'hidden'`), undefined);
    });

    test('a limit in one statement holds under 300 writers at once', async () => {
      await store.write((tx) => tx.run(sql`INSERT INTO counters VALUES ('limited', 90)`));
      const taken = await Promise.all(
        Array.from({ length: 300 }, () =>
          store.write((tx) =>
            tx.run(sql`UPDATE counters SET n = n + 1 WHERE id = 'limited' AND n < 100`),
          ),
        ),
      );
      assert.equal(taken.filter((changed) => changed === 1).length, 10);
      const row = await store.get<{ n: number }>(sql`SELECT n FROM counters WHERE id = 'limited'`);
      assert.equal(row?.n, 100);
    });

    test('a snapshot does not see later writes', async () => {
      await add('moment 1');
      await store.snapshot('test', async (view) => {
        const count = () =>
          view.get<{ n: number }>(sql`SELECT count(*) AS n FROM notes WHERE id LIKE 'moment %'`);
        assert.equal((await count())?.n, 1);
        await add('moment 2');
        assert.equal((await count())?.n, 1);
      });
    });

    test('each gives every row once, in batches, and may be stopped early', async () => {
      await store.write(async (tx) => {
        for (let index = 0; index < 500; index += 1)
          await tx.run(
            sql`INSERT INTO notes VALUES (${`many ${String(index).padStart(3, '0')}`}, 'x', 1)`,
          );
      });
      const query = sql`SELECT id FROM notes WHERE id LIKE 'many %' ORDER BY id`;
      const ids: string[] = [];
      let batches = 0;
      await store.snapshot('test', async (view) => {
        for await (const batch of view.each<{ id: string }>(query)) {
          batches += 1;
          ids.push(...batch.map(({ id }) => id));
        }
      });
      assert.equal(new Set(ids).size, 500);
      assert.ok(batches > 1);
      await store.snapshot('test', async (view) => {
        for await (const batch of view.each(query)) if (batch.length > 0) break;
      });
      // A connection whose iteration was abandoned is reusable.
      assert.equal((await store.snapshot('test', (view) => view.all(query))).length, 500);
    });

    test('a scan sees what is committed, finds text as it is, and passes on errors', async () => {
      await add('scan 100%_\\!');
      await add('scan 100 percent');
      const scan = store.scan('one owner');
      const found = (text: string) =>
        scan.all<{ id: string }>(sql`SELECT id FROM notes WHERE ${contains(sql`id`, text)}`);
      assert.deepEqual(await found('100%_\\!'), [{ id: 'scan 100%_\\!' }]);
      assert.equal((await found('scan 100')).length, 2);
      assert.equal(
        (await scan.get(sql`SELECT id FROM notes WHERE id = 'scan x'`)) ?? 'none',
        'none',
      );
      await assert.rejects(scan.all(sql`SELECT nothing FROM nowhere`));
      const many = Array.from({ length: 30 }, (_, at) =>
        store.scan(`owner ${at % 5}`).all(sql`SELECT count(*) AS n FROM notes`),
      );
      assert.equal((await Promise.all(many)).length, 30);
    });

    test('conditions can be composed, and values stay values', async () => {
      await add("o'hara; DROP TABLE notes", 'x', 7);
      const conditions = [sql`size = ${7}`, sql`id = ${"o'hara; DROP TABLE notes"}`];
      const rows = await store.all(sql`SELECT id FROM notes
        WHERE ${joinQueries(conditions, ' AND ')}`);
      assert.equal(rows.length, 1);
    });

    test('more snapshots than connections wait for each other and all are served', async () => {
      const counts = await Promise.all(
        Array.from({ length: 150 }, () =>
          store.snapshot('test', (view) =>
            view.get<{ n: number }>(sql`SELECT count(*) AS n FROM counters`),
          ),
        ),
      );
      assert.ok(counts.every((row) => row?.n === 1));
    });
  });

  describe(`migrations on ${name}`, () => {
    test('an empty store becomes one of this version, and a second time changes nothing', async () => {
      const store = await open();
      try {
        assert.equal(await versionOf(store), 0);
        await migrate(store);
        const version = await versionOf(store);
        assert.ok(version >= 1);
        await migrate(store, () => assert.fail('nothing is to be upgraded'));
        assert.equal(await versionOf(store), version);
      } finally {
        await store.close();
      }
    });

    test('a store of a newer version is refused and left as it is', async () => {
      const store = await open();
      try {
        await migrate(store);
        await store.script(['UPDATE baraza_version SET version = 999']);
        await assert.rejects(migrate(store), /version 999, newer than this program/);
        assert.equal(await versionOf(store), 999);
      } finally {
        await store.close();
      }
    });
  });
}
