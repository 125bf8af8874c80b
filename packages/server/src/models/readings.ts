/**
 * Scores of the reader for the questions that are asked of a site or an assistant: bounded in time, and kept by
 * version, so that the same question on the same information is judged the same way and costs nothing again.
 */
import { createHash } from 'node:crypto';
import { createByteCache } from '../kernel/byte-cache.ts';
import type { Log } from '../kernel/log.ts';
import { createDurations, type Durations } from '../kernel/measures/durations.ts';
import { createTally, type Tally } from '../kernel/measures/tally.ts';
import type { Reader, Reading, ReadScore } from './models.ts';

/** What is read: a site or an assistant, and the version of its information. */
interface ReadSource {
  readonly id: string;
  readonly stamp: string;
}

type ReadScores = readonly ReadScore[] | undefined;

export interface Readings {
  /** Undefined where there is no reader, none where it did not read in time. Nothing is kept of a draft. */
  readonly of: (source: ReadSource, reading: Reading, isDraft?: boolean) => Promise<ReadScores>;
  /** The same for one caller: nothing is kept, and it rejects with the signal's reason as soon as that aborts. */
  readonly once: (
    source: { readonly id: string },
    reading: Reading,
    signal: AbortSignal,
  ) => Promise<ReadScores>;
  readonly stop: () => Promise<void>;
  readonly measures: ReadingMeasures;
}

interface ReadingMeasures {
  /** Of the readings that were not kept from before. */
  readonly durations: Durations['read'];
  /** What became of them; `failed` is also what was not read in time. */
  readonly counts: Tally<'read' | 'failed'>['counts'];
  readonly underWayCount: () => number;
}

export const noReadings: Readings = {
  of: async () => undefined,
  once: async () => undefined,
  stop: async () => {},
  measures: createMeasures().measures,
};

const bytesMax = 2 * 1024 * 1024;

const usualTimes = {
  // Twenty visitors at once wait so long for one another on one core.
  awakeMs: 2_500,
  // The process and the weights are loaded within this; a visitor rather waits a moment than gets a poorer answer.
  startMs: 3_000,
};

export function createReadings(parts: {
  readonly log: Log;
  readonly loadReader: () => Promise<Reader | undefined>;
  readonly times?: typeof usualTimes;
}): Readings {
  const { log, times = usualTimes } = parts;
  const kept = createByteCache<KeptScores>(bytesMax);
  const { measured, measures } = createMeasures();
  let loading: Promise<Reader | undefined> | undefined;

  const loaded = (): Promise<Reader | undefined> => {
    loading ??= parts.loadReader().catch((cause: unknown) => {
      log.warn('there is no reader; answers go without it', { cause });
      return undefined;
    });
    return loading;
  };

  // Not bound to one visitor's patience: others may wait for the same scores.
  const read = (reader: Reader, source: ReadSource, reading: Reading) =>
    measured(() => reader.read(reading, AbortSignal.timeout(limitMs(reader)), source.id));
  const limitMs = (reader: Reader) => (reader.state() === 'awake' ? times.awakeMs : times.startMs);

  const readOnce = async (reader: Reader, source: ReadSource, reading: Reading) => {
    const { scores } = await kept.of(`${source.id} ${hashOf(reading)}`, source.stamp, async () => {
      const made = await read(reader, source, reading);
      return { stamp: source.stamp, item: { bytes: bytesOf(made), scores: made } };
    });
    return scores;
  };

  return {
    of: async (source, reading, isDraft = false) => {
      const reader = await loaded();
      if (reader === undefined) return undefined;
      try {
        const scores = await (isDraft ? read : readOnce)(reader, source, reading);
        log.debug('passages were read', { source: source.id, passages: scores.length });
        return scores;
      } catch (cause) {
        log.debug('passages were not read in time', { source: source.id, cause });
        return [];
      }
    },
    once: async (source, reading, signal) => {
      const reader = await loaded();
      signal.throwIfAborted();
      if (reader === undefined) return undefined;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs(reader))]);
      try {
        return await measured(() => reader.read(reading, limit, source.id));
      } catch (cause) {
        signal.throwIfAborted();
        log.debug('passages were not read in time', { source: source.id, cause });
        return [];
      }
    },
    stop: async () => {
      await (await loading)?.close();
    },
    measures,
  };
}

function createMeasures() {
  const durations = createDurations();
  const tally = createTally(['read', 'failed']);
  let underWay = 0;
  const measures: ReadingMeasures = {
    durations: durations.read,
    counts: tally.counts,
    underWayCount: () => underWay,
  };
  const measured = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    const startedMs = performance.now();
    underWay += 1;
    try {
      const result = await read();
      tally.count('read');
      return result;
    } catch (error) {
      tally.count('failed');
      throw error;
    } finally {
      underWay -= 1;
      durations.observe((performance.now() - startedMs) / 1_000);
    }
  };
  return { measured, measures };
}

/** Whether the engine, which yields for several reasons, yields for scores. */
export function isReading(wanted: unknown): wanted is Reading {
  return (
    typeof wanted === 'object' && wanted !== null && 'question' in wanted && 'passages' in wanted
  );
}

interface KeptScores {
  readonly bytes: number;
  readonly scores: readonly ReadScore[];
}

function hashOf({ question, before, passages }: Reading): string {
  const told = passages.map(({ title, sentences }) => [title, sentences]);
  return createHash('sha256')
    .update(JSON.stringify([question, before, told]))
    .digest('base64url');
}

// An object with its list, and a number in it; the name that it is kept under.
const scoreBytes = 240;
const numberBytes = 16;
const nameBytes = 400;

function bytesOf(scores: readonly ReadScore[]): number {
  return scores.reduce(
    (sum, { evidence }) => sum + scoreBytes + evidence.length * numberBytes,
    nameBytes,
  );
}
