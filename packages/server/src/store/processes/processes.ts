/** The processes on one database. Each sends heartbeats; one that sends none for a while counts as dead. */
import { storeNow } from '../rows.ts';
import { type Reader, type Store, sql, type Writer } from '../store.ts';

export interface ProcessRow {
  readonly id: string;
  /** Names the data folder, wherever it is mounted. */
  readonly folder: string;
  /** Where it can be reached; for people who read a refusal. */
  readonly address: string;
}

/** Between two heartbeats of a process. */
export const processBeatMs = 4_000;
/** How long a process without a heartbeat counts as alive. */
const processAliveMs = 15_000;

/**
 * Adds a process and returns the others that are alive. A process waits here until the transaction of another start
 * has ended, so of two that start together one always sees the other. A caller that refuses to run with others throws.
 */
export async function joinProcesses(tx: Writer, process: ProcessRow, nowMs: number) {
  await tx.all(sql`SELECT ${startLock} AS locked`);
  await tx.run(sql`DELETE FROM processes
    WHERE seen_at < ${storeNow(nowMs)} - ${processAliveMs} OR id = ${process.id}`);
  const others = await runningProcesses(tx, nowMs);
  await tx.run(sql`INSERT INTO processes (id, folder, address, started_at, seen_at)
    VALUES (${process.id}, ${process.folder}, ${process.address}, ${storeNow(nowMs)},
      ${storeNow(nowMs)})`);
  return others;
}

/** Heartbeat. 0 rows when the process was removed as dead meanwhile: it has to join again. */
export function renewProcess(
  tx: Writer,
  { id, address }: Pick<ProcessRow, 'id' | 'address'>,
  nowMs: number,
): Promise<number> {
  return tx.run(sql`UPDATE processes SET seen_at = ${storeNow(nowMs)}, address = ${address}
    WHERE id = ${id}`);
}

export function leaveProcesses(tx: Writer, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM processes WHERE id = ${id}`);
}

/** Oldest first. */
export function runningProcesses(reader: Reader, nowMs: number): Promise<ProcessRow[]> {
  return reader.all(sql`SELECT id, folder, address FROM processes
    WHERE seen_at >= ${storeNow(nowMs)} - ${processAliveMs} ORDER BY started_at, id`);
}

/** Whether processes with another data folder are alive; SQLite has one process. */
export async function areOthersAlive(store: Store, folder: () => string, nowMs: number) {
  if (store.engine === 'sqlite') return false;
  const here = folder();
  return (await runningProcesses(store, nowMs)).some((process) => process.folder !== here);
}

const startLock = { sqlite: sql`1`, postgres: sql`pg_advisory_xact_lock(7155111)` };
