import type { Profile } from '@baraza/contract';
import type { Prepared } from '../../answers/find/prepared.ts';
import type { Ask, Knowledge, Reply } from '../../answers/knowledge.ts';
import { createByteCache } from '../../kernel/byte-cache.ts';
import { absentSite } from '../../kernel/problem.ts';
import { inSteps, inStepsWith } from '../../kernel/steps.ts';
import { isReading, noReadings, type Readings } from '../../models/readings.ts';
import { readProfile } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import { type Edition, stampOf } from './edition.ts';
import { knowledgeOf } from './knowledge.ts';
import { noVectors, type Vectors } from './vectors.ts';

/** Cache of search indexes, keyed by site and profile version. */
export interface Library {
  /** The search index of the profile: by words at once, with vectors when they are made. */
  readonly preparedFor: (site: Edition) => Promise<Prepared>;
  readonly isMakingVectors: (site: Edition) => boolean;
  /** The search index of an unsaved profile. */
  readonly prepareDraft: (site: Edition, text: string) => Promise<Prepared>;
  /** Rejects with the signal's reason where it aborts before there is an answer. */
  readonly answer: (asked: Asked, ask: Ask, signal?: AbortSignal) => Promise<Reply>;
}

/** What is asked: the index of a site, or of a draft of it. */
interface Asked {
  readonly site: Edition;
  readonly prepared: Prepared;
  /** Nothing is kept of a draft. */
  readonly isDraft?: boolean;
}

export interface Engine {
  readonly prepare: (knowledge: Knowledge) => Prepared | Promise<Prepared>;
  readonly answer: (
    prepared: Prepared,
    ask: Ask,
    signal?: AbortSignal,
    serve?: Serve,
    account?: string,
  ) => Reply | Promise<Reply>;
}

/** Gives the engine what it yields for; undefined where nobody has it. */
type Serve = (wanted: unknown) => Promise<unknown>;

const MB = 1024 * 1024;
const indexBytesMax = 96 * MB;

export function createLibrary(
  reader: Reader,
  loadEngine: () => Promise<Engine> = ownEngine,
  vectors: Vectors = noVectors,
  readings: Readings = noReadings,
): Library {
  const indexes = createByteCache<CachedIndex>(indexBytesMax);

  const prepare = async (text: string): Promise<Prepared> =>
    (await loadEngine()).prepare(knowledgeOf(JSON.parse(text) as Profile));

  const keptIndex = (site: Edition): Promise<CachedIndex> =>
    indexes.of(site.id, stampOf(site), async () => {
      const row = await readProfile(reader, site.id);
      if (row === undefined) throw absentSite();
      const edition = { id: site.id, created_at: site.created_at, version: row.version };
      const byWords = await prepare(row.profile);
      const joined = await vectors.join(edition, byWords);
      const item = indexOf(edition, joined ?? byWords, joined !== undefined);
      return { stamp: stampOf(edition), item };
    });

  const makeVectors = (edition: Edition): void =>
    vectors.make(edition, {
      prepared: async () => (await keptIndex(edition)).prepared,
      onComplete: (prepared) =>
        indexes.replace(edition.id, stampOf(edition), indexOf(edition, prepared, true)),
    });

  return {
    prepareDraft: async (site, text) => vectors.joinDraft(site, await prepare(text)),
    preparedFor: async (site) => {
      const { prepared, edition, isWhole } = await keptIndex(site);
      if (!isWhole) makeVectors(edition);
      return prepared;
    },
    isMakingVectors: vectors.isMaking,
    answer: async ({ site, prepared, isDraft }, ask, signal) => {
      const engine = await loadEngine();
      const serve: Serve = async (wanted) =>
        isReading(wanted)
          ? readings.of({ id: site.id, stamp: stampOf(site) }, wanted, isDraft)
          : undefined;
      if (prepared.vectors === undefined)
        return engine.answer(prepared, ask, signal, serve, site.id);
      const asked = { ...ask, ...(await vectors.ofQuestion(ask)) };
      return engine.answer(prepared, asked, signal, serve, site.id);
    },
  };
}

interface CachedIndex {
  readonly bytes: number;
  readonly edition: Edition;
  readonly prepared: Prepared;
  /** Nothing more will join it. */
  readonly isWhole: boolean;
}

function indexOf(edition: Edition, prepared: Prepared, isWhole: boolean): CachedIndex {
  return { bytes: prepared.bytes, edition, prepared, isWhole };
}

// The engine and its tables are loaded with the first site that is asked for, not with the server.
async function ownEngine(): Promise<Engine> {
  const { preparing, answering } = await import('../../answers/answers.ts');
  return {
    prepare: (knowledge) => inSteps(preparing(knowledge)),
    answer: (prepared, ask, signal, serve, account = '') =>
      inStepsWith(answering(prepared, ask), serve, { signal, account }),
  };
}
