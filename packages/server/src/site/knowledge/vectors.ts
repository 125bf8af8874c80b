/** What the engine loads of a site (`EngineSource`); makes missing vectors in the background, and stores them. */
import { createHash } from 'node:crypto';
import type { Engine, EngineSource } from '../../engine/engine.ts';
import type { DiskRoom } from '../../kernel/disk/disk-room.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import type { Log } from '../../kernel/log.ts';
import { absentSite } from '../../kernel/problem.ts';
import { race } from '../../kernel/race.ts';
import { findSite, readProfile, type SiteRow } from '../../store/site/sites.ts';
import { insertVectors, removeVectors, vectorBatches } from '../../store/site/vectors.ts';
import type { Store } from '../../store/store.ts';

/** A version of a site. `created_at` distinguishes a new site that reuses a slug. */
export type SiteVersion = Pick<SiteRow, 'id' | 'version' | 'created_at'>;
type OwnedVersion = SiteVersion & Pick<SiteRow, 'owner_id'>;

export function stampOf({ created_at, version }: Omit<SiteVersion, 'id'>): string {
  return `${created_at} ${version}`;
}

const textsAtOnce = 32;
// Two sites at once, and of each site one version.
const queueSize = { atOnce: 2, ofOneMax: 1, waitingMax: Infinity, waitMs: 2 ** 31 - 1 };
const draftTextsMax = 64;
// The pause after a failure.
const retryDelayMs = 60_000;

export function createVectors({
  store,
  log,
  engine,
  disk,
}: {
  readonly store: Store;
  readonly log: Log;
  readonly engine: Engine;
  readonly disk: Pick<DiskRoom, 'assertRoom'>;
}) {
  const queue = createFairQueue(queueSize, { sentence: 'Too many vectors are being made.' });
  /** The newest version of each site whose vectors are being made. */
  const newest = new Map<string, OwnedVersion>();
  const running = new Set<Promise<void>>();
  let pausedUntilMs = 0;
  const stopping = new AbortController();
  const { signal } = stopping;

  /** What the engine loads of a site; opening it starts making the missing vectors. */
  const sourceOf = (site: OwnedVersion): EngineSource => ({
    id: `site ${site.id}`,
    stamp: stampOf(site),
    owner: site.owner_id,
    load: async () => {
      const row = await readProfile(store, site.id);
      if (row === undefined) throw absentSite();
      return { profile: row.profile };
    },
    vectors: engine.hasEncoder ? () => vectorBatches(store, site.id) : undefined,
    onOpened: ({ missing }) => {
      if (missing > 0) start(site);
    },
  });

  /** Whether vectors of this version are still being made. */
  const isMaking = (site: OwnedVersion): boolean => {
    const known = newest.get(site.id);
    return known !== undefined && stampOf(known) === stampOf(site);
  };

  const start = (site: OwnedVersion): void => {
    if (signal.aborted || isMaking(site)) return;
    const delayLeftMs = pausedUntilMs - performance.now();
    if (delayLeftMs > 0) {
      setTimeout(() => start(site), delayLeftMs).unref();
      return;
    }
    newest.set(site.id, site);
    const job = queue
      .run(() => run(site), { account: site.id })
      .finally(() => {
        running.delete(job);
      });
    running.add(job);
  };

  const run = async (site: OwnedVersion): Promise<void> => {
    try {
      await make(site);
    } catch (cause) {
      const isGone = (await findSite(store, site.id).catch(() => undefined)) === undefined;
      if (signal.aborted || isGone) return;
      pausedUntilMs = performance.now() + retryDelayMs;
      log.warn('vectors could not be made; sites are searched by words', { site: site.id, cause });
      setTimeout(() => start(site), retryDelayMs).unref();
    } finally {
      if (newest.get(site.id) === site) newest.delete(site.id);
    }
  };

  const make = async (site: OwnedVersion): Promise<void> => {
    const source = sourceOf(site);
    // Stops for a newer version, which uses the vectors that exist so far.
    while (!signal.aborted && newest.get(site.id) === site) {
      disk.assertRoom('writes');
      const { made, missing, unused } = await race(engine.embed(source, textsAtOnce), {
        signal,
      });
      const rows = made.map(([hash, vector]) => ({ hash, vector }));
      await store.write((tx) => insertVectors(tx, site.id, rows));
      if (missing > 0 && made.length > 0) continue;
      if (missing === 0) engine.vectorsStored(source);
      return removeVectors(store, site, unused);
    }
  };

  /** Waits until none are being made. */
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };

  return {
    sourceOf,
    /** `sourceOf` with an unsaved profile, as JSON; searched by meaning if few vectors are missing. */
    draftOf: (site: OwnedVersion, profile: string): EngineSource => ({
      ...sourceOf(site),
      id: `draft ${site.id}`,
      stamp: createHash('sha256').update(profile).digest('base64url'),
      load: async () => ({ profile }),
      onOpened: undefined,
      embedMax: draftTextsMax,
    }),
    isMaking,
    idle,
    /** Aborts vectors that are being made; they are made when the engine opens the site again. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await idle();
    },
  };
}
