import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { copyInstallation } from '../../src/backup/copy.ts';
import { openFileBlobs } from '../../src/blobs/files.ts';
import { versionOf } from '../../src/store/migrations/data-version.ts';
import { migrate } from '../../src/store/migrations/migrations.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { assertWhole } from '../../src/store/processes/installation.ts';
import type { Store } from '../../src/store/store.ts';
import { openEmptyStore } from '../fixtures/empty-store.ts';
import { engines } from '../fixtures/server.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { namesOf } from '../objects/object-files.ts';
import { createDatabase } from '../postgres/server.ts';

for (const engine of engines)
  test(`a copy into ${engine} that dies after any of its writes leaves no store that starts`, async (t) => {
    const source = await openSide(t, await openEmptyStore(t, 'sqlite'));
    await migrate(source.store);
    let survived = 0;
    for (let lives = 0; ; lives += 1) {
      const store = await openEmptyStore(t, engine);
      const target = await openSide(t, store);
      const died = await copy(source, { ...target, store: dyingAfter(store, lives) }).then(
        () => false,
        (error: Error) => /killed/.test(error.message) || assert.fail(error),
      );
      if (!died) break;
      survived = lives;
      if ((await versionOf(store)) > 0)
        await assert.rejects(assertWhole(store), /A copy into this store has not ended/);
      await copy(source, target);
      await assertWhole(store);
    }
    assert.ok(survived >= 2);
  });

test('an interrupted copy does not continue into the blobs of another store', async (t) => {
  const source = await openSide(t, await openEmptyStore(t, 'sqlite'));
  await migrate(source.store);
  const used = await openSide(t, await openEmptyStore(t, 'sqlite'));
  await copy(source, used);
  const name = `blob_${'0'.repeat(26)}`;
  const writer = await used.blobs.create(name);
  await writer.commit();
  const store = await openEmptyStore(t, 'sqlite');
  const target = await openSide(t, store);
  await assert.rejects(copy(source, { ...target, store: dyingAfter(store, 2) }), /killed/);
  await assert.rejects(copy(source, { ...target, blobs: used.blobs }), /has objects already/);
  assert.deepEqual(await namesOf(used.blobs), [name]);
});

test('a large copy into PostgreSQL that was interrupted is not cut off when it starts over', async (t) => {
  const source = await openSide(t, await openEmptyStore(t, 'sqlite'));
  await migrate(source.store);
  await source.store.script([`INSERT INTO owners (id, name, created_at) VALUES ('o', 'o', 0)`]);
  const store = openPostgres(await createDatabase(), { answerMs: 1_000 });
  t.after(store.close);
  const target = await openSide(t, store);
  await copy(source, target);
  // Deleting rows takes longer than a statement may, as with millions of rows.
  await store.script([
    `INSERT INTO installation (name, value) VALUES ('copying', 'since yesterday')`,
    `CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_sleep(1.5); RETURN OLD; END $$`,
    `CREATE TRIGGER lingering BEFORE DELETE ON owners FOR EACH ROW EXECUTE FUNCTION linger()`,
  ]);
  await copy(source, target);
  await assertWhole(store);
});

type Side = Parameters<typeof copyInstallation>[0]['target'];

function copy(source: Side, target: Side) {
  return copyInstallation({
    source,
    target,
    clock: () => 0,
    fingerprint: 'of the pepper',
    savePepper: () => {},
    print: () => {},
  });
}

async function openSide(t: TestContext, store: Store): Promise<Side> {
  return {
    store,
    blobs: openFileBlobs(temporaryFolder(t)),
    name: 'here',
    explained: (error) => error,
  };
}

/** A store whose process is killed after so many writes. */
function dyingAfter(store: Store, lives: number): Store {
  let left = lives;
  const live = <Result>(write: () => Promise<Result>): Promise<Result> => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('killed')) : write();
  };
  return {
    ...store,
    write: (job) => live(() => store.write(job)),
    script: (statements) => live(() => store.script(statements)),
  };
}
