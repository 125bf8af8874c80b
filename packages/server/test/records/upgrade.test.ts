import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importTables } from '../../src/store/migrations/0008-imports.ts';
import { upkeepTurns } from '../../src/store/migrations/0011-upkeep-turns.ts';
import { trustedFields } from '../../src/store/migrations/0038-trusted-fields.ts';
import { migrate, migrations } from '../../src/store/migrations/migrations.ts';
import { upkeepAfter, upkeepOwnerAfter } from '../../src/store/platform/record-upkeep.ts';
import { rowsOfPiece, wholePiece } from '../../src/store/platform/record-walk.ts';
import { findRecord } from '../../src/store/platform/records.ts';
import {
  findResource,
  trustingResources,
  trustsUnknown,
} from '../../src/store/platform/resources.ts';
import { sql } from '../../src/store/store.ts';
import { openEmptyStore } from '../fixtures/empty-store.ts';
import { engines } from '../fixtures/server.ts';

const ids = ['rec_00000000000000000000000001', 'rec_00000000000000000000000002'] as const;

for (const engine of engines)
  test(`records of an earlier version are there after the upgrade, each of version 1, on ${engine}`, async (t) => {
    const store = await openEmptyStore(t, engine);
    const before = migrations.slice(0, migrations.indexOf(importTables) + 1);
    await migrate(store, async () => {}, before);
    await store.write(async (tx) => {
      await tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('own_1', 'one', 0)`);
      await tx.run(sql`INSERT INTO resources
        (id, owner_id, service, kind, name, name_folded, config, state, version, created_at, updated_at)
        VALUES ('res_1', 'own_1', 'data', 'K', 'n', 'n', '{"indexes":"mine"}', 'active', 1, 0, 0)`);
      for (const id of ids)
        await tx.run(sql`INSERT INTO records (resource_id, id, record, bytes, created_at)
          VALUES ('res_1', ${id}, '{"n":1}', 7, 0)`);
    });
    await migrate(store);
    const piece = wholePiece({ resourceId: 'res_1', isDown: false }, undefined);
    const rows = await rowsOfPiece(store, piece, 100, undefined);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ids,
    );
    assert.equal((await findRecord(store, 'res_1', ids[1]))?.version, 1);
    assert.equal((await findResource(store, 'own_1', 'res_1'))?.indexes, null);
  });

for (const engine of engines)
  test(`work on records that an earlier version left has a turn after the upgrade, on ${engine}`, async (t) => {
    const store = await openEmptyStore(t, engine);
    await migrate(store, async () => {}, migrations.slice(0, migrations.indexOf(upkeepTurns)));
    await store.write(async (tx) => {
      await tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('own_1', 'one', 0)`);
      await tx.run(sql`INSERT INTO resources
        (id, owner_id, service, kind, name, name_folded, config, state, version, created_at, updated_at)
        VALUES ('res_1', 'own_1', 'data', 'K', 'n', 'n', '{}', 'active', 1, 0, 0)`);
      await tx.run(sql`INSERT INTO record_upkeep (resource_id) VALUES ('res_1')`);
    });
    await migrate(store);
    assert.equal(await upkeepOwnerAfter(store, 'rows', ''), 'own_1');
    assert.equal(await upkeepAfter(store, 'rows', 'own_1', ''), 'res_1');
  });

for (const engine of engines)
  test(`rules that an earlier version stored may trust fields after the upgrade, on ${engine}`, async (t) => {
    const store = await openEmptyStore(t, engine);
    await migrate(store, async () => {}, migrations.slice(0, migrations.indexOf(trustedFields)));
    await store.write(async (tx) => {
      await tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('own_1', 'one', 0)`);
      for (const [id, config] of [
        ['res_1', '{"rules":{"list":"user.role = 1"}}'],
        ['res_2', '{"rules":{"list":""}}'],
      ] as const)
        await tx.run(sql`INSERT INTO resources
          (id, owner_id, service, kind, name, name_folded, config, state, version, created_at,
            updated_at)
          VALUES (${id}, 'own_1', 'data', 'K', 'n', 'n', ${config}, 'active', 1, 0, 0)`);
    });
    await migrate(store);
    assert.deepEqual(
      (await trustingResources(store, 'own_1')).map(({ trusts, config }) => [trusts, config]),
      [[trustsUnknown, '{"rules":{"list":"user.role = 1"}}']],
    );
  });
