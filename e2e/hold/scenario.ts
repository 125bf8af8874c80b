/** A scenario is a function of its size, so that the short and the long form run the same code. */
import type { Engine } from '../../packages/server/src/store/store.ts';
import type { Random } from '../../packages/server/test/fixtures/random.ts';
import type { Figures } from './figures.ts';
import type { Installation, StartOptions } from './installation.ts';

export interface Scenario<Size = unknown> {
  /** For `--only`. */
  readonly name: string;
  /** What is done to the server, for the report. */
  readonly what: string;
  /** The guarantee, which is also the name of its test. */
  readonly guarantee: string;
  /** A defect that made the scenario fail when it was put into the code. */
  readonly provenAgainst: string;
  readonly engines: readonly Engine[];
  readonly short: Size;
  readonly long: Size;
  /** Needs several servers or a proxy; skipped with `--short`. */
  readonly isLongOnly?: boolean;
  /** A reason why it cannot run on this machine, or false. */
  readonly skip?: () => string | false;
  readonly run: (context: ScenarioContext, size: Size) => Promise<void>;
}

/** What a scenario gets: servers to start, reproducible random numbers, and a place for figures. */
export interface ScenarioContext {
  readonly engine: Engine;
  readonly random: Random;
  readonly figures: Figures;
  readonly after: (stop: () => unknown) => void;
  /** A new folder, deleted after the scenario. */
  readonly folder: () => string;
  readonly start: (options?: StartOptions) => Promise<Installation>;
  /** Rows of the database of a data folder. */
  readonly rows: <Row extends object>(folder: string, query: string) => Promise<readonly Row[]>;
  /** Duration of the long form of the soak. */
  readonly minutes: number;
}

/** Joins multi-line texts. */
export function scenario<Size>(given: Scenario<Size>): Scenario {
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  return {
    ...(given as Scenario),
    what: oneLine(given.what),
    guarantee: oneLine(given.guarantee),
    provenAgainst: oneLine(given.provenAgainst),
  };
}
