import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Blobs } from '../../src/blobs/blobs.ts';
import { settleBlobLocation } from '../../src/setup/blob-location.ts';
import { migrate } from '../../src/store/migrations/migrations.ts';
import type { Store } from '../../src/store/store.ts';
import { openEmptyStore } from '../fixtures/empty-store.ts';

const alone = async () => false;

test('of two that start together on a new place neither takes it for that of another database', async (t) => {
  for (const call of [1, 2])
    for (const moment of ['before', 'after'])
      for (const addObjects of [async () => {}, addObject]) {
        const store = await openStore(t);
        const blobs = openPlace();
        let calls = 0;
        const other = async () => {
          await settleBlobLocation(store, blobs, alone);
          await addObjects(store);
        };
        const owner = async () => {
          calls += 1;
          const isNow = calls === call;
          if (isNow && moment === 'before') await other();
          const found = await blobs.owner();
          if (isNow && moment === 'after') await other();
          return found;
        };
        await settleBlobLocation(store, { ...blobs, owner }, alone);
        assert.ok(calls >= call);
        await settleBlobLocation(store, blobs, alone);
      }
});

test('a place of another database is refused, and so is another place once there are objects', async (t) => {
  const store = await openStore(t);
  const place = openPlace();
  await settleBlobLocation(store, place, alone);
  const foreign = settleBlobLocation(await openStore(t), place, alone);
  await assert.rejects(foreign, /belong to another database/);
  await addObject(store);
  const elsewhere = settleBlobLocation(store, openPlace('s3://bucket/other'), alone);
  await assert.rejects(elsewhere, /are in s3:\/\/bucket\/objects, not in s3:\/\/bucket\/other/);
  await settleBlobLocation(store, place, alone);
  // The same name on another server, or without its mark.
  const unmarked = openPlace();
  let logged = '';
  await assert.rejects(settleBlobLocation(store, unmarked, alone), ({ message }: Error) => {
    logged = message;
    return /has no object baraza-owner, .*; correct the endpoint in BLOB_URL, or/.test(message);
  });
  const id = / with the text (\S+)\.$/.exec(logged)?.[1] ?? '';
  await unmarked.claim(id);
  await settleBlobLocation(store, unmarked, alone);
});

async function openStore(t: TestContext): Promise<Store> {
  const store = await openEmptyStore(t, 'sqlite');
  await migrate(store);
  return store;
}

function addObject(store: Store): Promise<void> {
  return store.script([
    `INSERT INTO owners (id, name, created_at) VALUES ('o', 'o', 0)`,
    `INSERT INTO resources (id, owner_id, service, kind, name, name_folded, config, state, version, created_at,
       updated_at) VALUES ('r', 'o', 'storage', 'bucket', 'r', 'r', '{}', 'draft', 1, 0, 0)`,
    `INSERT INTO objects (resource_id, key, blob, size, content_type, inline, sha256, created_at, updated_at)
       VALUES ('r', 'k', 'b', 0, '', 0, '', 0, 0)`,
  ]);
}

/** A shared location with only the mark of its owner. */
function openPlace(place = 's3://bucket/objects'): Blobs {
  let owner: string | undefined;
  return {
    place,
    isPrivate: false,
    owner: async () => owner,
    claim: async (id: string) => {
      owner = id;
    },
  } as unknown as Blobs;
}
