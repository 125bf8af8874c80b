/** Runs one scenario on one engine and cleans up after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import type { Engine } from '../../packages/server/src/store/store.ts';
import { createRandom } from '../../packages/server/test/fixtures/random.ts';
import type { Environment } from '../../packages/server/test/fixtures/server-process.ts';
import { withDatabase } from '../../packages/server/test/platform/accounts.ts';
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

export async function runScenario(
  { run, short, long }: Scenario,
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
  const rows = async <Row extends object>(place: string, query: string): Promise<Row[]> => {
    const { DATABASE_URL } = await storeOf(place);
    if (DATABASE_URL === undefined)
      return withDatabase(place, (database) => database.prepare<[], Row>(query).all());
    // PostgreSQL returns counts as bigint, which this parses into numbers.
    const numbers = { to: 20, from: [20], parse: Number, serialize: String };
    const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {}, types: { numbers } });
    try {
      return [...(await sql.unsafe<Row[]>(query))];
    } finally {
      await sql.end();
    }
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
        rows,
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
