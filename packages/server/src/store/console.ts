/** Sessions of the console and the one-time links that open them. */
import { listOf, readNumber } from './rows.ts';
import { type Query, type Reader, sql, type Writer } from './store.ts';

export interface SessionRow {
  readonly hash: string;
  readonly owner_id: string;
  readonly owner_name: string;
  /** The key that changes are made with. */
  readonly acting_id: string;
  readonly acting_name: string;
  readonly scopes: string;
  readonly resources: string | null;
  /** What it was opened with; null for a link. */
  readonly credential_id: string | null;
  readonly credential_name: string | null;
  readonly credential_expires_at: number | null;
  /** The key whose session made the credential. */
  readonly credential_parent_id: string | null;
  readonly operator: number;
  readonly created_at: number;
  readonly last_seen_at: number | null;
  readonly expires_at: number;
}

interface NewSession {
  readonly hash: string;
  readonly ownerId: string;
  readonly actingId: string;
  readonly credentialId: string | null;
  readonly operator: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export function insertSession(tx: Writer, session: NewSession): Promise<number> {
  return tx.run(sql`INSERT INTO console_sessions
    (hash, owner_id, acting_id, credential_id, operator, created_at, expires_at)
    VALUES (${session.hash}, ${session.ownerId}, ${session.actingId}, ${session.credentialId},
      ${session.operator ? 1 : 0}, ${session.createdAt}, ${session.expiresAt})`);
}

/** A session that is valid at a time: neither it nor one of its keys has ended. */
export function findSession(
  reader: Reader,
  hash: string,
  nowMs: number,
): Promise<SessionRow | undefined> {
  return reader.get(sql`SELECT console_sessions.hash, console_sessions.owner_id,
      owners.name AS owner_name, acting.id AS acting_id, acting.name AS acting_name, acting.scopes,
      acting.resources, console_sessions.credential_id, credential.name AS credential_name,
      credential.expires_at AS credential_expires_at,
      credential.parent_id AS credential_parent_id, console_sessions.operator,
      console_sessions.created_at, console_sessions.last_seen_at, console_sessions.expires_at
    FROM ${sessionsAndKeys} JOIN owners ON owners.id = console_sessions.owner_id
    WHERE console_sessions.hash = ${hash} AND ${isValidAt(nowMs)}`);
}

export async function isSessionAlive(
  reader: Reader,
  hash: string,
  nowMs: number,
): Promise<boolean> {
  return (await findSession(reader, hash, nowMs)) !== undefined;
}

/** Which of these sessions are valid at a time. */
export async function aliveSessions(
  reader: Reader,
  hashes: readonly string[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const rows = await reader.all<{ hash: string }>(sql`SELECT console_sessions.hash
    FROM ${sessionsAndKeys}
    WHERE console_sessions.hash IN (${listOf(hashes)}) AND ${isValidAt(nowMs)}`);
  return new Set(rows.map(({ hash }) => hash));
}

const sessionsAndKeys = sql`console_sessions
  JOIN keys acting ON acting.id = console_sessions.acting_id
  LEFT JOIN keys credential ON credential.id = console_sessions.credential_id`;

function isValidAt(nowMs: number): Query {
  return sql`console_sessions.expires_at > ${nowMs} AND acting.revoked_at IS NULL
      AND (acting.expires_at IS NULL OR acting.expires_at > ${nowMs})
      AND credential.revoked_at IS NULL
      AND (credential.expires_at IS NULL OR credential.expires_at > ${nowMs})`;
}

export function deleteSession(tx: Writer, hash: string): Promise<number> {
  return tx.run(sql`DELETE FROM console_sessions WHERE hash = ${hash}`);
}

/** Keeps only the newest sessions that were opened with a credential. */
export function keepNewestSessions(
  tx: Writer,
  credentialId: string,
  count: number,
): Promise<number> {
  return tx.run(sql`DELETE FROM console_sessions WHERE hash IN
    (SELECT hash FROM console_sessions WHERE credential_id = ${credentialId}
      ORDER BY created_at DESC, hash LIMIT ${limitless} OFFSET ${count})`);
}

/** How many sessions of an owner last: those of platform keys, or all others. */
export function countSessions(
  reader: Reader,
  ownerId: string,
  ofKeys: boolean,
  nowMs: number,
): Promise<number> {
  return readNumber(
    reader,
    sql`SELECT count(*) FROM console_sessions WHERE owner_id = ${ownerId} AND expires_at > ${nowMs}
      AND (CASE WHEN credential_id = acting_id THEN 1 ELSE 0 END) = ${ofKeys ? 1 : 0}`,
  );
}

export interface OpenSession {
  readonly hash: string;
  readonly acting_id: string;
  readonly credential_id: string | null;
  readonly created_at: number;
  readonly last_seen_at: number | null;
}

/** The sessions of an owner that are valid at a time, the newest first; with a credential, those opened with it. */
export function openSessions(
  reader: Reader,
  ownerId: string,
  credentialId: string | undefined,
  nowMs: number,
): Promise<OpenSession[]> {
  return reader.all(sql`SELECT console_sessions.hash, console_sessions.acting_id,
      console_sessions.credential_id, console_sessions.created_at, console_sessions.last_seen_at
    FROM ${sessionsAndKeys}
    WHERE console_sessions.owner_id = ${ownerId}
      ${credentialId === undefined ? sql`` : sql`AND console_sessions.credential_id = ${credentialId}`}
      AND ${isValidAt(nowMs)}
    ORDER BY console_sessions.created_at DESC, console_sessions.hash`);
}

export function touchSession(tx: Writer, hash: string, seenAt: number): Promise<number> {
  return tx.run(sql`UPDATE console_sessions SET last_seen_at = ${seenAt} WHERE hash = ${hash}
    AND (last_seen_at IS NULL OR last_seen_at < ${seenAt})`);
}

// SQLite takes no OFFSET without a LIMIT.
const limitless = 1_000_000_000;

export function insertLink(
  tx: Writer,
  link: {
    readonly hash: string;
    readonly ownerId: string;
    readonly operator: boolean;
    readonly createdAt: number;
    readonly expiresAt: number;
  },
): Promise<number> {
  return tx.run(sql`INSERT INTO console_links (hash, owner_id, operator, created_at, expires_at)
    VALUES (${link.hash}, ${link.ownerId}, ${link.operator ? 1 : 0}, ${link.createdAt},
      ${link.expiresAt})`);
}

export function findLink(
  reader: Reader,
  hash: string,
  nowMs: number,
): Promise<{ readonly hash: string } | undefined> {
  return reader.get(
    sql`SELECT hash FROM console_links WHERE hash = ${hash} AND expires_at > ${nowMs}`,
  );
}

export function cancelLinks(tx: Writer, ownerId: string): Promise<number> {
  return tx.run(sql`DELETE FROM console_links WHERE owner_id = ${ownerId}`);
}

/** Uses a link up: of any number of processes only one gets the row. */
export function takeLink(
  tx: Writer,
  hash: string,
  nowMs: number,
): Promise<{ readonly owner_id: string; readonly operator: number } | undefined> {
  return tx.get(sql`DELETE FROM console_links WHERE hash = ${hash} AND expires_at > ${nowMs}
    RETURNING owner_id, operator`);
}

/** Removes sessions and links whose time is over. */
export async function pruneConsole(tx: Writer, nowMs: number): Promise<void> {
  await tx.run(sql`DELETE FROM console_sessions WHERE expires_at <= ${nowMs}`);
  await tx.run(sql`DELETE FROM console_links WHERE expires_at <= ${nowMs}`);
}
