/** Reports the usage of a node to its operator (at-least-once, from the store) and monitors its grant. */
import {
  type DayCounts,
  dayMs,
  type GrantClaims,
  minuteMs,
  nodeLimits,
  type ReportClaims,
} from '@baraza/contract';
import { safeOutboundPost } from '../http/outbound/safe-outbound.ts';
import { isoTime } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { markReported, unreportedDays } from '../store/nodes.ts';
import { fetchKeys } from './fetch-keys.ts';
import { nodeIdOf } from './origin.ts';
import { type GrantText, grantFault, readGrant } from './own-grant.ts';
import { type SigningParts, signClaims } from './signing.ts';

export const reportMs = 5 * minuteMs;
const answerMs = 15_000;
const endsSoonMs = 7 * dayMs;

interface ReporterParts extends SigningParts {
  readonly log: Log;
  /** The origin of this node. */
  readonly origin: () => string;
  readonly operator: string;
  readonly readGrantFile: () => Promise<GrantText>;
}

export function createReporter(parts: ReporterParts) {
  const { log } = parts;
  let lastWarning = '';
  // A warning that repeats every five minutes is logged once.
  const warn = (sentence: string) => {
    if (sentence !== lastWarning && sentence !== '') log.warn(sentence);
    lastWarning = sentence;
  };
  /** One round: checks the grant and sends unreported usage. */
  const report = async (signal: AbortSignal): Promise<void> => {
    const { text, fault } = await parts.readGrantFile();
    const wrong =
      text === null
        ? `The file of BARAZA_GRANT_FILE ${fault}.`
        : await findGrantFault(parts, text, signal);
    const claims = text === null ? undefined : await readGrant(text);
    if (claims === undefined || wrong !== undefined)
      warn(`${wrong} Until that is fixed, applications use ${parts.operator} instead.`);
    else warn((await sendAll(parts, claims, signal)) ?? endsSoon(parts, claims) ?? '');
  };
  return { report };
}

async function findGrantFault(
  { origin, operator, clock }: ReporterParts,
  grant: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  // An unreachable operator does not invalidate the grant.
  const keys = await fetchKeys(operator, signal).catch(() => undefined);
  return grantFault(grant, { origin: origin(), operator, nowMs: clock(), keys });
}

function endsSoon({ clock }: ReporterParts, { exp }: GrantClaims): string | undefined {
  if (exp * 1000 - clock() > endsSoonMs) return undefined;
  return `The grant of this node ends at ${isoTime(exp * 1000)}; ask its operator for another in time.`;
}

/** One sentence that says what went wrong, if anything did. */
async function sendAll(
  parts: ReporterParts,
  { jti, sites }: GrantClaims,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { store, clock } = parts;
  while (!signal.aborted) {
    const readAt = clock();
    // One day less than the operator accepts, so that none is refused for being a minute too old.
    const since = isoTime(readAt - nodeLimits.reportAgeMaxMs + dayMs).slice(0, 10);
    const days = await unreportedDays(store, { since, sites, limit: nodeLimits.reportRowsMax });
    if (days.length === 0) return undefined;
    const fault = await send(parts, { grant: jti, read_at: readAt, days }, signal);
    if (fault !== undefined) return fault;
    await store.write((tx) => markReported(tx, days));
  }
  return undefined;
}

async function send(
  parts: ReporterParts,
  report: { readonly grant: string; readonly read_at: number; readonly days: DayCounts[] },
  signal: AbortSignal,
): Promise<string | undefined> {
  const iss = nodeIdOf(parts.origin());
  const claims: ReportClaims = { iss, ...report };
  const { jws } = await signClaims(parts, 'node-report+jwt', claims);
  const outcome = await safeOutboundPost({
    url: `${parts.operator}/v1/nodes/reports`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ report: jws }),
    timeoutMs: answerMs,
    signal,
    // Private addresses are allowed: the operator URL comes from the settings.
    allowPrivate: true,
  });
  if ('status' in outcome && outcome.status === 200) return undefined;
  const why = 'status' in outcome ? `answered ${outcome.status}` : outcome.fault;
  return `The operator ${parts.operator} did not accept the usage report (${why}); it is sent again later.`;
}
