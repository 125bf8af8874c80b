/** Known results of queueing theory, to check the simulator. */

/** Mean wait of M/M/1. */
export function waitMM1(perMs: number, serviceMs: number): number {
  const use = perMs * serviceMs;
  return (use / (1 - use)) * serviceMs;
}

/** Mean wait of M/D/c, by Crommelin's series. */
export function waitMDc(perMs: number, serviceMs: number, servers: number): number {
  const load = perMs * serviceMs;
  let sum = 0;
  for (let round = 1; round < 2_000; round += 1) {
    const mean = round * load;
    const term =
      poissonTail(mean, round * servers) -
      (servers / load) * poissonTail(mean, round * servers + 1);
    sum += term;
    if (Math.abs(term) < 1e-12) break;
  }
  return sum * serviceMs;
}

/** The probability of at least `least`. */
function poissonTail(mean: number, least: number): number {
  let logTerm = -mean;
  for (let count = 1; count <= least; count += 1) logTerm += Math.log(mean / count);
  let tail = 0;
  for (let count = least; ; count += 1) {
    const term = Math.exp(logTerm);
    tail += term;
    if (count > mean && term < 1e-16) return tail;
    logTerm += Math.log(mean / (count + 1));
  }
}
