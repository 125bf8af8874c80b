/** Apart from the migrations: a start on data of this version loads none of them. */
import { readNumber } from '../rows.ts';
import { type Store, sql } from '../store.ts';

/** The data version that this program writes: the number of the last migration. */
export const dataVersion = 44;

/** The data versions before and after; 0 is an empty store. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
}

export async function versionOf(store: Pick<Store, 'engine' | 'get'>): Promise<number> {
  const table = await store.get<{ name: string }>(
    store.engine === 'sqlite'
      ? sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'baraza_version'`
      : sql`SELECT table_name AS name FROM information_schema.tables
            WHERE table_schema = current_schema() AND table_name = 'baraza_version'`,
  );
  if (table === undefined) return 0;
  return readNumber(store, sql`SELECT version FROM baraza_version`);
}
