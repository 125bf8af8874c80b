/** Usage reports of nodes: counts per day, signed with a key that the node publishes at its own address. */
import { dayMs, nodeLimits, type ReportClaims, reportClaimsSchema } from '@baraza/contract';
import { type Clock, isoTime } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import {
  countNodeDays,
  findGrant,
  type GrantRow,
  keepNodeDays,
  pruneNodeDays,
} from '../store/nodes.ts';
import type { Store } from '../store/store.ts';
import { createKeyCache } from './fetch-keys.ts';
import { coversSite } from './grants.ts';
import { assertSigned, readClaims } from './signing.ts';

interface ReportContext {
  readonly store: Store;
  readonly clock: Clock;
}

/** Accepts reports; resolves to the number of days of a report once they are stored. */
export function createReportHandler(context: ReportContext) {
  const cachedKeys = createKeyCache(context.clock);
  const keysOf = (origin: string, kid: string) =>
    cachedKeys(origin, kid).catch((cause: unknown) => {
      // Not an internal error: the node reports again when it can be reached.
      throw reportProblem('cannot be checked: its node does not publish its keys', cause);
    });
  return async (report: string): Promise<number> => {
    const { claims, kid } = await readClaims(
      report,
      'node-report+jwt',
      reportClaimsSchema,
      (cause) => new Problem('invalid', 'This is not a report of a node.', { cause }),
    );
    const grant = await requireGrant(context, claims);
    const keys = await keysOf(grant.origin, kid);
    await assertSigned(report, keys, (cause) =>
      reportProblem('is not signed by a key that its node publishes', cause),
    );
    assertCovered(claims, grant, context.clock());
    await context.store.write(async (tx) => {
      await keepNodeDays(tx, grant.node_id, claims.read_at, claims.days);
      // Checked afterwards, since a day that is reported again takes no more room.
      if ((await countNodeDays(tx, grant.node_id)) > nodeLimits.reportedRowsPerNodeMax)
        throw new Problem('quota', 'This node has reported more sites and days than are kept.');
    });
    return claims.days.length;
  };
}

/** Deletes counts older than a little more than a year. */
export function forgetOldReports({ store, clock }: ReportContext) {
  const before = isoTime(clock() - nodeLimits.reportedKeptMs).slice(0, 10);
  return store.write((tx) => pruneNodeDays(tx, before));
}

async function requireGrant(
  { store, clock }: ReportContext,
  { grant: jti, iss }: ReportClaims,
): Promise<GrantRow> {
  const grant = await findGrant(store, jti);
  if (grant === undefined || grant.node_id !== iss)
    throw reportProblem('names no grant of this server');
  if (grant.revoked_at !== null) throw reportProblem('uses a grant that was revoked');
  if (grant.expires_at <= clock()) throw reportProblem('uses a grant that has expired');
  return grant;
}

function assertCovered(claims: ReportClaims, grant: GrantRow, nowMs: number): void {
  if (claims.read_at > nowMs + nodeLimits.clockAheadMs)
    throw new Problem('invalid', 'This report was read in the future: a clock is wrong.');
  const sites = JSON.parse(grant.sites) as readonly string[];
  const from = isoTime(nowMs - nodeLimits.reportAgeMaxMs).slice(0, 10);
  const to = isoTime(nowMs + dayMs).slice(0, 10);
  const seen = new Set<string>();
  for (const { site, date } of claims.days) {
    if (!coversSite(sites, site))
      throw new Problem('invalid', `This node is not authorised for the site ${site}.`);
    if (date < from || date > to)
      throw new Problem('invalid', `A report may have only days from ${from} to ${to}.`);
    seen.add(`${date} ${site}`);
  }
  if (seen.size < claims.days.length)
    throw new Problem('invalid', 'A report may have each day of a site only once.');
}

function reportProblem(why: string, cause?: unknown): Problem {
  return new Problem('unauthorized', `This report ${why}.`, { cause });
}
