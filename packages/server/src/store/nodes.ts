/** Signing keys, grants to nodes, and the new addresses of sites that moved. */
import { insertInto, readValue } from './rows.ts';
import { type Reader, sql, type Writer } from './store.ts';

export interface SigningKeyRow {
  readonly kid: string;
  /** A JWK as JSON. */
  readonly public: string;
  /** Encrypted; null when the key is retired. */
  readonly private: string | null;
}

export interface GrantRow {
  readonly jti: string;
  readonly kid: string;
  readonly node_id: string;
  readonly origin: string;
  /** JSON lists. */
  readonly sites: string;
  readonly caps: string;
  readonly issued_at: number;
  readonly expires_at: number;
  readonly revoked_at: number | null;
}

/** 0 rows when another process was first: there is one current key. */
export function insertSigningKey(tx: Writer, key: SigningKeyRow & { readonly created_at: number }) {
  return tx.run(sql`INSERT INTO signing_keys (kid, public, private, current, created_at)
    VALUES (${key.kid}, ${key.public}, ${key.private}, 1, ${key.created_at})
    ON CONFLICT DO NOTHING`);
}

export function currentSigningKey(reader: Reader): Promise<SigningKeyRow | undefined> {
  return reader.get(sql`SELECT kid, public, private FROM signing_keys WHERE current = 1`);
}

/** Retires the key and deletes its private part. */
export function retireSigningKey(tx: Writer): Promise<number> {
  return tx.run(sql`UPDATE signing_keys SET current = NULL, private = NULL WHERE current = 1`);
}

/** The current key first, then those with a valid grant that was not revoked. */
export function listedSigningKeys(reader: Reader, nowMs: number): Promise<SigningKeyRow[]> {
  return reader.all(sql`SELECT kid, public, NULL AS private FROM signing_keys
    WHERE current = 1 OR kid IN
      (SELECT kid FROM grants WHERE expires_at > ${nowMs} AND revoked_at IS NULL)
    ORDER BY created_at DESC, kid`);
}

export function insertGrant(tx: Writer, grant: Omit<GrantRow, 'revoked_at'>): Promise<number> {
  return tx.run(insertInto('grants', grantColumns, [{ ...grant, revoked_at: null }]));
}

const grantColumns = sql`jti, kid, node_id, origin, sites, caps, issued_at, expires_at, revoked_at`;

export function findGrant(reader: Reader, jti: string): Promise<GrantRow | undefined> {
  return reader.get(sql`SELECT ${grantColumns} FROM grants WHERE jti = ${jti}`);
}

/** Newest first. */
export function allGrants(reader: Reader): Promise<GrantRow[]> {
  return reader.all(sql`SELECT ${grantColumns} FROM grants ORDER BY issued_at DESC, jti DESC`);
}

export function runningGrants(reader: Reader, nowMs: number, limit: number): Promise<GrantRow[]> {
  return reader.all(sql`SELECT ${grantColumns} FROM grants
    WHERE expires_at > ${nowMs} AND revoked_at IS NULL
    ORDER BY issued_at DESC, jti DESC LIMIT ${limit}`);
}

/** Revoked grants that had not expired by then; an expired one is refused anyway. */
export async function revokedGrants(
  reader: Reader,
  notEndedMs: number,
): Promise<readonly string[]> {
  const rows = await reader.all<{ jti: string }>(sql`SELECT jti FROM grants
    WHERE revoked_at IS NOT NULL AND expires_at > ${notEndedMs} ORDER BY jti`);
  return rows.map(({ jti }) => jti);
}

/** Revoking twice keeps the first time. */
export function revokeGrant(tx: Writer, jti: string, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE grants SET revoked_at = ${nowMs}
    WHERE jti = ${jti} AND revoked_at IS NULL`);
}

export function siteBase(reader: Reader, siteId: string): Promise<string | undefined> {
  return readValue(reader, sql`SELECT base FROM site_moves WHERE site_id = ${siteId}`);
}

export function setSiteBase(tx: Writer, siteId: string, base: string, movedAt: number) {
  return tx.run(sql`INSERT INTO site_moves (site_id, base, moved_at)
    VALUES (${siteId}, ${base}, ${movedAt})
    ON CONFLICT (site_id) DO UPDATE SET base = excluded.base, moved_at = excluded.moved_at`);
}

export function clearSiteBase(tx: Writer, siteId: string): Promise<number> {
  return tx.run(sql`DELETE FROM site_moves WHERE site_id = ${siteId}`);
}
