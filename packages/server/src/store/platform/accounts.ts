/** What an account of a Users resource has besides its record: password, sessions and the code by mail. */
import { insertInto, listOf } from '../rows.ts';
import { type Query, type Reader, sql, type Writer } from '../store.ts';

/** An account; `password` is null if it has none. */
export function findAccount(reader: Reader, usersId: string, recordId: string) {
  return reader.get<{ password: string | null; verified_at: number | null }>(sql`SELECT
      password, verified_at FROM accounts
    WHERE users_id = ${usersId} AND record_id = ${recordId}`);
}

export function setPassword(tx: Writer, usersId: string, recordId: string, password: string) {
  return tx.run(sql`INSERT INTO accounts (users_id, record_id, password)
    VALUES (${usersId}, ${recordId}, ${password})
    ON CONFLICT (users_id, record_id) DO UPDATE SET password = ${password}`);
}

export function clearPassword(tx: Writer, usersId: string, recordId: string) {
  return tx.run(sql`UPDATE accounts SET password = NULL
    WHERE users_id = ${usersId} AND record_id = ${recordId}`);
}

/** Null if another address has to be verified first. */
export function setVerified(tx: Writer, usersId: string, recordId: string, atMs: number | null) {
  return tx.run(sql`INSERT INTO accounts (users_id, record_id, verified_at)
    VALUES (${usersId}, ${recordId}, ${atMs})
    ON CONFLICT (users_id, record_id) DO UPDATE SET verified_at = ${atMs}`);
}

/** Deletes an account and its sessions; `keptHash` keeps the row of one session for the rest of the transaction. */
export async function deleteAccount(
  tx: Writer,
  usersId: string,
  recordId: string,
  keptHash?: string,
): Promise<void> {
  await deleteSessions(tx, usersId, recordId, keptHash);
  await tx.run(sql`DELETE FROM accounts WHERE users_id = ${usersId} AND record_id = ${recordId}`);
}

interface NewSession {
  readonly hash: string;
  readonly users_id: string;
  readonly record_id: string;
  readonly by_code: number;
  readonly created_at: number;
  readonly expires_at: number;
}

export interface UserSessionRow extends NewSession {
  readonly owner_id: string;
  readonly owner_name: string;
  readonly client_id: string | null;
  readonly record: string;
  readonly verified_at: number | null;
}

/** The oldest sessions of an account end when it has more than `countMax`. */
export async function insertSession(tx: Writer, row: NewSession, countMax: number): Promise<void> {
  const columns = sql`hash, users_id, record_id, by_code, created_at, expires_at`;
  await tx.run(insertInto('user_sessions', columns, [row]));
  await tx.run(sql`DELETE FROM user_sessions WHERE hash IN
    (SELECT hash FROM user_sessions
      WHERE users_id = ${row.users_id} AND record_id = ${row.record_id}
      ORDER BY created_at DESC, hash LIMIT ${limitless} OFFSET ${countMax})`);
}

// SQLite takes no OFFSET without a LIMIT.
const limitless = 1_000_000_000;

/** A session that is valid at a time: its account and an active Users resource exist. */
export function findSession(reader: Reader, hash: string, nowMs: number) {
  return reader.get<UserSessionRow>(sql`SELECT user_sessions.hash, user_sessions.users_id, user_sessions.record_id,
      user_sessions.by_code, user_sessions.created_at, user_sessions.expires_at,
      resources.owner_id, owners.name AS owner_name, records.client_id, records.record,
      accounts.verified_at
    FROM ${sessionsAndAccounts}
    JOIN owners ON owners.id = resources.owner_id
    LEFT JOIN accounts ON accounts.users_id = user_sessions.users_id
      AND accounts.record_id = user_sessions.record_id
    WHERE user_sessions.hash = ${hash} AND ${isValidAt(nowMs)}`);
}

/** Which of these sessions are valid at a time. */
export async function aliveSessions(reader: Reader, hashes: readonly string[], nowMs: number) {
  if (hashes.length === 0) return new Set<string>();
  const rows = await reader.all<{ hash: string }>(sql`SELECT user_sessions.hash
    FROM ${sessionsAndAccounts}
    WHERE user_sessions.hash IN (${listOf(hashes)}) AND ${isValidAt(nowMs)}`);
  return new Set(rows.map(({ hash }) => hash));
}

const sessionsAndAccounts = sql`user_sessions
  JOIN resources ON resources.id = user_sessions.users_id
  JOIN records ON records.resource_id = user_sessions.users_id
    AND records.id = user_sessions.record_id`;

function isValidAt(nowMs: number): Query {
  return sql`user_sessions.expires_at > ${nowMs} AND resources.removed_at IS NULL
    AND resources.state <> 'archived'
    AND user_sessions.created_at >= coalesce(resources.sessions_since, 0)`;
}

/** Moves the end of a session; never back. */
export function extendSession(tx: Writer, hash: string, expiresAt: number): Promise<number> {
  return tx.run(sql`UPDATE user_sessions SET expires_at = ${expiresAt}
    WHERE hash = ${hash} AND expires_at < ${expiresAt}`);
}

export function deleteSession(tx: Writer, hash: string): Promise<number> {
  return tx.run(sql`DELETE FROM user_sessions WHERE hash = ${hash}`);
}

/** Ends a session whose account is gone. */
export function deleteSessionWithoutAccount(tx: Writer, hash: string): Promise<number> {
  return tx.run(sql`DELETE FROM user_sessions WHERE hash = ${hash} AND NOT EXISTS
    (SELECT 1 FROM records WHERE records.resource_id = user_sessions.users_id
      AND records.id = user_sessions.record_id)`);
}

/** All sessions of an account, or all but one. */
export function deleteSessions(tx: Writer, usersId: string, recordId: string, keptHash = '') {
  return tx.run(sql`DELETE FROM user_sessions
    WHERE users_id = ${usersId} AND record_id = ${recordId} AND hash <> ${keptHash}`);
}

/** Ends every session of a Users resource without touching their rows, which may be many. */
export function endSessionsBefore(tx: Writer, usersId: string, atMs: number): Promise<number> {
  return tx.run(sql`UPDATE resources SET sessions_since = ${atMs} WHERE id = ${usersId}`);
}

interface NewCode {
  readonly usersId: string;
  readonly address: string;
  readonly hash: string;
  readonly tries: number;
  readonly expiresAt: number;
}

/** A new code replaces the previous one. */
export function putCode(tx: Writer, code: NewCode): Promise<number> {
  const { usersId, address, hash, tries, expiresAt } = code;
  return tx.run(sql`INSERT INTO user_codes (users_id, address, hash, tries_left, expires_at)
    VALUES (${usersId}, ${address}, ${hash}, ${tries}, ${expiresAt})
    ON CONFLICT (users_id, address) DO UPDATE
      SET hash = ${hash}, tries_left = ${tries}, expires_at = ${expiresAt}`);
}

/** Uses up one attempt and returns the hash of the code; undefined if no attempt was left. */
export async function tryCode(tx: Writer, usersId: string, address: string, nowMs: number) {
  const row = await tx.get<{ hash: string }>(sql`UPDATE user_codes SET tries_left = tries_left - 1
    WHERE users_id = ${usersId} AND address = ${address} AND tries_left > 0 AND expires_at > ${nowMs}
    RETURNING hash`);
  return row?.hash;
}

export function deleteCode(tx: Writer, usersId: string, address: string): Promise<number> {
  return tx.run(sql`DELETE FROM user_codes WHERE users_id = ${usersId} AND address = ${address}`);
}

/** Removes sessions and codes whose time is over, up to a number of each. */
export async function pruneUsers(tx: Writer, nowMs: number, limit: number): Promise<number> {
  const sessions = await tx.run(sql`DELETE FROM user_sessions WHERE hash IN
    (SELECT hash FROM user_sessions WHERE expires_at <= ${nowMs} LIMIT ${limit})`);
  const codes = await tx.run(sql`DELETE FROM user_codes WHERE (users_id, address) IN
    (SELECT users_id, address FROM user_codes WHERE expires_at <= ${nowMs} LIMIT ${limit})`);
  return Math.max(sessions, codes);
}
