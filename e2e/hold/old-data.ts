/** Creates a data folder of the previous schema version. */
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createOwner } from '../../packages/server/src/access/owners.ts';
import { silentLog } from '../../packages/server/src/kernel/log.ts';
import { assemble } from '../../packages/server/src/server/assemble.ts';
import { readConfig } from '../../packages/server/src/setup/config.ts';
import { migrate, migrations } from '../../packages/server/src/store/migrations/migrations.ts';
import { openSqlite } from '../../packages/server/src/store/sqlite/sqlite.ts';
import { sql } from '../../packages/server/src/store/store.ts';
import { withDatabase } from '../../packages/server/test/platform/accounts.ts';

/** Creates a folder that is one migration behind and has one owner. */
export async function makeOldData(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const current = path.join(folder, '..', 'current');
  const installation = await assemble(readConfig({ BARAZA_DATA: current }), silentLog, Date.now);
  await createOwner(installation.keyring, 'old owner');
  await installation.close();
  const row = withDatabase(current, (database) =>
    database.prepare<[], Row>("SELECT * FROM owners WHERE name = 'old owner'").get(),
  );
  cpSync(path.join(current, 'pepper'), path.join(folder, 'pepper'));
  const store = openSqlite(path.join(folder, 'baraza.db'));
  await migrate(store, undefined, migrations.slice(0, -1));
  const known = await store.all<{ name: string }>(
    sql`SELECT name FROM pragma_table_info('owners')`,
  );
  // Without columns that the last migration added.
  const kept = Object.entries(row ?? {}).filter(([name]) => known.some((one) => one.name === name));
  const names = kept.map(([name]) => name);
  const values = kept.map(([, value]) =>
    typeof value === 'number' ? String(value) : value === null ? 'NULL' : `'${value}'`,
  );
  await store.script([`INSERT INTO owners (${names.join()}) VALUES (${values.join()})`]);
  await store.close();
}

/** All tables and indexes, and the stored version. */
export function schemaOf(folder: string): string {
  return withDatabase(folder, (database) =>
    JSON.stringify([
      database.prepare('SELECT name, sql FROM sqlite_master ORDER BY name').all(),
      database.prepare('SELECT version FROM baraza_version').all(),
    ]),
  );
}

type Row = { readonly [column: string]: string | number | null };
