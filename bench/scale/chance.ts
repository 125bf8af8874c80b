/** Seeded random numbers by distribution. */
import { createRandom } from '../../packages/server/test/fixtures/random.ts';

export interface Chance {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly share: () => number;
  readonly below: (end: number) => number;
  readonly exponential: (mean: number) => number;
  readonly happens: (probability: number) => boolean;
}

export function createChance(seed: number): Chance {
  const random = createRandom(seed);
  const share = () => random.below(2 ** 32) / 2 ** 32;
  return {
    share,
    below: random.below,
    exponential: (mean) => -Math.log(1 - share()) * mean,
    happens: (probability) => share() < probability,
  };
}

/** Draws ranks from 0: the probability of a rank is proportional to 1 / (rank + 1) ^ exponent. */
export function zipf(count: number, exponent: number): (chance: Chance) => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sum += (rank + 1) ** -exponent;
    sums[rank] = sum;
  }
  return (chance) => {
    const wanted = chance.share() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) <= wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Draws from evenly spaced quantiles, with linear interpolation. */
export function fromQuantiles(quantiles: readonly number[]): (chance: Chance) => number {
  return (chance) => {
    const position = chance.share() * (quantiles.length - 1);
    const at = Math.floor(position);
    const low = quantiles[at] as number;
    return low + (position - at) * ((quantiles[at + 1] as number) - low);
  };
}
