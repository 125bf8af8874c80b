/** `node bench/compare.ts OTHER_CHECKOUT`: CPU of each operation in this checkout and in another one, in one run. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { enterBaraza } from './baraza.ts';
import { type Contestant, type Operation, operations, requestsPerRound } from './contestant.ts';
import { measure } from './load.ts';
import { median } from './report.ts';

// Only a few rounds: each one creates resources, and the number of resources of an owner is limited.
const rounds = 5;
// Each round consists of many short turns, so that noise affects both checkouts alike.
const turns = 8;

const [other] = process.argv.slice(2);
if (other === undefined) throw new Error('node bench/compare.ts OTHER_CHECKOUT');
const { enterBaraza: enterOther } = (await import(
  pathToFileURL(path.resolve(other, 'bench/baraza.ts')).href
)) as { readonly enterBaraza: typeof enterBaraza };
const both = [await enterOther(4741), await enterBaraza(4742)] as const;
for (const operation of operations) await compare(operation);
for (const contestant of both) await contestant.stop();

async function compare(operation: Operation): Promise<void> {
  const ratios: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [before, after] = await measureRound(operation);
    // The first round is a warm-up and does not count.
    if (round === 0) continue;
    ratios.push(after / before);
    costs.push(after / turns);
  }
  const sorted = ratios.toSorted((one, next) => one - next).map((ratio) => ratio.toFixed(3));
  console.log(
    `${operation.padEnd(8)} ${median(ratios).toFixed(3)} of the other's CPU (${median(costs).toFixed(0)} µs); ` +
      `rounds ${sorted[0]} to ${sorted.at(-1)}`,
  );
}

async function measureRound(operation: Operation): Promise<readonly [number, number]> {
  const sums: [number, number] = [0, 0];
  const count = Math.ceil(requestsPerRound[operation] / turns);
  for (let turn = 0; turn < turns; turn += 1)
    for (const [index, { target, shots }] of turnsOf(turn))
      sums[index] += (await measure(target, count, shots[operation])).cpu;
  return sums;
}

/** The two checkouts alternate in going first. */
function turnsOf(turn: number): readonly (readonly [0 | 1, Contestant])[] {
  const order = [
    [0, both[0]],
    [1, both[1]],
  ] as const;
  return turn % 2 === 0 ? order : order.toReversed();
}
