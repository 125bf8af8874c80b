/** Sites as sources of the engine; makes their missing vectors in the background, and stores them. */
import { createHash } from 'node:crypto';
import type { Engine, EngineSource, OpenedEdition } from '../../engine/engine.ts';
import type { Log } from '../../kernel/log.ts';
import { absentSite } from '../../kernel/problem.ts';
import { findSite, readProfile, type SiteRow } from '../../store/site/sites.ts';
import { insertVectors, removeVectors, vectorBatches } from '../../store/site/vectors.ts';
import type { Store } from '../../store/store.ts';

/** A version of a site. `created_at` distinguishes a new site that reuses a slug. */
export type Edition = Pick<SiteRow, 'id' | 'version' | 'created_at'>;
type SiteEdition = Edition & Pick<SiteRow, 'owner_id'>;

export function stampOf({ created_at, version }: Pick<Edition, 'created_at' | 'version'>): string {
  return `${created_at} ${version}`;
}

const textsAtOnce = 32;
const sitesAtOnce = 2;
const draftTextsMax = 64;
// The pause after a failure.
const restMs = 60_000;

export function createVectors(parts: {
  readonly store: Store;
  readonly log: Log;
  readonly engine: Engine;
}) {
  const { store, log, engine } = parts;
  const waiting = new Map<string, SiteEdition>();
  const underWay = new Map<string, SiteEdition>();
  const running = new Set<Promise<void>>();
  let restUntilMs = 0;
  let isStopping = false;

  /** The site as a source of the engine; opening it starts making the missing vectors. */
  const sourceOf = (site: SiteEdition): EngineSource => ({
    id: `site ${site.id}`,
    stamp: stampOf(site),
    owner: site.owner_id,
    load: async () => {
      const row = await readProfile(store, site.id);
      if (row === undefined) throw absentSite();
      return { profile: row.profile };
    },
    vectors: engine.hasEncoder ? () => vectorBatches(store, site.id) : undefined,
    onOpened: (opened) => onOpened(site, opened),
  });

  const onOpened = (site: SiteEdition, { missing }: OpenedEdition): void => {
    if (missing === 0 || isStopping || isMaking(site)) return;
    const restMsLeft = restUntilMs - performance.now();
    if (restMsLeft > 0) {
      makeLater(site, restMsLeft);
      return;
    }
    waiting.set(site.id, site);
    startNext();
  };

  const makeLater = (site: SiteEdition, waitMs: number): void => {
    setTimeout(() => onOpened(site, { passages: 0, missing: 1 }), waitMs).unref();
  };

  /** Whether vectors of this edition are still being made. */
  const isMaking = (site: SiteEdition): boolean =>
    [waiting.get(site.id), underWay.get(site.id)].some(
      (known) => known !== undefined && stampOf(known) === stampOf(site),
    );

  const make = async (site: SiteEdition): Promise<void> => {
    const source = sourceOf(site);
    // Stops for a newer edition, which uses the vectors that exist so far.
    while (!isStopping && !waiting.has(site.id)) {
      const { made, missing, unused } = await engine.embed(source, textsAtOnce);
      const rows = made.map(([hash, vector]) => ({ hash, vector }));
      await store.write((tx) => insertVectors(tx, site.id, rows));
      if (missing > 0 && made.length > 0) continue;
      if (missing === 0) engine.vectorsStored(source);
      return removeVectors(store, site, unused);
    }
  };

  const run = async (site: SiteEdition): Promise<void> => {
    try {
      await make(site);
    } catch (cause) {
      const isGone = (await findSite(store, site.id).catch(() => undefined)) === undefined;
      if (isStopping || isGone) return;
      restUntilMs = performance.now() + restMs;
      log.warn('vectors could not be made; sites are searched by words', { site: site.id, cause });
      makeLater(site, restMs);
    }
  };

  const startNext = (): void => {
    for (const [id, site] of waiting) {
      if (isStopping || running.size >= sitesAtOnce) return;
      if (underWay.has(id)) continue;
      waiting.delete(id);
      underWay.set(id, site);
      const job = run(site).finally(() => {
        underWay.delete(id);
        running.delete(job);
        startNext();
      });
      running.add(job);
    }
  };

  /** Waits until none are being made. */
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };

  return {
    sourceOf,
    /** The same with an unsaved profile, as JSON. Searched by meaning where few vectors are missing, else by words. */
    draftOf: (site: SiteEdition, profile: string): EngineSource => ({
      ...sourceOf(site),
      id: `draft ${site.id}`,
      stamp: createHash('sha256').update(profile).digest('base64url'),
      load: async () => ({ profile }),
      onOpened: undefined,
      embedMax: draftTextsMax,
    }),
    isMaking,
    idle,
    stop: async (): Promise<void> => {
      isStopping = true;
      await idle();
    },
  };
}
