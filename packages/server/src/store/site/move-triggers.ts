/**
 * Triggers on the tables of sites that note and refuse changes of a site that moves. They exist only while a move is
 * open, so that writers pay nothing otherwise.
 */
import { codeOf } from '../../kernel/fault.ts';
import { Problem } from '../../kernel/problem.ts';
import { hasRows } from '../rows.ts';
import { type Engine, type Reader, type Store, sql, sqlText, type Writer } from '../store.ts';
import { hasOpenTransfers } from './site-moves.ts';
import { type SiteTable, siteTables } from './site-rows.ts';

// The first of the two numbers of a writer's lock; the second is made from the name of the site.
const writersLock = 7155112;
// One process at a time makes or drops triggers.
const triggersLock = sqlText('SELECT pg_advisory_xact_lock(7155113)');

// Writers of a table queue behind a waiting lock, so it waits only briefly. Autovacuum gives way after a second.
const lockMs = 200;
const vacuumLockMs = 1_500;
const shortTries = 10;
const triesMax = 30;
const delayMs = 300;
const lockTimeout = '55P03';

/** Makes the triggers that are missing. They see every change that begins after this. */
export async function watchSites(store: Store, wait: (ms: number) => Promise<void>): Promise<void> {
  for (const table of await siteTables(store))
    for (let tries = 1; ; tries += 1) {
      const waitMs = tries <= shortTries ? lockMs : vacuumLockMs;
      if (await changeShortly(store, waitMs, (tx) => watch(tx, store.engine, table))) break;
      if (tries === triesMax)
        throw new Problem('busy', `A long write holds ${table.name}; the move waits for its end.`);
      await wait(delayMs);
    }
}

/** Drops the triggers when no move is open; those whose table is in use stay until the next call. */
export async function unwatchSites(store: Store): Promise<void> {
  if (!(await isAnyWatched(store, store.engine))) return;
  for (const table of await siteTables(store)) {
    if (!(await isWatched(store, store.engine, table))) continue;
    const isDone = await changeShortly(store, lockMs, async (tx) => {
      // Read while the lock is held: a move that begins now makes its triggers after this commit.
      if (await hasOpenTransfers(tx)) return;
      for (const statement of dropping[store.engine](table)) await tx.run(sqlText(statement));
    });
    if (!isDone) return;
  }
}

/**
 * Waits for writers that have read an earlier phase of the site, and blocks new ones until the transaction ends.
 * SQLite has one writer and needs no lock.
 */
export async function awaitWriters(tx: Writer, siteId: string): Promise<void> {
  await tx.get(
    sql`SELECT ${{
      sqlite: sql`${siteId}`,
      postgres: sql`pg_advisory_xact_lock(${sqlText(String(writersLock))}, hashtext(${siteId}))`,
    }}`,
  );
}

/** Returns false if others lock the table for longer than `waitMs`. */
async function changeShortly(store: Store, waitMs: number, change: (tx: Writer) => Promise<void>) {
  try {
    await store.write(async (tx) => {
      if (store.engine === 'postgres') {
        await tx.get(triggersLock);
        await tx.run(sqlText(`SET LOCAL lock_timeout = ${waitMs}`));
      }
      await change(tx);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === lockTimeout) return false;
    throw error;
  }
}

async function watch(tx: Writer, engine: Engine, table: SiteTable): Promise<void> {
  // Making a trigger again would lock the table again.
  if (await isWatched(tx, engine, table)) return;
  for (const statement of making[engine](table)) await tx.run(sqlText(statement));
}

// One query, since every server repeats it; reading the schema would take hundreds.
function isAnyWatched(reader: Reader, engine: Engine): Promise<boolean> {
  return hasRows(
    reader,
    engine === 'sqlite'
      ? sql`SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%~_moving~_update' ESCAPE '~'`
      : sql`SELECT 1 FROM pg_trigger WHERE tgname LIKE '%~_moving' ESCAPE '~'`,
  );
}

function isWatched(reader: Reader, engine: Engine, { name }: SiteTable): Promise<boolean> {
  return hasRows(
    reader,
    engine === 'sqlite'
      ? sql`SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND name = ${`${name}_moving_update`}`
      : sql`SELECT 1 FROM pg_trigger WHERE tgrelid = to_regclass(${name}) AND tgname = ${`${name}_moving`}`,
  );
}

const making: { readonly [engine in Engine]: (table: SiteTable) => readonly string[] } = {
  sqlite: (table) =>
    eventsOf(table).map((event) => {
      const row = event === 'DELETE' ? 'old' : 'new';
      const site = `${row}.${table.site}`;
      const phase = `(SELECT phase FROM site_phases WHERE site_id = ${site})`;
      return `CREATE TRIGGER IF NOT EXISTS ${table.name}_moving_${event.toLowerCase()} BEFORE ${event} ON ${table.name}
        WHEN ${phase} IN ('copying', 'frozen', 'moved') BEGIN
        SELECT RAISE(ABORT, 'the site is being moved') WHERE ${phase} <> 'copying';
        INSERT INTO site_changes (site_id, kind, row_key, times)
          VALUES (${site}, '${table.name}', ${keyOf(table, row)}, 1)
          ON CONFLICT (site_id, kind, row_key) DO UPDATE SET times = times + 1;
      END`;
    }),
  // The name is part of the function: in a partition TG_TABLE_NAME is that of the partition.
  postgres: (table) => [
    `CREATE OR REPLACE FUNCTION note_${table.name}_change() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        site text;
        changed text;
        found_phase text;
      BEGIN
        IF TG_OP = 'DELETE' THEN
          site := OLD.${table.site};
          changed := ${keyOf(table, 'OLD')};
        ELSE
          site := NEW.${table.site};
          changed := ${keyOf(table, 'NEW')};
        END IF;
        PERFORM pg_advisory_xact_lock_shared(${writersLock}, hashtext(site));
        SELECT phase INTO found_phase FROM site_phases WHERE site_id = site;
        IF found_phase IN ('frozen', 'moved') THEN
          RAISE EXCEPTION 'the site is being moved' USING ERRCODE = 'BZ001';
        END IF;
        IF found_phase = 'copying' THEN
          INSERT INTO site_changes (site_id, kind, row_key, times) VALUES (site, '${table.name}', changed, 1)
            ON CONFLICT (site_id, kind, row_key) DO UPDATE SET times = site_changes.times + 1;
        END IF;
        IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
        RETURN NEW;
      END $$`,
    `CREATE OR REPLACE TRIGGER ${table.name}_moving BEFORE ${eventsOf(table).join(' OR ')} ON ${table.name}
      FOR EACH ROW EXECUTE FUNCTION note_${table.name}_change()`,
  ],
};

const dropping: { readonly [engine in Engine]: (table: SiteTable) => readonly string[] } = {
  sqlite: (table) =>
    eventsOf(table).map(
      (event) => `DROP TRIGGER IF EXISTS ${table.name}_moving_${event.toLowerCase()}`,
    ),
  postgres: ({ name }) => [
    `DROP TRIGGER IF EXISTS ${name}_moving ON ${name}`,
    `DROP FUNCTION IF EXISTS note_${name}_change()`,
  ],
};

// The row of a site is made and deleted by the move itself.
function eventsOf({ name }: SiteTable): readonly string[] {
  return name === 'sites' ? ['UPDATE'] : ['INSERT', 'UPDATE', 'DELETE'];
}

function keyOf({ key }: SiteTable, row: string): string {
  return key === undefined ? "''" : `CAST(${row}.${key.name} AS TEXT)`;
}
