/** Measures how many questions a server reads in a second at full load. */
import { askInTurn, quantile } from './arrivals.ts';
import { cpuLeft } from './cpu.ts';
import { isRead } from './overload.ts';
import type { Pool } from './questions.ts';
import { ask } from './visitor.ts';

export interface Capacity {
  /** Questions that were read; refusals for lack of capacity do not count. */
  readonly perSecond: number;
  /** Questions per CPU second, without the CPU that this program used. */
  readonly perCpuSecond: number;
  /** The number of askers with the highest rate. */
  readonly askers: number;
}

const steps = [2, 4, 8, 16];

/** `pool` must have the same mix as the pool under load: an unanswered question takes twice as long to read. */
export async function measureCapacity(
  server: { readonly port: number },
  pool: Pool,
  seconds: number,
): Promise<Capacity> {
  let best: Capacity = { perSecond: 0, perCpuSecond: 0, askers: 0 };
  for (const askers of steps) {
    const left = cpuLeft();
    const asked = await askInTurn({ askers, seconds }, async () => {
      const question = pool.next();
      return { question, reply: await ask(server, question.site, question.text) };
    });
    const read = asked.items.filter(isRead).length;
    const perSecond = read / asked.seconds;
    if (perSecond > best.perSecond) best = { perSecond, perCpuSecond: read / left(), askers };
  }
  return best;
}

/** The p95 latency of `askers` questions at the same moment, five times. */
export async function measureAtOnce(
  server: { readonly port: number },
  pool: Pool,
  askers: number,
): Promise<{ readonly p95Ms: number; readonly refused: number }> {
  const replies = [];
  for (let round = 0; round < 5; round += 1)
    replies.push(
      ...(await Promise.all(
        Array.from({ length: askers }, () => {
          const { site, text } = pool.next();
          return ask(server, site, text);
        }),
      )),
    );
  return {
    p95Ms: quantile(
      replies.map(({ doneMs }) => doneMs),
      0.95,
    ),
    refused: replies.filter(({ result }) => result === 'busy' || result === 'failed').length,
  };
}
