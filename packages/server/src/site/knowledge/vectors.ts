/**
 * Embedding vectors of a site's texts: made in the background, cached in the store, and added to
 * the index when all are there.
 */

import { hash } from 'node:crypto';
import type { Prepared } from '../../answers/find/prepared.ts';
import type { Ask } from '../../answers/knowledge.ts';
import type { Log } from '../../kernel/log.ts';
import { inSteps } from '../../kernel/steps.ts';
import type { Encoder } from '../../models/models.ts';
import { findSite } from '../../store/site/sites.ts';
import { insertVectors, readVectors, removeVectors } from '../../store/site/vectors.ts';
import type { Store } from '../../store/store.ts';
import { type Edition, stampOf } from './edition.ts';
import { readVectorText, vectorText } from './vector-text.ts';

export interface Vectors {
  /** The same with its vectors; undefined while the store lacks some. Without an encoder, as it was. */
  readonly join: (site: Edition, prepared: Prepared) => Promise<Prepared | undefined>;
  /**
   * What is not saved, with the vectors that are kept of its site and the few that it lacks; by
   * words where those are many, or late.
   */
  readonly joinDraft: (site: Pick<Edition, 'id'>, prepared: Prepared) => Promise<Prepared>;
  /** Makes the missing vectors of an edition, then calls `onComplete` once; does nothing without an encoder. */
  readonly make: (site: Edition, work: Work) => void;
  /** Whether vectors of this edition are still being made. */
  readonly isMaking: (site: Edition) => boolean;
  /** The vectors of what a visitor asks, if they come in time. */
  readonly ofQuestion: (ask: Pick<Ask, 'question' | 'history'>) => Promise<QuestionVectors>;
  /** Waits until none are being made. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

type QuestionVectors = Pick<Ask, 'vector' | 'joinedVector'>;

interface Work {
  /** Called when its turn comes, so that queued work holds no memory. */
  readonly prepared: () => Promise<Prepared>;
  readonly onComplete: (prepared: Prepared) => void;
}

export const noVectors: Vectors = {
  join: async (_site, prepared) => prepared,
  joinDraft: async (_site, prepared) => prepared,
  make: () => {},
  isMaking: () => false,
  ofQuestion: async () => ({}),
  idle: async () => {},
  stop: async () => {},
};

const textsAtOnce = 64;
const sitesAtOnce = 4;
const questionMs = 200;
// It starts within this; a visitor rather waits a moment than gets a poorer answer.
const startMs = 1_000;
const restMs = 60_000;
// An owner who tries a change has changed a little; whoever tries a whole new profile sees what is found by words.
const draftTextsMax = 64;
const draftMs = 1_500;

export function createVectors(parts: {
  readonly store: Store;
  readonly log: Log;
  readonly loadEncoder: () => Promise<Encoder | undefined>;
}): Vectors {
  const { store, log } = parts;
  const stopping = new AbortController();
  const waiting = new Map<string, { readonly site: Edition; readonly work: Work }>();
  const underWay = new Map<string, Edition>();
  const running = new Set<Promise<void>>();
  let restUntilMs = 0;
  let loading: Promise<Encoder | undefined> | undefined;
  let encoder: Encoder | undefined;

  const loaded = async (): Promise<Encoder | undefined> => {
    loading ??= parts.loadEncoder().catch((cause: unknown) => {
      log.warn('there is no encoder; sites are found by words', { cause });
      return undefined;
    });
    encoder = await loading;
    return encoder;
  };

  const join: Vectors['join'] = async (site, prepared) => {
    const by = await loaded();
    if (by === undefined) return prepared;
    try {
      return await joinStored(by, site, prepared);
    } catch (cause) {
      log.warn('the vectors of a site cannot be read; it is found by words', {
        site: site.id,
        cause,
      });
      return prepared;
    }
  };

  const joinStored = async (by: Encoder, site: Edition, prepared: Prepared) => {
    const { encodedTexts, joiningVectors } = await import('../../answers/find/encoder-texts.ts');
    const hashes = await inSteps(hashing(by.model, encodedTexts(prepared)));
    const kept = await readVectors(store, site.id);
    if ([...hashes.values()].some((name) => !kept.has(name))) return undefined;
    const vectorOf = (text: string) => {
      const row = kept.get(hashes.get(text) ?? '');
      return row === undefined ? undefined : readVectorText(row);
    };
    return inSteps(joiningVectors(prepared, { vectorOf }));
  };

  const joinDraft: Vectors['joinDraft'] = async (site, prepared) => {
    const by = await loaded();
    if (by === undefined) return prepared;
    try {
      const { encodedTexts, joiningVectors } = await import('../../answers/find/encoder-texts.ts');
      const hashes = await inSteps(hashing(by.model, encodedTexts(prepared)));
      const kept = await readVectors(store, site.id);
      const missing = [...hashes].flatMap(([text, name]) => (kept.has(name) ? [] : [text]));
      if (missing.length > draftTextsMax) return prepared;
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(draftMs)]);
      const vectors = await by.embed(missing, signal);
      const made = new Map(missing.map((text, index) => [text, vectors[index]]));
      const vectorOf = (text: string) => {
        const row = kept.get(hashes.get(text) ?? '');
        return row === undefined ? made.get(text) : readVectorText(row);
      };
      return await inSteps(joiningVectors(prepared, { vectorOf }));
    } catch (cause) {
      log.debug('a draft has no vectors; it is found by words', { site: site.id, cause });
      return prepared;
    }
  };

  const makeMissing = async (site: Edition, prepared: Prepared, by: Encoder): Promise<void> => {
    const { encodedTexts } = await import('../../answers/find/encoder-texts.ts');
    const hashes = await inSteps(hashing(by.model, encodedTexts(prepared)));
    const kept = await readVectors(store, site.id);
    const missing = [...hashes].filter(([, name]) => !kept.has(name));
    for (let from = 0; from < missing.length; from += textsAtOnce) {
      const part = missing.slice(from, from + textsAtOnce);
      const texts = part.map(([text]) => text);
      const vectors = await by.embed(texts, stopping.signal);
      const rows = part.map(([, name], index) => ({
        hash: name,
        vector: vectorText(vectors[index] ?? new Float32Array()),
      }));
      await store.write((tx) => insertVectors(tx, site.id, rows));
      // A newer edition waits; what was made so far serves it too.
      if (waiting.has(site.id)) return;
    }
    const used = new Set(hashes.values());
    const unused = [...kept.keys()].filter((name) => !used.has(name));
    await removeVectors(store, site, unused);
  };

  const isGone = async ({ id }: Edition): Promise<boolean> =>
    (await findSite(store, id).catch(() => undefined)) === undefined;

  const run = async (site: Edition, work: Work, by: Encoder): Promise<void> => {
    try {
      const prepared = await work.prepared();
      await makeMissing(site, prepared, by);
      const joined = await join(site, prepared);
      if (joined !== undefined) work.onComplete(joined);
    } catch (cause) {
      if (stopping.signal.aborted || (await isGone(site))) return;
      restUntilMs = performance.now() + restMs;
      log.warn('vectors were not made; sites are found by words', { site: site.id, cause });
    }
  };

  const next = (): void => {
    for (const [id, { site, work }] of waiting) {
      if (encoder === undefined || stopping.signal.aborted) return;
      if (running.size >= sitesAtOnce) return;
      if (underWay.has(id)) continue;
      waiting.delete(id);
      underWay.set(id, site);
      const job = run(site, work, encoder).finally(() => {
        underWay.delete(id);
        running.delete(job);
        next();
      });
      running.add(job);
    }
  };

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };

  return {
    join,
    joinDraft,
    make: (site, work) => {
      if (encoder === undefined || performance.now() < restUntilMs) return;
      const known = waiting.get(site.id)?.site ?? underWay.get(site.id);
      if (known !== undefined && isSame(known, site)) return;
      waiting.set(site.id, { site, work });
      next();
    },
    isMaking: (site) =>
      [waiting.get(site.id)?.site, underWay.get(site.id)].some(
        (known) => known !== undefined && isSame(known, site),
      ),
    ofQuestion: async (ask) => {
      const { encodedQuestions } = await import('../../answers/find/encoder-texts.ts');
      if (encoder === undefined) return {};
      const limitMs = encoder.state() === 'awake' ? questionMs : startMs;
      try {
        const [vector, joinedVector] = await encoder.embed(
          encodedQuestions(ask),
          AbortSignal.timeout(limitMs),
          'urgent',
        );
        return { vector, joinedVector };
      } catch (cause) {
        log.debug('a question had no vector in time', { cause });
        return {};
      }
    },
    idle,
    stop: async () => {
      stopping.abort(new Error('the server is stopping'));
      await idle();
      await (await loading)?.close();
    },
  };
}

function isSame(one: Edition, other: Edition): boolean {
  return stampOf(one) === stampOf(other);
}

/** By what names the vectors of texts are kept. */
function* hashing(model: string, texts: readonly string[]): Generator<undefined, Hashes> {
  const hashes = new Map<string, string>();
  for (const text of texts) {
    hashes.set(text, hash('sha256', `${model}\n${text}`, 'base64url').slice(0, 22));
    yield;
  }
  return hashes;
}

type Hashes = ReadonlyMap<string, string>;
