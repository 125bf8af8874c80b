/**
 * On PostgreSQL the tables that grow with time are partitioned by month: a month past every retention is dropped
 * instead of deleting its rows. A partition's name says its range: `questions_2027_01` is a month,
 * `questions_before_2027_01` is all before it, and `questions_default` takes what no other does.
 */
import { dayMs } from '@baraza/contract';
import { codeOf } from '../kernel/fault.ts';
import { idFloor } from '../kernel/id.ts';
import { readNumber } from './rows.ts';
import { type Engine, type Reader, type Store, sql, sqlText } from './store.ts';

type PartedTable = keyof typeof tables;

/** How a time becomes a bound of the partition key; what is kept of a partition, and what ends with it. */
const tables = {
  questions: {
    bound: (ms: number) => `'${idFloor('question', ms)}'`,
    // An imported row may have any id, and a site may have been deleted since.
    keptCondition: (sinceMs: number) =>
      `asked_at >= ${sinceMs} AND EXISTS (SELECT 1 FROM sites WHERE sites.id = site_id)`,
    onDrop: (name: string) => [
      `UPDATE owners SET kept_bytes = kept_bytes - gone.bytes FROM
        (SELECT sites.owner_id, sum(imported_bytes)::bigint AS bytes FROM ${name} JOIN sites ON sites.id = site_id
          WHERE imported_bytes > 0 GROUP BY sites.owner_id) AS gone
        WHERE owners.id = gone.owner_id`,
    ],
  },
  activity: {
    bound: (ms: number) => String(ms),
    // The partition key is the time of the entry, so that no entry of an old month has to be kept.
    keptCondition: () => 'false',
    onDrop: () => [],
  },
  deliveries: {
    bound: (ms: number) => `'${idFloor('event', ms)}'`,
  },
} as const;

const monthsAhead = 2;
// More rows than this stay where they are: their move would take a long time.
const movedMax = 10_000;

/** Makes the partitions of this month and the next ones. Nothing depends on it: the default takes all else. */
export async function addPartitions(store: Store, nowMs: number): Promise<void> {
  if (store.engine !== 'postgres') return;
  for (const table of Object.keys(tables) as PartedTable[]) {
    const { found } = await partitionsOf(store, table);
    for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
      const [from, to] = [monthStart(nowMs, ahead), monthStart(nowMs, ahead + 1)];
      if (found.some((one) => one.fromMs < to && one.toMs > from)) continue;
      await addMonth(store, table, from, to);
    }
  }
}

async function addMonth(store: Store, table: PartedTable, fromMs: number, toMs: number) {
  const { bound } = tables[table];
  const name = `${table}_${monthName(fromMs)}`;
  const key = table === 'activity' ? 'at' : 'id';
  const within = `${key} >= ${bound(fromMs)} AND ${key} < ${bound(toMs)}`;
  if ((await countSome(store, `${table}_default`, within)) > movedMax) return;
  await tryShortly(store, [
    // Writers of the default wait from here on, so that none of its rows is missed.
    `LOCK TABLE ${table}_default IN ACCESS EXCLUSIVE MODE`,
    `CREATE TABLE ${name} (LIKE ${table}_default INCLUDING ALL)`,
    `WITH moved AS (DELETE FROM ${table}_default WHERE ${within} RETURNING *) INSERT INTO ${name} SELECT * FROM moved`,
    `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${bound(fromMs)}) TO (${bound(toMs)})`,
  ]);
}

/**
 * To be called first in a snapshot that reads all tables: a month that is detached before it is read would be missing
 * in it.
 */
export async function lockPartitions(view: Reader, engine: Engine): Promise<void> {
  if (engine === 'postgres')
    await view.all(sql`LOCK TABLE questions, deliveries, activity IN ACCESS SHARE MODE`);
}

interface Retention {
  /** Nothing older is kept. */
  readonly keptSinceMs: () => number;
  /** Called when no row can be added to a partition any more, and before any is lost. */
  readonly refresh?: () => Promise<void>;
}

/**
 * Drops the partitions whose rows are all older. Rows that are kept nevertheless, such as imported ones with old ids,
 * go to the default partition in the transaction that detaches their partition, so that no reader misses them.
 */
export async function dropPartitions(
  store: Store,
  table: 'questions' | 'activity',
  { keptSinceMs, refresh }: Retention,
): Promise<void> {
  if (store.engine !== 'postgres') return;
  // An id is a little older than the time of its row.
  const endMs = keptSinceMs() - dayMs;
  const { found, detached } = await partitionsOf(store, table);
  for (const { name, toMs } of found) {
    if (toMs > endMs) continue;
    const kept = tables[table].keptCondition(keptSinceMs());
    // Readers wait while rows move, so there must be few; a month with more of them stays.
    if ((await countSome(store, name, kept)) > movedMax) continue;
    const taken = [detach(table, name), dropReferences(name), move(table, name, kept)];
    if (await tryShortly(store, taken)) detached.push(name);
  }
  if (detached.length > 0) await refresh?.();
  // Includes months that a killed process had detached.
  for (const name of detached) {
    const sinceMs = keptSinceMs();
    await store.script([
      // The retention period of a site may just have become longer.
      move(table, name, tables[table].keptCondition(sinceMs)),
      ...tables[table].onDrop(name),
      `DROP TABLE ${name}`,
    ]);
  }
}

/** Old deliveries are few, since only the last of a webhook are kept: their months are merged into the default. */
export async function mergeDeliveries(store: Store, nowMs: number): Promise<void> {
  if (store.engine !== 'postgres') return;
  const { found } = await partitionsOf(store, 'deliveries');
  for (const { name, toMs } of found) {
    if (toMs > monthStart(nowMs, -1)) continue;
    if ((await countSome(store, name, 'true')) > movedMax) continue;
    await tryShortly(store, [
      detach('deliveries', name),
      move('deliveries', name, 'true'),
      `DROP TABLE ${name}`,
    ]);
  }
}

/** Counts no further than needed. */
function countSome(store: Store, name: string, condition: string): Promise<number> {
  const some = `SELECT 1 FROM ${name} WHERE ${condition} LIMIT ${movedMax + 1}`;
  return readNumber(store, sqlText(`SELECT count(*) FROM (${some}) AS found`));
}

// Locked by others, a deadlock, or already done by another process.
const passing = new Set(['55P03', '40P01', '42P07', '42P01']);

/** Others queue behind a change of a table, so it waits only briefly; the rest is done in the next hour. */
async function tryShortly(store: Store, statements: readonly string[]): Promise<boolean> {
  try {
    await store.script(['SET LOCAL lock_timeout = 2000', ...statements]);
    return true;
  } catch (error) {
    if (passing.has(codeOf(error))) return false;
    throw error;
  }
}

function detach(table: PartedTable, name: string): string {
  return `ALTER TABLE ${table} DETACH PARTITION ${name}`;
}

// Dropping a table that has foreign keys would lock the tables that they refer to.
function dropReferences(name: string): string {
  return `DO $$ DECLARE reference text; BEGIN
    FOR reference IN SELECT conname FROM pg_constraint WHERE conrelid = '${name}'::regclass AND contype = 'f' LOOP
      EXECUTE format('ALTER TABLE ${name} DROP CONSTRAINT %I', reference);
    END LOOP;
  END $$`;
}

// By name: a partition may have its columns in another order.
function move(table: PartedTable, name: string, condition: string): string {
  return `DO $$ BEGIN
    EXECUTE (SELECT format('WITH moved AS (DELETE FROM ${name} WHERE ${condition} RETURNING %1$s)
        INSERT INTO ${table} (%1$s) SELECT %1$s FROM moved', string_agg(quote_ident(attname), ', '))
      FROM pg_attribute WHERE attrelid = '${name}'::regclass AND attnum > 0 AND NOT attisdropped);
  END $$`;
}

interface Partition {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

async function partitionsOf(store: Store, table: PartedTable) {
  const rows = await store.all<{ name: string; attached: number }>(sql`SELECT relname AS name,
      CASE WHEN relispartition THEN 1 ELSE 0 END AS attached FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
      AND starts_with(relname, ${`${table}_`})`);
  const found: Partition[] = [];
  const detached: string[] = [];
  for (const { name, attached } of rows) {
    const [, before, year, month] = /_(before_)?(\d{4})_(\d\d)$/.exec(name) ?? [];
    if (name !== `${table}_${before ?? ''}${year}_${month}`) continue;
    const startMs = Date.UTC(Number(year), Number(month) - 1);
    const range =
      before === undefined
        ? { fromMs: startMs, toMs: monthStart(startMs, 1) }
        : { fromMs: Number.NEGATIVE_INFINITY, toMs: startMs };
    if (attached === 1) found.push({ name, ...range });
    else detached.push(name);
  }
  return { found, detached };
}

function monthStart(atMs: number, ahead: number): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead);
}

function monthName(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7).replace('-', '_');
}
