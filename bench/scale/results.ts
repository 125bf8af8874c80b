/** The replies to visitors, and the use of all resources. */
import type { Reply } from './server.ts';

export interface Results {
  readonly note: (reply: Reply, attempt: Attempt) => void;
  readonly begin: () => void;
  readonly end: () => void;
  readonly summary: () => Summary;
  /** Results for each second, by the time of arrival. */
  readonly seconds: () => readonly Second[];
  readonly waits: () => readonly number[];
}

interface Attempt {
  /** Whether the visitor belongs to the crowd of the scenario. */
  readonly isOfCrowd: boolean;
  readonly startedMs: number;
  readonly isAgain: boolean;
  readonly isLast: boolean;
}

export interface Second {
  asked: number;
  answered: number;
  busy: number;
  failed: number;
  readonly timesMs: number[];
}

export interface Summary {
  /** The number of visitors. */
  readonly asked: number;
  readonly answeredShare: number;
  /** The share that was refused at the first try. */
  readonly busyShare: number;
  /** The share that was refused at the last try. */
  readonly busyFinalShare: number;
  readonly unavailableShare: number;
  readonly readPerSecond: number;
  readonly readShare: number;
  readonly rememberedShare: number;
  /** How long questions that were read waited for an engine. */
  readonly waitMs: { readonly p50: number; readonly p95: number };
  /** From the question to the end of the answer. */
  readonly timeMs: { readonly p50: number; readonly p95: number; readonly p99: number };
  readonly openedPerSecond: number;
  /** Shares of the time. */
  readonly engineUse: number;
  readonly threadUse: number;
  readonly databaseUse: number;
  readonly commitsPerSecond: number;
  readonly flushesPerSecond: number;
  /** If the scenario has a crowd: its visitors, and all others. */
  readonly crowd: Group;
  readonly others: Group;
}

interface Group {
  readonly asked: number;
  readonly busyFinalShare: number;
  readonly p95Ms: number;
}

interface Measured {
  readonly places: readonly {
    readonly server: {
      readonly engineMs: () => number;
      readonly threadMs: () => number;
      readonly opened: () => number;
    };
  }[];
  readonly database: {
    readonly cpuMs: () => number;
    readonly flushes: () => number;
    readonly commits: () => number;
  };
  readonly nowMs: () => number;
}

interface Size {
  readonly seconds: number;
  readonly warmUpSeconds?: number;
  readonly server: { readonly engines: number };
  readonly database: { readonly cores: number };
}

export function createResults(size: Size, measured: Measured): Results {
  const { seconds, warmUpSeconds = 0 } = size;
  const { places, database } = measured;
  const startMs = warmUpSeconds * 1_000;
  const bySecond = Array.from(
    { length: seconds },
    (): Second => ({ asked: 0, answered: 0, busy: 0, failed: 0, timesMs: [] }),
  );
  const kinds = { read: 0, remembered: 0, plain: 0, busy: 0, unavailable: 0 };
  const finals = { busy: 0, unavailable: 0 };
  const waits: number[] = [];
  const timesMs: number[] = [];
  const groups = [createGroup(), createGroup()] as const;
  let asked = 0;
  let readInTime = 0;

  const use = () => ({
    engineMs: sum(places.map(({ server }) => server.engineMs())),
    threadMs: sum(places.map(({ server }) => server.threadMs())),
    opened: sum(places.map(({ server }) => server.opened())),
    databaseMs: database.cpuMs(),
    flushes: database.flushes(),
    commits: database.commits(),
  });
  let before = use();
  let after = before;

  return {
    note: (reply, { startedMs, isAgain, isLast, isOfCrowd }) => {
      const group = groups[isOfCrowd ? 1 : 0];
      const second = bySecond[Math.floor((startedMs - startMs) / 1_000)];
      // Counted at the time of the answer, as for a real server.
      const isNow = measured.nowMs() >= startMs && measured.nowMs() < startMs + seconds * 1_000;
      if (reply.kind === 'read' && isNow) readInTime += 1;
      if (startedMs < startMs || second === undefined) return;
      if (!isAgain) {
        asked += 1;
        second.asked += 1;
        group.asked += 1;
        if (reply.kind === 'busy') kinds.busy += 1;
        if (reply.kind === 'unavailable') kinds.unavailable += 1;
      }
      if (!isLast) return;
      if (reply.kind === 'busy' || reply.kind === 'unavailable') {
        finals[reply.kind] += 1;
        if (reply.kind === 'busy') group.busy += 1;
        second[reply.kind === 'busy' ? 'busy' : 'failed'] += 1;
        return;
      }
      kinds[reply.kind] += 1;
      second.answered += 1;
      const tookMs = measured.nowMs() - startedMs;
      second.timesMs.push(tookMs);
      timesMs.push(tookMs);
      group.timesMs.push(tookMs);
      if (reply.kind === 'read') waits.push(reply.waitMs);
    },
    begin: () => {
      before = use();
    },
    end: () => {
      after = use();
    },
    waits: () => waits,
    seconds: () => bySecond,
    summary: () => {
      const [p50, p95, p99] = quantiles(timesMs, [0.5, 0.95, 0.99]);
      const [waitP50, waitP95] = quantiles(waits, [0.5, 0.95]);
      const wholeMs = seconds * 1_000;
      const servers = places.length;
      return {
        asked,
        answeredShare: (kinds.read + kinds.remembered + kinds.plain) / asked,
        busyShare: kinds.busy / asked,
        busyFinalShare: finals.busy / asked,
        unavailableShare: finals.unavailable / asked,
        readPerSecond: readInTime / seconds,
        readShare: kinds.read / asked,
        rememberedShare: kinds.remembered / asked,
        waitMs: { p50: waitP50, p95: waitP95 },
        timeMs: { p50, p95, p99 },
        openedPerSecond: (after.opened - before.opened) / seconds,
        engineUse: (after.engineMs - before.engineMs) / (wholeMs * servers * size.server.engines),
        threadUse: (after.threadMs - before.threadMs) / (wholeMs * servers),
        databaseUse: (after.databaseMs - before.databaseMs) / (wholeMs * size.database.cores),
        commitsPerSecond: (after.commits - before.commits) / seconds,
        flushesPerSecond: (after.flushes - before.flushes) / seconds,
        others: groupOf(groups[0]),
        crowd: groupOf(groups[1]),
      };
    },
  };
}

function createGroup() {
  return { asked: 0, busy: 0, timesMs: [] as number[] };
}

function groupOf({ asked, busy, timesMs }: ReturnType<typeof createGroup>): Group {
  const [p95Ms] = quantiles(timesMs, [0.95]);
  return { asked, busyFinalShare: asked === 0 ? 0 : busy / asked, p95Ms };
}

/** Zero without values. */
export function quantiles<const Shares extends readonly number[]>(
  values: readonly number[],
  shares: Shares,
): { readonly [At in keyof Shares]: number } {
  const sorted = Float64Array.from(values).sort();
  return shares.map(
    (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0,
  ) as { readonly [At in keyof Shares]: number };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
