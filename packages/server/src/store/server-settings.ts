/**
 * What the operator sets for all processes on the store, and what they found about model servers; part of backups.
 * Values are JSON.
 */
import { readNumber, readValue } from './rows.ts';
import { type Reader, type Store, sql, type Writer } from './store.ts';

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

export function readSchedule(reader: Reader): Promise<StoredSchedule | undefined> {
  return readSetting<StoredSchedule>(reader, schedule);
}

/** Undefined ends it. */
export async function writeSchedule(tx: Writer, wanted: StoredSchedule | undefined): Promise<void> {
  if (wanted !== undefined) await writeSetting(tx, schedule, JSON.stringify(wanted));
  else await tx.run(sql`DELETE FROM server_settings WHERE name = ${schedule}`);
}

/** How a model server wants to be asked for a model. */
interface StoredVariant {
  readonly refuses: readonly string[];
  readonly thinksUnmarked: boolean;
  readonly examinedAt: number;
}

type NamedVariant = StoredVariant & { readonly model: string };

const variantsOf = (url: string) => `variants ${url}`;
// Some servers take any name, and owners choose the models of their assistants.
const variantsMax = 100;

export async function readVariant(
  reader: Reader,
  url: string,
  model: string,
): Promise<StoredVariant | undefined> {
  const known = await readSetting<readonly NamedVariant[]>(reader, variantsOf(url));
  return known?.find((one) => one.model === model);
}

/** Of the models of one server, the last ones are kept. */
export function storeVariant(
  store: Pick<Store, 'write'>,
  url: string,
  model: string,
  { refuses, thinksUnmarked, examinedAt }: StoredVariant,
): Promise<void> {
  return store.write(async (tx) => {
    const known = await readSetting<readonly NamedVariant[]>(tx, variantsOf(url));
    const others = known?.filter((one) => one.model !== model) ?? [];
    const all = [{ model, refuses, thinksUnmarked, examinedAt }, ...others];
    await writeSetting(tx, variantsOf(url), JSON.stringify(all.slice(0, variantsMax)));
  });
}

async function readSetting<Value>(reader: Reader, name: string): Promise<Value | undefined> {
  const query = sql`SELECT value FROM server_settings WHERE name = ${name}`;
  const value = await readValue<string>(reader, query);
  return value === undefined ? undefined : (JSON.parse(value) as Value);
}

async function writeSetting(tx: Writer, name: string, value: string): Promise<void> {
  await tx.run(sql`INSERT INTO server_settings (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}
