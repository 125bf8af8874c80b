/** The thread of a watcher: one kept connection for each probe, and what each call had to wait. */
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Probe, Waits } from './watcher.ts';

const { probes, everyMs } = workerData as {
  readonly probes: readonly Probe[];
  readonly everyMs: number;
};
const timeoutMs = 20_000;
let isOver = false;
/** How many calls each probe has made, and who waits for more of them. */
const made = new Map(probes.map(({ name }) => [name, 0]));
let tellWhen: () => void = () => {};

await main();

async function main(): Promise<void> {
  const lines = probes.map((probe) => ({
    probe,
    agent: new Agent({ keepAlive: !probe.isFresh }),
  }));
  for (const { probe, agent } of lines) for (let n = 0; n < 5; n += 1) await call(probe, agent);
  parentPort?.on('message', (order: 'stop' | number) => {
    if (order === 'stop') isOver = true;
    else waitForRounds(order);
  });
  parentPort?.postMessage('ready');
  const seen = await Promise.all(lines.map(({ probe, agent }) => watchOne(probe, agent)));
  for (const { agent } of lines) agent.destroy();
  parentPort?.removeAllListeners('message');
  const result = Object.fromEntries(
    probes.map(({ name }, index) => [name, summary([seen[index] ?? []].flat())]),
  );
  parentPort?.postMessage({ ...result, all: summary(seen.flat()) });
}

function waitForRounds(count: number): void {
  const goals = new Map([...made].map(([name, calls]) => [name, calls + count]));
  tellWhen = () => {
    if ([...goals].some(([name, goal]) => (made.get(name) ?? 0) < goal)) return;
    tellWhen = () => {};
    parentPort?.postMessage('rounds');
  };
  tellWhen();
}

interface Seen {
  readonly waitMs: number;
  /** Empty when it was answered as it should be. */
  readonly failure: string;
}

async function watchOne(probe: Probe, agent: Agent): Promise<Seen[]> {
  const seen: Seen[] = [];
  while (!isOver) {
    const askedMs = performance.now();
    const failure = await call(probe, agent);
    const waitMs = performance.now() - askedMs;
    seen.push({ waitMs, failure });
    made.set(probe.name, (made.get(probe.name) ?? 0) + 1);
    tellWhen();
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, everyMs - waitMs)));
  }
  return seen;
}

/** Until the whole answer is there. */
function call({ url, method, headers, body, name }: Probe, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      response.resume();
      response.once('error', (error) => resolve(`${name}: ${error.message}`));
      response.once('end', () =>
        resolve(response.statusCode === 200 ? '' : `${name}: ${response.statusCode}`),
      );
    });
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`nothing within ${timeoutMs} ms`)));
    sent.once('error', (error) => resolve(`${name}: ${error.message}`));
    sent.end(body);
  });
}

function summary(seen: readonly Seen[]): Waits {
  const waitsMs = seen.map(({ waitMs }) => waitMs).toSorted((one, other) => one - other);
  const failures = seen.map(({ failure }) => failure).filter((failure) => failure !== '');
  return {
    count: seen.length,
    maxMs: waitsMs.at(-1) ?? 0,
    p99Ms: waitsMs[Math.floor(waitsMs.length * 0.99)] ?? 0,
    failed: failures.length,
    failures: [...new Set(failures)].slice(0, 5),
  };
}
