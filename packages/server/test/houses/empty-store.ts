import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { openPostgres } from '../../src/store/postgres.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import { createDatabase } from '../postgres/server.ts';

/** A store without any table, for tests of upgrades; it ends with the test. */
export async function openEmptyStore(t: TestContext, engine: Engine): Promise<Store> {
  if (engine === 'postgres') {
    const store = openPostgres(await createDatabase());
    t.after(store.close);
    return store;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-upgrade-'));
  const store = openSqlite(path.join(folder, 'baraza.db'));
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
}
