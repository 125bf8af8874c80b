/** Asks questions at a fixed rate and compares each answer with the one without load. */
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
  /** Questions answered, or refused as unknown just as without load. */
  readonly readPerSecond: number;
  /** Questions read per CPU second, without the CPU that this program used. */
  readonly readPerCpuSecond: number;
  /** The time until the end of the answer. */
  readonly medianMs: number;
  readonly answeredShare: number;
  readonly busyShare: number;
  /** The time until the 503 that is sent instead of a stream. */
  readonly busyMs: { readonly p50: number; readonly p95: number; readonly max: number };
  /** Times until a `busy` after the stream had begun. */
  readonly lateMs: readonly number[];
  /** Answered without load, but refused as unknown now. */
  readonly wronglyUnknown: number;
  readonly different: readonly Asked[];
  readonly failures: readonly string[];
  /** From the server's metrics; NaN if it has none. Each question is new, so it should be 0. */
  readonly cached: number;
  /** Stored as unanswered, although the visitor got another reply or it is answered without load. */
  readonly wronglyKept: readonly string[];
  /** The longest wait of callers of other routes. */
  readonly othersMs: number;
  readonly othersFailed: number;
}

/** A question and its reply. */
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
  const watcher = await watchOthers(server, other);
  const cachedBefore = await countCached(server);
  const startedMs = performance.now();
  const left = cpuLeft();
  const asked = await askOnArrival({ perSecond, seconds }, random, async () => {
    const question = pool.next();
    return { question, reply: await ask(server, question.site, question.text) };
  });
  const tookSeconds = (performance.now() - startedMs) / 1_000;
  const cpuSeconds = left();
  const all = await watcher.stop();
  const answered = asked.filter(({ reply }) => reply.result === 'answered');
  const read = asked.filter(isRead);
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
    wronglyUnknown: asked.filter(isWronglyUnknown).length,
    different: asked.filter(isDifferent),
    failures: asked.flatMap(({ reply }) => (reply.result === 'failed' ? [reply.fault] : [])),
    cached: (await countCached(server)) - cachedBefore,
    wronglyKept: await findWronglyKept(server, asked),
    othersMs: all?.maxMs ?? 0,
    othersFailed: all?.failed ?? 0,
  };
}

/** Whether a question was answered, or refused as unknown just as without load. */
export function isRead(asked: Asked): boolean {
  const { result } = asked.reply;
  return result === 'answered' || (result === 'unknown' && !isWronglyUnknown(asked));
}

export function isWronglyUnknown({ question, reply }: Asked): boolean {
  return reply.result === 'unknown' && question.calm.isAnswered;
}

/** Calls other routes; also used while the capacity is measured, because these calls use CPU. */
export async function watchOthers({ url }: { readonly url: string }, site: string) {
  const ends: (() => unknown)[] = [];
  const watcher = await watch({ after: (end) => void ends.push(end) }, [
    probe('config', `${url}/v1/sites/${site}/config`),
    probe('health', `${url}/healthz`),
    { ...probe('newcomer', `${url}/healthz`), isFresh: true },
  ]);
  return {
    stop: async () => {
      const { all } = await watcher.stop();
      for (const end of ends) await end();
      return all;
    },
  };
}

export function isDifferent({ question, reply }: Asked): boolean {
  return reply.result === 'answered' && reply.text !== question.calm.text;
}

/** Questions that are stored as unanswered but should not be. */
export async function findWronglyKept(
  server: OwnedServer,
  asked: readonly Asked[],
): Promise<readonly string[]> {
  const bySite = Map.groupBy(asked, ({ question }) => question.site);
  const found: string[] = [];
  for (const [site, all] of bySite) {
    const stored = await keptUnanswered(server, site);
    // A question that is asked twice may be read once and refused once.
    const unknown = new Set(
      all
        .filter(({ question, reply }) => reply.result === 'unknown' && !question.calm.isAnswered)
        .map(({ question }) => question.text),
    );
    const wrong = all.filter(
      ({ question: { text } }) => stored.includes(text) && !unknown.has(text),
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
