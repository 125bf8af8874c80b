import type { SiteStatus } from '@baraza/contract';
import { countKept } from '../owners.ts';
import { insertInto, readInPages, readNumber, readValue } from '../rows.ts';
import { forChange, forUpdate, type Reader, sql, type Writer } from '../store.ts';
import { versionBytes } from './profile-versions.ts';

/** A site without its profile, which may have megabytes: what every request reads. */
export interface SiteRow {
  readonly id: string;
  readonly owner_id: string;
  readonly status: SiteStatus;
  readonly plan: string;
  readonly key: string;
  readonly key_created_at: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly paused_at: number | null;
  /** Grows with every change of the profile. */
  readonly version: number;
  /** The profile fields that every request needs, as JSON. */
  readonly gate: string;
  /** Encrypted; signs the notices to the owner's webhook. */
  readonly notify_secret: string | null;
}

const columns = sql`id, owner_id, status, plan, key, key_created_at, created_at, updated_at,
  paused_at, version, gate, notify_secret`;

/** 0 when the name is taken. */
export function insertSite(
  tx: Writer,
  site: Omit<SiteRow, 'paused_at' | 'notify_secret'> & { readonly profile: string },
): Promise<number> {
  const given = sql`id, owner_id, status, plan, key, key_created_at, created_at, updated_at, version, gate, profile,
    uses_since`;
  const row = { ...site, uses_since: site.created_at };
  return tx.run(sql`${insertInto('sites', given, [row])} ON CONFLICT (id) DO NOTHING`);
}

export function findSite(reader: Reader, id: string): Promise<SiteRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM sites WHERE id = ${id} AND removed_at IS NULL`);
}

/** Of a site that exists. */
export async function ownerOfSite(reader: Reader, id: string): Promise<string> {
  return (await readValue<string>(reader, sql`SELECT owner_id FROM sites WHERE id = ${id}`)) ?? '';
}

export function findOwnSite(reader: Reader, ownerId: string, id: string) {
  return reader.get<SiteRow>(sql`SELECT ${columns} FROM sites
    WHERE id = ${id} AND owner_id = ${ownerId} AND removed_at IS NULL`);
}

/** The row with a lock until the transaction ends. */
export function lockSite(tx: Writer, id: string): Promise<SiteRow | undefined> {
  return tx.get(sql`SELECT ${columns} FROM sites
    WHERE id = ${id} AND removed_at IS NULL${forChange}`);
}

export function sitesOf(reader: Reader, ownerId: string | undefined): Promise<SiteRow[]> {
  const owned = ownerId === undefined ? sql`` : sql`AND owner_id = ${ownerId}`;
  return readInPages((after, limit) =>
    reader.all(sql`SELECT ${columns} FROM sites
      WHERE id > ${after} AND removed_at IS NULL ${owned} ORDER BY id LIMIT ${limit}`),
  );
}

/** What a list of an owner's sites shows; `business` is JSON. */
export function siteFaces(reader: Reader, ownerId: string, limit: number) {
  return reader.all<
    Pick<SiteRow, 'id' | 'plan' | 'status'> & { business: string; colour: string }
  >(sql`SELECT id, plan, status, ${faceOf} FROM sites
    WHERE owner_id = ${ownerId} AND removed_at IS NULL ORDER BY id LIMIT ${limit}`);
}

const faceOf = {
  sqlite: sql`coalesce(profile -> '$.business', '""') AS business,
    coalesce(json_extract(profile, '$.colour'), '') AS colour`,
  postgres: sql`coalesce((profile::json -> 'business')::text, '""') AS business,
    coalesce(profile::json ->> 'colour', '') AS colour`,
};

/** Sites with open live sessions in a process. */
export function sitesTalking(reader: Reader, process: string): Promise<SiteRow[]> {
  return reader.all(sql`SELECT ${columns} FROM sites
    WHERE removed_at IS NULL AND id IN (SELECT site_id FROM live_sessions WHERE process = ${process})`);
}

export function countSites(reader: Reader, ownerId: string): Promise<number> {
  const query = sql`SELECT count(*) FROM sites WHERE owner_id = ${ownerId} AND removed_at IS NULL`;
  return readNumber(reader, query);
}

export function readProfile(reader: Reader, id: string) {
  return reader.get<{ version: number; profile: string }>(sql`SELECT version, profile FROM sites
    WHERE id = ${id} AND removed_at IS NULL`);
}

/** Optimistic lock: 0 rows when the version has changed. */
export async function replaceProfile(
  tx: Writer,
  id: string,
  fromVersion: number,
  saved: {
    readonly profile: string;
    readonly gate: string;
    readonly version: number;
    readonly updatedAt: number;
  },
): Promise<number> {
  await tx.notify({ about: 'site', id });
  return tx.run(sql`UPDATE sites SET profile = ${saved.profile}, gate = ${saved.gate},
      version = ${saved.version}, updated_at = ${saved.updatedAt}
    WHERE id = ${id} AND version = ${fromVersion}`);
}

export async function replaceSiteKey(tx: Writer, id: string, key: string, createdAt: number) {
  await tx.notify({ about: 'site', id });
  return tx.run(sql`UPDATE sites SET key = ${key}, key_created_at = ${createdAt} WHERE id = ${id}`);
}

export async function setSiteStatus(
  tx: Writer,
  id: string,
  status: SiteStatus,
  pausedAt: number | null,
): Promise<number> {
  await tx.notify({ about: 'site', id });
  return tx.run(sql`UPDATE sites SET status = ${status}, paused_at = ${pausedAt} WHERE id = ${id}
      AND status <> ${status}`);
}

/** Hides a site from everybody; 0 when it is not the owner's. Its name is free when it is deleted. */
export async function hideSite(tx: Writer, id: string, ownerId: string, nowMs: number) {
  await tx.notify({ about: 'site', id });
  return tx.run(sql`UPDATE sites SET removed_at = ${nowMs}
    WHERE id = ${id} AND owner_id = ${ownerId} AND removed_at IS NULL`);
}

export function hiddenSites(reader: Reader, ownerId: string | undefined) {
  return reader.all<{ readonly id: string }>(sql`SELECT id FROM sites WHERE removed_at IS NOT NULL
    ${ownerId === undefined ? sql`` : sql`AND owner_id = ${ownerId}`} ORDER BY id`);
}

/** Deletes a hidden site with all that is left of it. */
export async function deleteHiddenSite(tx: Writer, id: string): Promise<number> {
  const hidden = await tx.get<{ owner_id: string }>(sql`SELECT owner_id FROM sites
    WHERE id = ${id} AND removed_at IS NOT NULL${forUpdate}`);
  if (hidden === undefined) return 0;
  await countKept(tx, hidden.owner_id, -(await versionBytes(tx, id)));
  return tx.run(sql`DELETE FROM sites WHERE id = ${id} AND removed_at IS NOT NULL`);
}

export function setSitePlan(tx: Writer, id: string, plan: string): Promise<number> {
  return tx.run(sql`UPDATE sites SET plan = ${plan} WHERE id = ${id}`);
}

export function setNotifySecret(tx: Writer, id: string, sealed: string): Promise<number> {
  return tx.run(sql`UPDATE sites SET notify_secret = ${sealed} WHERE id = ${id}`);
}

export function siteOfKey(reader: Reader, key: string) {
  return reader.get<{ readonly id: string }>(sql`SELECT id FROM sites WHERE key = ${key}`);
}

/** Gives a site that arrives from another server what it had there. It is frozen until it is resumed. */
export function arriveSite(
  tx: Writer,
  id: string,
  had: Pick<SiteRow, 'key' | 'key_created_at' | 'created_at' | 'paused_at' | 'notify_secret'> & {
    readonly uses_since: number;
  },
): Promise<number> {
  return tx.run(sql`UPDATE sites SET status = 'frozen', key = ${had.key}, key_created_at = ${had.key_created_at},
      created_at = ${had.created_at}, paused_at = ${had.paused_at}, notify_secret = ${had.notify_secret},
      uses_since = ${had.uses_since}
    WHERE id = ${id}`);
}
