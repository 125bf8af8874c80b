/** Passkeys of members, and the challenges that were answered with one. */
import { insertInto, readNumber } from './rows.ts';
import { type Reader, sql, type Writer } from './store.ts';

export interface PasskeyRow {
  /** The credential id in base64url. */
  readonly id: string;
  readonly member_id: string;
  readonly name: string;
  /** COSE, in base64url. */
  readonly public_key: string;
  readonly counter: number;
  /** A JSON list. */
  readonly transports: string;
  /** 1 if it signs an operator in. */
  readonly operator: number;
  /** The credential in whose session it was added, and with which it ends. */
  readonly credential_id: string | null;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

const columns = sql`passkeys.id, passkeys.member_id, passkeys.name, passkeys.public_key, passkeys.counter,
  passkeys.transports, passkeys.operator, passkeys.credential_id, passkeys.created_at, passkeys.last_used_at`;

/** 0 rows if it is registered already. */
export function insertPasskey(tx: Writer, passkey: PasskeyRow): Promise<number> {
  return tx.run(sql`${insertInto('passkeys', columns, [passkey])} ON CONFLICT (id) DO NOTHING`);
}

export function passkeysOf(reader: Reader, memberId: string): Promise<PasskeyRow[]> {
  return reader.all(sql`SELECT ${columns} FROM passkeys WHERE member_id = ${memberId}
    ORDER BY created_at, id`);
}

export function countPasskeys(reader: Reader, memberId: string): Promise<number> {
  return readNumber(reader, sql`SELECT count(*) FROM passkeys WHERE member_id = ${memberId}`);
}

/** A passkey that signs in; undefined if the credential behind it has ended. */
export function findPasskey(reader: Reader, id: string, nowMs: number) {
  return reader.get<PasskeyRow & { owner_id: string }>(sql`SELECT ${columns}, members.owner_id
    FROM passkeys JOIN members ON members.id = passkeys.member_id
    WHERE passkeys.id = ${id} AND (passkeys.credential_id IS NULL
      OR EXISTS (SELECT 1 FROM keys WHERE keys.id = passkeys.credential_id
        AND keys.revoked_at IS NULL AND (keys.expires_at IS NULL OR keys.expires_at > ${nowMs})))`);
}

export function findPasskeyOf(reader: Reader, memberId: string, id: string) {
  return reader.get<PasskeyRow>(sql`SELECT ${columns} FROM passkeys
    WHERE id = ${id} AND member_id = ${memberId}`);
}

/** 0 rows if a later use was recorded meanwhile, or the passkey was removed. */
export function usePasskey(
  tx: Writer,
  used: { readonly id: string; readonly counter: number; readonly newCounter: number },
  nowMs: number,
): Promise<number> {
  return tx.run(sql`UPDATE passkeys SET counter = ${used.newCounter}, last_used_at = ${nowMs}
    WHERE id = ${used.id} AND counter = ${used.counter}`);
}

export function deletePasskey(tx: Writer, memberId: string, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM passkeys WHERE id = ${id} AND member_id = ${memberId}`);
}

export function deleteOperatorPasskeys(tx: Writer, memberId: string): Promise<number> {
  return tx.run(sql`DELETE FROM passkeys WHERE member_id = ${memberId} AND operator = 1`);
}

/** 0 rows if it was answered before, in any process. */
export function spendChallenge(tx: Writer, hash: string, expiresAt: number): Promise<number> {
  return tx.run(sql`INSERT INTO used_challenges (hash, expires_at) VALUES (${hash}, ${expiresAt})
    ON CONFLICT (hash) DO NOTHING`);
}
