import { Problem } from '../../kernel/problem.ts';
import { liveIdsOf, renewLive } from '../../store/site/live.ts';
import { findSite, type SiteRow, sitesTalking } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { whyAbsent } from '../moves/moved-site.ts';
import type { OpenSession } from './session-registry.ts';

const renewMs = 5_000;

type WatchContext = Pick<Assistant, 'live' | 'store' | 'clock' | 'log'>;

/**
 * Checks the open sessions against the store, for changes by any process: a rotated key, a site that was deleted or
 * does not admit the visitor any more, a newer session of the same visitor.
 */
export function watchSessions(assistant: WatchContext): void {
  const { live, store, clock, log } = assistant;
  let renewedMs = live.time.nowMs();
  const check = async (): Promise<void> => {
    if (live.time.nowMs() - renewedMs >= renewMs) {
      renewedMs = live.time.nowMs();
      await store.write((tx) => renewLive(tx, live.process, clock()));
    }
    // Sessions that open meanwhile are checked the next time: their rows may be newer than what is read here.
    const sessions = [...live.sessions];
    await readSites(assistant, sessions);
    const known = await liveIdsOf(store, live.process);
    for (const [id, { session }] of sessions) if (!known.has(id)) session.stop('replaced');
  };
  live.watch(() =>
    check().catch((cause: unknown) => log.warn('live sessions were not checked', { cause })),
  );
}

// One query for all sites.
async function readSites(
  assistant: WatchContext,
  sessions: readonly (readonly [string, OpenSession])[],
): Promise<void> {
  const { store, live } = assistant;
  const rows = await sitesTalking(store, live.process);
  const sites = new Map(rows.map((site) => [site.id, site]));
  for (const [id, open] of sessions) {
    const site = sites.get(open.site.id) ?? (await findSite(store, open.site.id));
    if (site === undefined) open.session.stop(await whyAbsent(store, open.site.id));
    else if (isChanged(open.site, site)) await recheckSession(assistant, id, open, site);
  }
}

function isChanged(before: SiteRow, now: SiteRow): boolean {
  return before.version !== now.version || before.key !== now.key || before.gate !== now.gate;
}

async function recheckSession(
  { live }: WatchContext,
  id: string,
  open: OpenSession,
  site: SiteRow,
): Promise<void> {
  try {
    await open.assertAllowed();
    if (live.sessions.has(id)) live.sessions.set(id, { ...open, site });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    open.session.stop(error);
  }
}
