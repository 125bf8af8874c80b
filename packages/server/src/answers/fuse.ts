/** Joins two orders of the same things by their ranks, which needs no common scale of their scores. */

// Large enough that the first few of each order count nearly alike.
const flatness = 60;

/** Best first; each thing is told once, and what only one order has still takes part. */
export function fuse<T>(orders: readonly (readonly T[])[]): T[] {
  const scores = new Map<T, number>();
  for (const order of orders)
    order.forEach((thing, rank) => {
      scores.set(thing, (scores.get(thing) ?? 0) + 1 / (flatness + rank));
    });
  return [...scores].toSorted(([, one], [, other]) => other - one).map(([thing]) => thing);
}

/** From -1 to 1; 0 where a vector says nothing or the two were made by different encoders. */
export function cosine(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0;
  let product = 0;
  let ones = 0;
  let others = 0;
  for (let at = 0; at < one.length; at += 1) {
    const left = one[at] ?? 0;
    const right = other[at] ?? 0;
    product += left * right;
    ones += left * left;
    others += right * right;
  }
  return ones === 0 || others === 0 ? 0 : product / Math.sqrt(ones * others);
}
