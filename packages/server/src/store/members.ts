/** The people of an owner who work in the console. */
import type { MemberRole } from '@baraza/contract';
import { insertInto, readNumber } from './rows.ts';
import { type Reader, sql, type Writer } from './store.ts';

export interface MemberRow {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
  /** As it was entered; it signs in once it is confirmed. */
  readonly email: string | null;
  /** The address that signs in. */
  readonly confirmed_email: string | null;
  readonly role: MemberRole;
  readonly created_at: number;
  readonly joined_at: number | null;
}

export interface ListedMember extends MemberRow {
  readonly passkeys: number;
  readonly last_seen_at: number | null;
}

const columns = sql`members.id, members.owner_id, members.name, members.email, members.confirmed_email,
  members.role, members.created_at, members.joined_at`;

/** 0 rows if there is one with this id. */
export function insertMember(tx: Writer, member: MemberRow): Promise<number> {
  return tx.run(sql`${insertInto('members', columns, [member])} ON CONFLICT DO NOTHING`);
}

/** In the order in which they came. */
export function membersOf(reader: Reader, ownerId: string): Promise<ListedMember[]> {
  return reader.all(sql`SELECT ${columns},
      (SELECT count(*) FROM passkeys WHERE passkeys.member_id = members.id) AS passkeys,
      (SELECT max(coalesce(console_sessions.last_seen_at, console_sessions.created_at))
        FROM console_sessions WHERE console_sessions.member_id = members.id) AS last_seen_at
    FROM members WHERE members.owner_id = ${ownerId} ORDER BY members.created_at, members.id`);
}

export function findMember(reader: Reader, ownerId: string, id: string) {
  return reader.get<MemberRow>(
    sql`SELECT ${columns} FROM members WHERE id = ${id} AND owner_id = ${ownerId}`,
  );
}

/** The oldest member with the role `owner`. */
export function firstMemberWithOwnerRole(
  reader: Reader,
  ownerId: string,
): Promise<MemberRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM members
    WHERE owner_id = ${ownerId} AND role = 'owner' ORDER BY created_at, id LIMIT 1`);
}

export function countMembers(reader: Reader, ownerId: string): Promise<number> {
  return readNumber(reader, sql`SELECT count(*) FROM members WHERE owner_id = ${ownerId}`);
}

/** How many members have the role `owner`, without counting the member `id`. */
export function countOtherOwners(reader: Reader, ownerId: string, id: string): Promise<number> {
  const query = sql`SELECT count(*) FROM members
      WHERE owner_id = ${ownerId} AND role = 'owner' AND id <> ${id}`;
  return readNumber(reader, query);
}

/** The members who have confirmed this e-mail address, each with the name of the owner they belong to. */
export function membersByEmail(reader: Reader, email: string, count: number) {
  return reader.all<
    MemberRow & { owner_name: string }
  >(sql`SELECT ${columns}, owners.name AS owner_name
    FROM members JOIN owners ON owners.id = members.owner_id
    WHERE members.confirmed_email = ${email} ORDER BY members.created_at, members.id LIMIT ${count}`);
}

/** A member of the owner, other than `except`, who has confirmed this e-mail address. */
export function findMemberWithEmail(
  reader: Reader,
  { ownerId, email, except }: { ownerId: string; email: string; except: string },
): Promise<{ readonly id: string } | undefined> {
  return reader.get(sql`SELECT id FROM members
    WHERE owner_id = ${ownerId} AND confirmed_email = ${email} AND id <> ${except}`);
}

export function updateMember(
  tx: Writer,
  {
    id,
    name,
    email,
    confirmed_email,
    role,
  }: Pick<MemberRow, 'id' | 'name' | 'email' | 'confirmed_email' | 'role'>,
): Promise<number> {
  return tx.run(sql`UPDATE members SET name = ${name}, email = ${email},
      confirmed_email = ${confirmed_email}, role = ${role}
    WHERE id = ${id}`);
}

export function confirmEmail(tx: Writer, id: string, email: string): Promise<number> {
  return tx.run(sql`UPDATE members SET confirmed_email = ${email} WHERE id = ${id}`);
}

export function markJoined(tx: Writer, id: string, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE members SET joined_at = ${nowMs}
    WHERE id = ${id} AND joined_at IS NULL`);
}

/** With their sessions, links and passkeys. */
export function deleteMember(tx: Writer, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM members WHERE id = ${id}`);
}
