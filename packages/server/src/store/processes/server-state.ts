/** Clock and connection limits of a PostgreSQL server. */
import { type Reader, sql } from '../store.ts';

export interface ServerState {
  readonly nowMs: number;
  readonly connectionsMax: number;
  /** The connections that are reserved for superusers. */
  readonly reserved: number;
}

export async function readServerState(reader: Pick<Reader, 'get'>): Promise<ServerState> {
  const row = await reader.get<{
    now: number;
    most: string;
    reserved: string;
  }>(sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
      current_setting('max_connections') AS most,
      current_setting('superuser_reserved_connections') AS reserved`);
  return {
    nowMs: Number(row?.now),
    connectionsMax: Number(row?.most),
    reserved: Number(row?.reserved),
  };
}
