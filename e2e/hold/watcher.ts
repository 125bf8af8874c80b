/** Measures how long other callers wait, in a separate thread, so that the load of this process does not count. */
import { Worker } from 'node:worker_threads';
import type { Installation } from './installation.ts';
import type { ScenarioContext } from './scenario.ts';

export interface Probe {
  readonly name: string;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  /** Opens a new connection for each call. */
  readonly isFresh: boolean;
}

/** The waits of one probe. */
export interface Waits {
  readonly count: number;
  readonly maxMs: number;
  readonly p99Ms: number;
  /** Calls without a 200. */
  readonly failed: number;
  readonly failures: readonly string[];
}

export interface Watcher {
  /** Resolves when each probe has finished `count` more calls. */
  readonly rounds: (count: number) => Promise<void>;
  /** Stops and returns the waits of each probe, and those of all probes as `all`. */
  readonly stop: () => Promise<{ readonly [probe: string]: Waits }>;
}

const program = new URL('./watcher-thread.ts', import.meta.url);

/** Calls each probe every 20 ms, or as soon as the last call is done. */
export async function watch(
  context: { readonly after: (stop: () => unknown) => void },
  probes: readonly Probe[],
  everyMs = 20,
): Promise<Watcher> {
  const worker = new Worker(program, { workerData: { probes, everyMs } });
  context.after(() => worker.terminate());
  const nextMessage = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  // All connections are open before the scenario starts.
  await nextMessage();
  return {
    rounds: async (count) => {
      const done = nextMessage();
      worker.postMessage(count);
      await done;
    },
    stop: async () => {
      const waits = nextMessage() as Promise<{ readonly [probe: string]: Waits }>;
      worker.postMessage('stop');
      const result = await waits;
      await worker.terminate();
      return result;
    },
  };
}

/** Records the longest wait of others, with a limit in the long form; none may be refused. */
export async function settleWaits(
  { figures }: Pick<ScenarioContext, 'figures'>,
  name: string,
  watcher: Watcher,
  limitMs: number,
): Promise<void> {
  const { all } = await watcher.stop();
  const suffix = name === '' ? '' : `, ${name}`;
  figures.atMostWhenLong(`longest wait of others${suffix}`, all?.maxMs ?? 0, limitMs, 'ms');
  figures.note(`99th percentile of waits${suffix}`, all?.p99Ms ?? 0, 'ms');
  figures.atMost(`others refused${suffix}`, all?.failed ?? 0, 0);
  if (all !== undefined && all.failed > 0) figures.log(all.failures.join('; '));
}

/** Typical requests of other callers to both services. */
export async function otherCallers(
  server: Installation,
  given: { readonly isAsking?: boolean } = {},
): Promise<readonly Probe[]> {
  const bystander = await server.newOwner('bystander');
  const collection = await server.newResource('data', {}, bystander.key);
  const faqs = [{ question: 'Do you deliver?', answer: 'We deliver in town for KES 200.' }];
  await server.newSite('bystander', { name: 'Bystander', faqs }, bystander.credential);
  const probe = (name: string, url: string, rest: Partial<Probe> = {}): Probe => ({
    name,
    url,
    method: 'GET',
    headers: {},
    body: '',
    isFresh: false,
    ...rest,
  });
  return [
    probe('platform health', `${server.url}/healthz`),
    probe('site health', `${server.site.url}/healthz`),
    probe('newcomer', `${server.site.url}/healthz`, { isFresh: true }),
    probe('platform read', `${server.url}/api/platform/resources/${collection}`, {
      headers: { authorization: `Bearer ${bystander.key}` },
    }),
    given.isAsking === false
      ? probe('site config', `${server.site.url}/v1/sites/bystander/config`)
      : probe('ask', `${server.site.url}/v1/sites/bystander/ask`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"question":"Do you deliver?"}',
        }),
  ];
}
