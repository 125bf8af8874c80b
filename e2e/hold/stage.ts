/** Runs one scenario on one engine and cleans up after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Engine } from '../../packages/server/src/store/store.ts';
import { createRandom } from '../../packages/server/test/fixtures/random.ts';
import type { Environment } from '../../packages/server/test/fixtures/server-process.ts';
import { createDatabase } from '../../packages/server/test/postgres/server.ts';
import { createFigures, type Figure } from './figures.ts';
import { startInstallation } from './installation.ts';
import type { Scenario } from './scenario.ts';

export interface Outcome {
  readonly figures: readonly Figure[];
  readonly seed: number;
  readonly seconds: number;
  /** Why it failed; undefined if it passed. */
  readonly failure: unknown;
}

export async function play(
  { play: run, short, long }: Scenario,
  options: {
    readonly engine: Engine;
    readonly isLong: boolean;
    readonly minutes: number;
    readonly seed?: number | undefined;
    readonly log: (line: string) => void;
  },
): Promise<Outcome> {
  const { engine, isLong, minutes, seed, log } = options;
  const random = createRandom(seed);
  const stops: (() => unknown)[] = [];
  const after = (stop: () => unknown) => stops.push(stop);
  const figures = createFigures(isLong, log);
  const folder = () => {
    const created = mkdtempSync(path.join(tmpdir(), 'baraza-hold-'));
    after(() => rmSync(created, { recursive: true, force: true, maxRetries: 5 }));
    return created;
  };
  // One database for each data folder: a restart on the same folder uses the same data.
  const databases = new Map<string, Promise<string>>();
  const storeOf = async (place: string): Promise<Environment> => {
    if (engine === 'sqlite') return {};
    const database = databases.get(place) ?? createDatabase();
    databases.set(place, database);
    return { DATABASE_URL: await database };
  };
  const startedMs = performance.now();
  let failure: unknown;
  try {
    await run(
      {
        engine,
        random,
        figures,
        after,
        folder,
        minutes,
        start: async (given = {}) => {
          const place = given.folder ?? folder();
          const store = await storeOf(place);
          const environment = { BARAZA_ENCODER: '0', ...store, ...given.environment };
          return startInstallation({ after }, { ...given, folder: place, environment });
        },
      },
      isLong ? long : short,
    );
    figures.settle();
  } catch (error) {
    failure = error;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  return { figures: figures.list(), seed: random.seed, seconds, failure };
}
