/** Devices of people that show notices. */
import { consoleLimits, type Language, type MemberRole } from '@baraza/contract';
import { isValidAt, sessionsAndKeys } from './console.ts';
import { hasRows, insertInto, listOf, typed } from './rows.ts';
import { type Query, type Reader, sql, type Writer } from './store.ts';

interface PushKeyRow {
  readonly public: string;
  /** Sealed. */
  readonly private: string;
}

export function findPushKey(reader: Reader): Promise<PushKeyRow | undefined> {
  return reader.get(sql`SELECT public, private FROM push_keys WHERE id = 1`);
}

/** 0 rows if another process was first. */
export function insertPushKey(tx: Writer, key: PushKeyRow, nowMs: number): Promise<number> {
  return tx.run(sql`INSERT INTO push_keys (id, public, private, created_at)
    VALUES (1, ${key.public}, ${key.private}, ${nowMs}) ON CONFLICT DO NOTHING`);
}

export function deletePushKey(tx: Writer, key: Pick<PushKeyRow, 'public'>): Promise<number> {
  return tx.run(sql`DELETE FROM push_keys WHERE public = ${key.public}`);
}

export interface PushDeviceRow {
  readonly id: string;
  readonly owner_id: string;
  readonly member_id: string;
  readonly session_hash: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: Language | null;
  readonly name: string;
  readonly created_at: number;
}

/**
 * A browser has one session and one endpoint: a new row replaces those of either. That of another person only with the
 * same keys, which only the browser knows: it signed in as somebody else. Otherwise 0 rows, and theirs stays.
 */
export async function insertPushDevice(tx: Writer, device: PushDeviceRow): Promise<number> {
  await tx.run(sql`DELETE FROM push_devices WHERE session_hash = ${device.session_hash}
    OR (endpoint = ${device.endpoint} AND (member_id = ${device.member_id}
      OR (p256dh = ${device.p256dh} AND auth = ${device.auth})))`);
  const inserted = insertInto('push_devices', deviceColumns, [device]);
  return tx.run(sql`${inserted} ON CONFLICT DO NOTHING`);
}

/** The devices of a member whose session is valid, the newest first. */
export function pushDevicesOf(reader: Reader, memberId: string, nowMs: number) {
  return reader.all<PushDeviceRow>(sql`SELECT ${deviceColumns} FROM ${devicesAndSessions}
    WHERE push_devices.member_id = ${memberId} AND ${isValidAt(nowMs)}
    ORDER BY push_devices.created_at DESC, push_devices.id`);
}

/** Undefined if the device is gone, or its session has ended. */
export function findPushDevice(reader: Reader, id: string, nowMs: number) {
  return reader.get<PushDeviceRow & { role: MemberRole }>(sql`SELECT ${deviceColumns}, members.role
    FROM ${devicesAndSessions}
    WHERE push_devices.id = ${id} AND ${isValidAt(nowMs)}`);
}

export function deletePushDevice(tx: Writer, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM push_devices WHERE id = ${id}`);
}

/** Whether a notice for these roles would reach a device. */
export function hasPushDevices(
  reader: Reader,
  ownerId: string,
  roles: readonly MemberRole[],
  nowMs: number,
): Promise<boolean> {
  const query = sql`SELECT 1 FROM ${devicesAndSessions} WHERE ${isReached(ownerId, roles, nowMs)} LIMIT 1`;
  return hasRows(reader, query);
}

const deviceColumns = sql`push_devices.id, push_devices.owner_id, push_devices.member_id,
  push_devices.session_hash, push_devices.endpoint, push_devices.p256dh, push_devices.auth,
  push_devices.language, push_devices.name, push_devices.created_at`;

const devicesAndSessions = sql`${sessionsAndKeys}
  JOIN push_devices ON push_devices.session_hash = console_sessions.hash
  JOIN members ON members.id = push_devices.member_id`;

function isReached(ownerId: string, roles: readonly MemberRole[], nowMs: number): Query {
  return sql`push_devices.owner_id = ${ownerId} AND members.role IN (${listOf(roles)})
    AND ${isValidAt(nowMs)}`;
}

/** Counts one more item for each device of the owner's people, but not where as many wait as may. */
export function takePushPlaces(
  tx: Writer,
  owner: string,
  roles: readonly MemberRole[],
  nowMs: number,
): Promise<{ readonly receiver: string }[]> {
  const { pushDevicesPerNoticeMax: devicesMax, pushesPendingMax: waitingMax } = consoleLimits;
  const now = typed('bigint', nowMs);
  return tx.all(sql`INSERT INTO receivers (kind, receiver, owner, waiting, next_at)
    SELECT 'push', push_devices.id, ${typed('text', owner)}, 1, ${now} FROM ${devicesAndSessions}
      WHERE ${isReached(owner, roles, nowMs)} ORDER BY push_devices.created_at DESC LIMIT ${devicesMax}
    ON CONFLICT (kind, receiver) DO UPDATE SET waiting = receivers.waiting + 1,
      next_at = CASE WHEN receivers.next_at < excluded.next_at THEN receivers.next_at ELSE excluded.next_at END
      WHERE receivers.waiting < ${waitingMax}
    RETURNING receiver`);
}
