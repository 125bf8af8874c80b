/** Questions that come at a rate that nobody chooses for the server's sake, each compared with its calm answer. */
import { watch } from '../../e2e/hold/watcher.ts';
import type { Random } from '../../packages/server/test/fixtures/random.ts';
import { askOnArrival, quantile } from './arrivals.ts';
import { cpuLeft } from './cpu.ts';
import { keptUnanswered, type OwnedServer } from './owner.ts';
import type { Pool, Question } from './questions.ts';
import { ask, type Reply } from './visitor.ts';

export interface Overload {
  readonly asked: readonly Asked[];
  readonly answeredPerSecond: number;
  /** Answered, or found to be unknown. */
  readonly readPerSecond: number;
  /** The same for each second of CPU that this program, the visitors, did not use. */
  readonly readPerCpuSecond: number;
  /** Of those that were answered, to their end. */
  readonly medianMs: number;
  readonly answeredShare: number;
  readonly busyShare: number;
  /** To the 503, which comes before the stream. */
  readonly busyMs: { readonly p50: number; readonly p95: number; readonly max: number };
  /** Admitted, and busy in the end, after so long. */
  readonly lateMs: readonly number[];
  /** A calm server answers them, and this one says that it does not know. */
  readonly unknownThough: number;
  readonly different: readonly Asked[];
  readonly failures: readonly string[];
  /** By the server's own count; not a number where it has none. These were not read, so there should be none. */
  readonly cached: number;
  /** Kept as unanswered, though the visitor was told something else or a calm server answers it. */
  readonly keptThough: readonly string[];
  /** The longest that callers of other routes waited. */
  readonly othersMs: number;
  readonly othersFailed: number;
}

/** A question, and what became of it. */
export interface Asked {
  readonly question: Question;
  readonly reply: Reply;
}

export async function measureOverload(
  server: OwnedServer,
  { perSecond, seconds, other }: { perSecond: number; seconds: number; other: string },
  pool: Pool,
  random: Random,
): Promise<Overload> {
  const ends: (() => unknown)[] = [];
  const watcher = await watch({ after: (end) => void ends.push(end) }, [
    probe('config', `${server.url}/v1/sites/${other}/config`),
    probe('health', `${server.url}/healthz`),
    { ...probe('newcomer', `${server.url}/healthz`), isFresh: true },
  ]);
  const cachedBefore = await countCached(server);
  const startedMs = performance.now();
  const left = cpuLeft();
  const asked = await askOnArrival({ perSecond, seconds }, random, async () => {
    const question = pool.next();
    return { question, reply: await ask(server, question.site, question.text) };
  });
  const tookSeconds = (performance.now() - startedMs) / 1_000;
  const cpuSeconds = left();
  const { all } = await watcher.stop();
  for (const end of ends) await end();
  const answered = asked.filter(({ reply }) => reply.result === 'answered');
  const read = asked.filter(
    ({ reply: { result } }) => result === 'answered' || result === 'unknown',
  );
  const busy = asked.flatMap(({ reply }) => (reply.result === 'busy' ? [reply] : []));
  const busyMs = busy.filter(({ isLate }) => !isLate).map(({ doneMs }) => doneMs);
  return {
    asked,
    answeredPerSecond: answered.length / tookSeconds,
    readPerSecond: read.length / tookSeconds,
    readPerCpuSecond: read.length / cpuSeconds,
    medianMs: quantile(
      answered.map(({ reply }) => reply.doneMs),
      0.5,
    ),
    answeredShare: answered.length / asked.length,
    busyShare: busy.length / asked.length,
    busyMs: { p50: quantile(busyMs, 0.5), p95: quantile(busyMs, 0.95), max: quantile(busyMs, 1) },
    lateMs: busy.filter(({ isLate }) => isLate).map(({ doneMs }) => doneMs),
    unknownThough: asked.filter(isUnknownThough).length,
    different: asked.filter(isDifferent),
    failures: asked.flatMap(({ reply }) => (reply.result === 'failed' ? [reply.fault] : [])),
    cached: (await countCached(server)) - cachedBefore,
    keptThough: await findKeptThough(server, asked),
    othersMs: all?.maxMs ?? 0,
    othersFailed: all?.failed ?? 0,
  };
}

export function isUnknownThough({ question, reply }: Asked): boolean {
  return reply.result === 'unknown' && question.calm.isAnswered;
}

export function isDifferent({ question, reply }: Asked): boolean {
  return reply.result === 'answered' && reply.text !== question.calm.text;
}

/** What the owner finds among the unanswered questions and should not. */
export async function findKeptThough(
  server: OwnedServer,
  asked: readonly Asked[],
): Promise<readonly string[]> {
  const bySite = Map.groupBy(asked, ({ question }) => question.site);
  const found: string[] = [];
  for (const [site, visits] of bySite) {
    const kept = await keptUnanswered(server, site);
    const wrong = visits.filter(
      ({ question, reply }) =>
        kept.includes(question.text) && (question.calm.isAnswered || reply.result !== 'unknown'),
    );
    found.push(...wrong.map(({ question, reply }) => `${site}, ${reply.result}: ${question.text}`));
  }
  return found;
}

async function countCached({ url }: { readonly url: string }): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^baraza_engine_questions_total\{result="cached"\} (\d+)/m.exec(text)?.[1]);
}

function probe(name: string, url: string) {
  return { name, url, method: 'GET', headers: {}, body: '', isFresh: false } as const;
}
