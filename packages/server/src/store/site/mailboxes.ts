/** Addresses for notices by e-mail: an owner confirms each of them once, for all sites. */
import { type Reader, sql, type Writer } from '../store.ts';

interface MailboxRow {
  readonly owner_id: string;
  readonly email: string;
  /** The hash of the latest link; null once it was used. */
  readonly token_hash: string | null;
  readonly expires_at: number;
  readonly confirmed_at: number | null;
}

export function findMailbox(reader: Reader, ownerId: string, email: string) {
  return reader.get<Pick<MailboxRow, 'confirmed_at'>>(sql`SELECT confirmed_at FROM mailboxes
    WHERE owner_id = ${ownerId} AND email = ${email}`);
}

/** Stores the latest link; 0 rows when the address is confirmed already. */
export function offerMailboxLink(
  tx: Writer,
  { owner_id, email, token_hash, expires_at }: Omit<MailboxRow, 'confirmed_at'>,
): Promise<number> {
  return tx.run(sql`INSERT INTO mailboxes (owner_id, email, token_hash, expires_at)
    VALUES (${owner_id}, ${email}, ${token_hash}, ${expires_at})
    ON CONFLICT (owner_id, email) DO UPDATE SET
      token_hash = excluded.token_hash, expires_at = excluded.expires_at
    WHERE mailboxes.confirmed_at IS NULL`);
}

/** The address that a link confirms, while the link is valid. */
export function findMailboxOfLink(reader: Reader, tokenHash: string, nowMs: number) {
  return reader.get<Pick<MailboxRow, 'owner_id' | 'email'>>(sql`SELECT owner_id, email
    FROM mailboxes
    WHERE token_hash = ${tokenHash} AND expires_at > ${nowMs}`);
}

/** 0 rows when the link was used, replaced or has expired. */
export function confirmMailbox(tx: Writer, tokenHash: string, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE mailboxes SET confirmed_at = ${nowMs}, token_hash = NULL
    WHERE token_hash = ${tokenHash} AND expires_at > ${nowMs}`);
}

export function confirmedMailboxes(reader: Reader, ownerId: string) {
  return reader.all<{ email: string; confirmed_at: number }>(sql`SELECT email, confirmed_at
    FROM mailboxes WHERE owner_id = ${ownerId} AND confirmed_at IS NOT NULL ORDER BY email LIMIT 100`);
}

/** Does not change an address that the owner already has here. */
export function insertConfirmedMailbox(
  tx: Writer,
  ownerId: string,
  { email, confirmed_at }: { readonly email: string; readonly confirmed_at: number },
): Promise<number> {
  return tx.run(sql`INSERT INTO mailboxes (owner_id, email, expires_at, confirmed_at)
    VALUES (${ownerId}, ${email}, ${confirmed_at}, ${confirmed_at}) ON CONFLICT DO NOTHING`);
}
