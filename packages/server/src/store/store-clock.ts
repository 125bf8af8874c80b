import { sql } from './store.ts';

/** The time of the database, so that processes agree whatever their own clocks say; SQLite has that of its process. */
export function storeNow(nowMs: number) {
  return {
    sqlite: sql`${nowMs}`,
    postgres: sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`,
  };
}
