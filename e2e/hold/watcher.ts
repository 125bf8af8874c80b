/** Measures how long other callers wait, in a separate thread: the load of this process must not count. */
import { Worker } from 'node:worker_threads';
import type { Installation } from './installation.ts';
import type { Stage } from './scenario.ts';

export interface Probe {
  readonly name: string;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  /** A new connection for each call, as a new caller has. */
  readonly isFresh: boolean;
}

/** The waits of one sort of caller. */
export interface Waits {
  readonly count: number;
  readonly maxMs: number;
  readonly p99Ms: number;
  /** Calls that were answered by something else than a 200, or not at all. */
  readonly failed: number;
  readonly failures: readonly string[];
}

export interface Watcher {
  /** Resolves when each probe has been answered, or given up, so many times from now on. */
  readonly rounds: (count: number) => Promise<void>;
  /** Ends the watch; by probe, and all of them as `all`. */
  readonly stop: () => Promise<{ readonly [probe: string]: Waits }>;
}

const program = new URL('./watcher-thread.ts', import.meta.url);

/** Asks each probe every 20 ms, or as soon as the last answer is there. */
export async function watch(
  stage: { readonly after: (stop: () => unknown) => void },
  probes: readonly Probe[],
  everyMs = 20,
): Promise<Watcher> {
  const worker = new Worker(program, { workerData: { probes, everyMs } });
  stage.after(() => worker.terminate());
  const told = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  // Its lines are open and warm before anything is done to the server.
  await told();
  return {
    rounds: async (count) => {
      const done = told();
      worker.postMessage(count);
      await done;
    },
    stop: async () => {
      const waits = told() as Promise<{ readonly [probe: string]: Waits }>;
      worker.postMessage('stop');
      const result = await waits;
      await worker.terminate();
      return result;
    },
  };
}

/** The longest wait of others, held to a limit in the long form; no caller may be refused. */
export async function settleWaits(
  { figures }: Pick<Stage, 'figures'>,
  name: string,
  watcher: Watcher,
  limitMs: number,
): Promise<void> {
  const { all } = await watcher.stop();
  const told = name === '' ? '' : `, ${name}`;
  figures.atMostWhenLong(`others wait at most${told}`, all?.maxMs ?? 0, limitMs, 'ms');
  figures.note(`99 of 100 wait at most${told}`, all?.p99Ms ?? 0, 'ms');
  figures.atMost(`others turned away${told}`, all?.failed ?? 0, 0);
  if (all !== undefined && all.failed > 0) figures.tell(all.failures.join('; '));
}

/** Both doors, and a small thing behind each: what everybody else does on this server. */
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
