/** What the operator sets for all processes on the store; part of backups. Values are JSON. */
import { readNumber, readValue } from './rows.ts';
import { type Reader, sql, type Writer } from './store.ts';

const planPrefix = 'plan ';

/** The limits of plans by their names. */
export function storedPlans(reader: Reader) {
  return reader.all<{ name: string; value: string }>(sql`SELECT
      substr(name, ${planPrefix.length + 1}) AS name, value FROM server_settings
    WHERE name >= ${planPrefix} AND name < ${`${planPrefix}~`} ORDER BY name`);
}

export async function storePlan(tx: Writer, name: string, value: string): Promise<void> {
  await tx.notify({ about: 'plans', id: '' });
  await writeSetting(tx, `${planPrefix}${name}`, value);
}

/** 0 if it is not stored. */
export async function forgetPlan(tx: Writer, name: string): Promise<number> {
  await tx.notify({ about: 'plans', id: '' });
  return tx.run(sql`DELETE FROM server_settings WHERE name = ${`${planPrefix}${name}`}`);
}

/** How many sites have each plan. */
export function sitesByPlan(reader: Reader) {
  return reader.all<{ plan: string; sites: number }>(sql`SELECT plan, count(*) AS sites FROM sites
    WHERE removed_at IS NULL GROUP BY plan`);
}

export function countSitesOfPlan(reader: Reader, plan: string): Promise<number> {
  const query = sql`SELECT count(*) FROM sites WHERE plan = ${plan} AND removed_at IS NULL`;
  return readNumber(reader, query);
}

/** When backups are taken. */
export interface StoredSchedule {
  /** `02:30`. */
  readonly time: string;
  readonly timeZone: string;
  readonly keep: number;
  readonly setAt: number;
}

const schedule = 'backup schedule';

export async function readSchedule(reader: Reader): Promise<StoredSchedule | undefined> {
  const value = await readValue<string>(
    reader,
    sql`SELECT value FROM server_settings WHERE name = ${schedule}`,
  );
  return value === undefined ? undefined : (JSON.parse(value) as StoredSchedule);
}

/** Undefined ends it. */
export async function writeSchedule(tx: Writer, wanted: StoredSchedule | undefined): Promise<void> {
  if (wanted !== undefined) await writeSetting(tx, schedule, JSON.stringify(wanted));
  else await tx.run(sql`DELETE FROM server_settings WHERE name = ${schedule}`);
}

async function writeSetting(tx: Writer, name: string, value: string): Promise<void> {
  await tx.run(sql`INSERT INTO server_settings (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}
