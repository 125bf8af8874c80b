/** Measures how long other callers wait, in a thread of its own: the load of this process must not count. */
import { Worker } from 'node:worker_threads';
import type { Installation } from './installation.ts';

export interface Probe {
  readonly name: string;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
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
    stop: async () => {
      const waits = told() as Promise<{ readonly [probe: string]: Waits }>;
      worker.postMessage('stop');
      const result = await waits;
      await worker.terminate();
      return result;
    },
  };
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
    ...rest,
  });
  return [
    probe('platform health', `${server.url}/healthz`),
    probe('site health', `${server.site.url}/healthz`),
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
