/** What a scenario is: one function of its size, so that the short form and the long form are the same code. */
import type { Engine } from '../../packages/server/src/store/store.ts';
import type { Random } from '../../packages/server/test/fixtures/random.ts';
import type { Figures } from './figures.ts';
import type { Installation, StartOptions } from './installation.ts';

export interface Scenario<Size = unknown> {
  /** For `--only`. */
  readonly name: string;
  /** What is done to the server, for the page of figures. */
  readonly what: string;
  /** The guarantee, also as the name of its test. */
  readonly promise: string;
  /** The broken code that it was seen to fail on. */
  readonly provenAgainst: string;
  readonly engines: readonly Engine[];
  readonly short: Size;
  readonly long: Size;
  /** Several servers or a proxy: left out with `--short`. */
  readonly isLongOnly?: boolean;
  /** A reason why it cannot run on this machine, or false. */
  readonly skip?: () => string | false;
  readonly play: (stage: Stage, size: Size) => Promise<void>;
}

/** What a scenario is given: servers to start, random numbers that can come again, and a place for figures. */
export interface Stage {
  readonly engine: Engine;
  readonly random: Random;
  readonly figures: Figures;
  readonly after: (stop: () => unknown) => void;
  /** A new folder that goes with the scenario. */
  readonly folder: () => string;
  readonly start: (options?: StartOptions) => Promise<Installation>;
  /** How long the long form of a soak lasts. */
  readonly minutes: number;
}

/** Its prose may stand on several lines. */
export function scenario<Size>(given: Scenario<Size>): Scenario {
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  return {
    ...(given as Scenario),
    what: oneLine(given.what),
    promise: oneLine(given.promise),
    provenAgainst: oneLine(given.provenAgainst),
  };
}
