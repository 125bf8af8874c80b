/** Leases of periodic work of one process at a time; a lease ends with its work or the death of its holder. */
import { hasRows, storeNow } from '../rows.ts';
import { type Reader, sql, type Writer } from '../store.ts';

interface Lease {
  readonly name: string;
  readonly holder: string;
}

export async function isLeaseFree(reader: Reader, name: string, nowMs: number): Promise<boolean> {
  return !(await hasRows(
    reader,
    sql`SELECT 1 FROM leases WHERE name = ${name}
      AND (next_at > ${storeNow(nowMs)} OR until > ${storeNow(nowMs)})`,
  ));
}

/** 0 when it is not due, or another holds it. */
export function takeLease(tx: Writer, { name, holder }: Lease, heldMs: number, nowMs: number) {
  return tx.run(sql`INSERT INTO leases (name, holder, until, next_at)
    VALUES (${name}, ${holder}, ${storeNow(nowMs)} + ${heldMs}, 0)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE leases.next_at <= ${storeNow(nowMs)} AND leases.until <= ${storeNow(nowMs)}`);
}

/** 0 when the lease was lost to another holder. */
export function renewLease(tx: Writer, { name, holder }: Lease, heldMs: number, nowMs: number) {
  return tx.run(sql`UPDATE leases SET until = ${storeNow(nowMs)} + ${heldMs}
    WHERE name = ${name} AND holder = ${holder}`);
}

/** The work is done, and due again after this time. */
export function finishLease(tx: Writer, { name, holder }: Lease, everyMs: number, nowMs: number) {
  return tx.run(sql`UPDATE leases SET holder = NULL, until = 0,
      next_at = ${storeNow(nowMs)} + ${everyMs}
    WHERE name = ${name} AND holder = ${holder}`);
}

/** The work was interrupted: another process may continue it now. */
export function leaveLease(tx: Writer, { name, holder }: Lease): Promise<number> {
  return tx.run(sql`UPDATE leases SET holder = NULL, until = 0
    WHERE name = ${name} AND holder = ${holder}`);
}
