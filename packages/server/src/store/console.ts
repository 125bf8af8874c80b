/** Sessions of the console and the one-time links that open them. */
import type { MemberRole } from '@baraza/contract';
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
  /** The member who made the credential. */
  readonly credential_member_id: string | null;
  /** The person; null for a platform key, and for sessions from before members existed. */
  readonly member_id: string | null;
  readonly member_name: string | null;
  readonly member_email: string | null;
  readonly member_confirmed_email: string | null;
  readonly member_role: MemberRole | null;
  readonly passkey_id: string | null;
  readonly operator: number;
  /** 1 if the session becomes one of the operator by a passkey. */
  readonly operator_waits: number;
  readonly created_at: number;
  readonly last_seen_at: number | null;
  readonly expires_at: number;
}

interface NewSession {
  readonly hash: string;
  readonly ownerId: string;
  readonly actingId: string;
  readonly credentialId: string | null;
  readonly memberId: string | null;
  readonly passkeyId: string | null;
  readonly operator: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export function insertSession(tx: Writer, session: NewSession): Promise<number> {
  return tx.run(sql`INSERT INTO console_sessions (hash, owner_id, acting_id, credential_id, member_id,
      passkey_id, operator, created_at, expires_at)
    VALUES (${session.hash}, ${session.ownerId}, ${session.actingId}, ${session.credentialId},
      ${session.memberId}, ${session.passkeyId}, ${session.operator ? 1 : 0}, ${session.createdAt},
      ${session.expiresAt})`);
}

/** A session that is valid at a time: neither it nor one of its keys has ended. */
export function findSession(reader: Reader, hash: string, nowMs: number) {
  return reader.get<SessionRow>(sql`SELECT console_sessions.hash, console_sessions.owner_id,
      owners.name AS owner_name, acting.id AS acting_id, acting.name AS acting_name, acting.scopes,
      acting.resources, console_sessions.credential_id, credential.name AS credential_name,
      credential.expires_at AS credential_expires_at,
      credential.parent_id AS credential_parent_id,
      credential.member_id AS credential_member_id, console_sessions.member_id,
      members.name AS member_name, members.email AS member_email,
      members.confirmed_email AS member_confirmed_email, members.role AS member_role,
      console_sessions.passkey_id,
      CASE WHEN ${mayOperate} AND ${hasPasskeyOfOperator} THEN 1 ELSE 0 END AS operator,
      CASE WHEN ${mayOperate} AND NOT ${hasPasskeyOfOperator} THEN 1 ELSE 0 END AS operator_waits,
      console_sessions.created_at, console_sessions.last_seen_at, console_sessions.expires_at
    FROM ${sessionsAndKeys} JOIN owners ON owners.id = console_sessions.owner_id
    LEFT JOIN members ON members.id = console_sessions.member_id
    WHERE console_sessions.hash = ${hash} AND ${isValidAt(nowMs)}`);
}

const mayOperate = sql`(console_sessions.operator = 1 AND coalesce(members.role, 'owner') = 'owner')`;

// A link alone no longer opens the operator's pages to a person who has registered a passkey for them.
const hasPasskeyOfOperator = sql`(NOT EXISTS (SELECT 1 FROM passkeys
    WHERE passkeys.member_id = console_sessions.member_id AND passkeys.operator = 1)
  OR EXISTS (SELECT 1 FROM passkeys
    WHERE passkeys.id = console_sessions.passkey_id AND passkeys.operator = 1))`;

export async function isSessionAlive(reader: Reader, hash: string, nowMs: number) {
  return (await findSession(reader, hash, nowMs)) !== undefined;
}

/** Which of these sessions are valid at a time, with the role of each. */
export async function aliveSessions(reader: Reader, hashes: readonly string[], nowMs: number) {
  const rows = await reader.all<{ hash: string; role: MemberRole }>(sql`SELECT
      console_sessions.hash, coalesce(members.role, 'owner') AS role
    FROM ${sessionsAndKeys} LEFT JOIN members ON members.id = console_sessions.member_id
    WHERE console_sessions.hash IN (${listOf(hashes)}) AND ${isValidAt(nowMs)}`);
  return new Map(rows.map(({ hash, role }) => [hash, role]));
}

/** The tables that decide whether a session is valid. */
export const sessionsAndKeys = sql`console_sessions
  JOIN keys acting ON acting.id = console_sessions.acting_id
  LEFT JOIN keys credential ON credential.id = console_sessions.credential_id`;

export function isValidAt(nowMs: number): Query {
  return sql`console_sessions.expires_at > ${nowMs} AND acting.revoked_at IS NULL
      AND (acting.expires_at IS NULL OR acting.expires_at > ${nowMs})
      AND credential.revoked_at IS NULL
      AND (credential.expires_at IS NULL OR credential.expires_at > ${nowMs})`;
}

export function deleteSession(tx: Writer, hash: string): Promise<number> {
  return tx.run(sql`DELETE FROM console_sessions WHERE hash = ${hash}`);
}

/** Keeps only the newest sessions that were opened with a credential, or by a member. */
export function keepNewestSessions(
  tx: Writer,
  of: { readonly credentialId: string } | { readonly memberId: string },
  count: number,
): Promise<number> {
  const which =
    'memberId' in of ? sql`member_id = ${of.memberId}` : sql`credential_id = ${of.credentialId}`;
  return tx.run(sql`DELETE FROM console_sessions WHERE hash IN
    (SELECT hash FROM console_sessions WHERE ${which}
      ORDER BY created_at DESC, hash LIMIT ${limitless} OFFSET ${count})`);
}

/** How many sessions of an owner's platform keys last. */
export function countKeySessions(reader: Reader, ownerId: string, nowMs: number): Promise<number> {
  const query = sql`SELECT count(*) FROM console_sessions WHERE owner_id = ${ownerId} AND expires_at > ${nowMs}
      AND credential_id = acting_id`;
  return readNumber(reader, query);
}

export type OpenSession = Pick<
  SessionRow,
  'hash' | 'acting_id' | 'credential_id' | 'created_at' | 'last_seen_at'
> &
  Pick<SessionRow, 'member_id' | 'member_name' | 'passkey_id'>;

/** The sessions of an owner that are valid at a time, the newest first; or those of one credential or member. */
export function openSessions(
  reader: Reader,
  ownerId: string,
  only: { readonly credentialId?: string | undefined; readonly memberId?: string | undefined },
  nowMs: number,
): Promise<OpenSession[]> {
  const { credentialId, memberId } = only;
  return reader.all(sql`SELECT console_sessions.hash, console_sessions.acting_id,
      console_sessions.credential_id, console_sessions.member_id, members.name AS member_name,
      console_sessions.passkey_id, console_sessions.created_at, console_sessions.last_seen_at
    FROM ${sessionsAndKeys} LEFT JOIN members ON members.id = console_sessions.member_id
    WHERE console_sessions.owner_id = ${ownerId}
      ${credentialId === undefined ? sql`` : sql`AND console_sessions.credential_id = ${credentialId}`}
      ${memberId === undefined ? sql`` : sql`AND console_sessions.member_id = ${memberId}`}
      AND ${isValidAt(nowMs)}
    ORDER BY console_sessions.created_at DESC, console_sessions.hash`);
}

/** Records a use, which may prolong the session; it never shortens it. */
export function touchSession(
  tx: Writer,
  hash: string,
  { seenAt, expiresAt }: { readonly seenAt: number; readonly expiresAt: number },
): Promise<number> {
  return tx.run(sql`UPDATE console_sessions SET last_seen_at = ${seenAt},
      expires_at = CASE WHEN expires_at < ${expiresAt} THEN ${expiresAt} ELSE expires_at END
    WHERE hash = ${hash} AND (last_seen_at IS NULL OR last_seen_at < ${seenAt})`);
}

/** A session whose user has just registered a passkey counts as opened with it. */
export function setSessionPasskey(tx: Writer, hash: string, passkeyId: string): Promise<number> {
  return tx.run(sql`UPDATE console_sessions SET passkey_id = ${passkeyId} WHERE hash = ${hash}`);
}

/** The sessions of a member, or only those that were opened with one passkey. */
export async function sessionsOfMember(reader: Reader, memberId: string, passkeyId?: string) {
  const rows = await reader.all<{ hash: string }>(sql`SELECT hash FROM console_sessions
    WHERE member_id = ${memberId}
      ${passkeyId === undefined ? sql`` : sql`AND passkey_id = ${passkeyId}`}`);
  return rows.map(({ hash }) => hash);
}

// SQLite takes no OFFSET without a LIMIT.
const limitless = 1_000_000_000;

export function insertLink(
  tx: Writer,
  link: {
    readonly hash: string;
    readonly ownerId: string;
    readonly memberId: string;
    readonly operator: boolean;
    readonly createdAt: number;
    readonly expiresAt: number;
  },
): Promise<number> {
  return tx.run(sql`INSERT INTO console_links
      (hash, owner_id, member_id, operator, created_at, expires_at)
    VALUES (${link.hash}, ${link.ownerId}, ${link.memberId}, ${link.operator ? 1 : 0},
      ${link.createdAt}, ${link.expiresAt})`);
}

/** A link that can still be used. */
export function findLink(reader: Reader, hash: string, nowMs: number) {
  return reader.get<Link>(sql`SELECT owner_id, member_id, operator FROM console_links
    WHERE hash = ${hash} AND expires_at > ${nowMs}`);
}

interface Link {
  readonly owner_id: string;
  readonly member_id: string;
  readonly operator: number;
}

export function cancelLinks(tx: Writer, memberId: string): Promise<number> {
  return tx.run(sql`DELETE FROM console_links WHERE member_id = ${memberId}`);
}

/** Removes sessions, links and answered challenges whose time is over. */
export async function pruneConsole(tx: Writer, nowMs: number): Promise<void> {
  await tx.run(sql`DELETE FROM console_sessions WHERE expires_at <= ${nowMs}`);
  await tx.run(sql`DELETE FROM console_links WHERE expires_at <= ${nowMs}`);
  await tx.run(sql`DELETE FROM used_challenges WHERE expires_at <= ${nowMs}`);
}
