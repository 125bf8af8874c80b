/** The open sessions of a caller, to list and to end. */
import { createHash } from 'node:crypto';
import { consoleLimits, type SessionList } from '@baraza/contract';
import { isoTime } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import {
  cancelLinks,
  deleteSession,
  type OpenSession,
  openSessions,
  touchSession,
} from '../store/console.ts';
import type { Console } from './console.ts';
import { lifeMsOf, type SessionCaller, sessionKind } from './sessions.ts';

/** A session of a key lists those of the same key; members list their own, and owners all. */
export async function listSessions(console: Console, signed: SessionCaller): Promise<SessionList> {
  const sessions = await sessionsOf(console, signed);
  return {
    sessions: sessions.map((row) => ({
      id: idOf(row.hash),
      kind: sessionKind(row),
      member: row.member_name,
      createdAt: isoTime(row.created_at),
      lastSeenAt: isoTime(row.last_seen_at ?? row.created_at),
      current: row.hash === signed.session.hash,
    })),
  };
}

/** Ends one session; returns whether it was the caller's own. */
export async function endSession(
  console: Console,
  signed: SessionCaller,
  id: string,
): Promise<{ readonly wasOwn: boolean }> {
  const found = (await sessionsOf(console, signed)).find(({ hash }) => idOf(hash) === id);
  if (found === undefined) throw new Problem('not_found', 'There is no such session.');
  await endSessions(console, [found.hash]);
  return { wasOwn: found.hash === signed.session.hash };
}

/** Ends the caller's other sessions and, for an owner, those of keys; cancels unused links, which could open more. */
export async function endOtherSessions(
  console: Console,
  signed: SessionCaller,
): Promise<{ readonly ended: number; readonly links: number }> {
  const { member, hash: own } = signed.session;
  const hashes = (await sessionsOf(console, signed))
    .filter((row) => row.member_id === null || row.member_id === member?.id)
    .map(({ hash }) => hash)
    .filter((hash) => hash !== own);
  await endSessions(console, hashes);
  if (member === undefined) return { ended: hashes.length, links: 0 };
  const links = await console.platform.store.write((tx) => cancelLinks(tx, member.id));
  return { ended: hashes.length, links };
}

/** Records the use of a session, but not of every request, and no request waits for it. Extends a person's session. */
export function noteSeen(
  { platform: { store, clock, log } }: Console,
  { session }: SessionCaller,
): void {
  const nowMs = clock();
  if (nowMs - session.seenAt < consoleLimits.sessionSeenMs) return;
  const expiresAt = session.kind === 'key' ? session.expiresAt : nowMs + lifeMsOf(session.kind);
  store
    .write((tx) => touchSession(tx, session.hash, { seenAt: nowMs, expiresAt }))
    .catch((cause: unknown) => log.warn('the use of a session could not be recorded', { cause }));
}

function sessionsOf({ platform }: Console, signed: SessionCaller): Promise<OpenSession[]> {
  const { kind, role, credential, member } = signed.session;
  const only =
    kind === 'key'
      ? { credentialId: credential?.id }
      : { memberId: role === 'owner' ? undefined : member?.id };
  return openSessions(platform.store, signed.ownerId, only, platform.clock());
}

/** Their streams end at once. */
export async function endSessions(
  { platform, watch }: Console,
  hashes: readonly string[],
): Promise<void> {
  await platform.store.write(async (tx) => {
    for (const hash of hashes) await deleteSession(tx, hash);
  });
  for (const hash of hashes) watch.announceEnd(hash);
}

// The hash that identifies a session in the store is not shown.
function idOf(hash: string): string {
  return `ses_${createHash('sha256').update(hash).digest('base64url').slice(0, 22)}`;
}
