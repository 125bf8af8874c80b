/** The typed client of both APIs and of the console's own endpoints, and hooks that load and change data with it. */
import { createConsoleClient } from '@baraza/client/console';
import { signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { isOffline, signedOutCount } from './connection.ts';
import { type ApiProblem, asProblem } from './problem.ts';

// Longer than the slowest response: a large import over a slow connection, or a model's answer.
const timeoutMs = 600_000;

const signInPaths = /^\/console\/(?:session$|sign-in)/;

// Node, where tests run, has no location.
const page: Location | undefined = globalThis.location;

/** `asProblem` converts the errors that its calls throw. */
export const client = createConsoleClient({
  baseUrl: page?.origin ?? 'http://localhost',
  timeoutMs,
  onAnswer: (status, path) => {
    isOffline.value = false;
    // A refused sign-in does not end a session.
    if (status === 401 && !signInPaths.test(path)) signedOutCount.value += 1;
  },
  onLost: () => {
    isOffline.value = true;
  },
});

/** Loaded data: cached values are shown at once and refreshed in the background. */
export type Resource<Value> = ReturnType<typeof makeResource<Value>>;

/** `show` publishes a part before the rest is loaded. */
type Load<Value> = (signal: AbortSignal, show: (part: Value) => void) => Promise<Value>;

const keptMax = 60;
const kept = new Map<string, Resource<unknown>>();

/** The resource of this key, shared by all its users and refreshed when a component mounts. */
export function useResource<Value>(key: string, load: Load<Value>): Resource<Value> {
  const resource = useMemo(() => keptResource(key, load), [key]);
  useEffect(() => {
    void resource.refresh();
  }, [resource]);
  return resource;
}

/** Drops the resources with this key prefix, or all. */
export function forgetResources(prefix = ''): void {
  for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key);
}

/** Refreshes the cached resources with this key prefix. */
export async function refreshResources(prefix: string): Promise<void> {
  const known = [...kept].filter(([key]) => key.startsWith(prefix));
  await Promise.all(known.map(([, resource]) => resource.refresh()));
}

function keptResource<Value>(key: string, load: Load<Value>): Resource<Value> {
  const known = kept.get(key) as Resource<Value> | undefined;
  const resource = known ?? makeResource(load);
  kept.delete(key);
  kept.set(key, resource as Resource<unknown>);
  const [oldest] = kept.keys();
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
  return resource;
}

function makeResource<Value>(load: Load<Value>) {
  /** The last value, also during a refresh and after a failed one. */
  const data = signal<Value>();
  const problem = signal<ApiProblem>();
  const isLoading = signal(false);
  let current = new AbortController();
  /** Loads again and aborts a load in progress. */
  const refresh = async () => {
    current.abort();
    const mine = new AbortController();
    current = mine;
    isLoading.value = true;
    try {
      const value = await load(mine.signal, (part) => {
        if (!mine.signal.aborted) data.value = part;
      });
      if (mine.signal.aborted) return;
      data.value = value;
      problem.value = undefined;
    } catch (error) {
      if (!mine.signal.aborted) problem.value = asProblem(error);
    } finally {
      if (!mine.signal.aborted) isLoading.value = false;
    }
  };
  /** Sets the value without loading it, for example from the response to a change. */
  const set = (value: Value) => {
    current.abort();
    isLoading.value = false;
    problem.value = undefined;
    data.value = value;
  };
  return { data, problem, isLoading, refresh, set };
}

/** One request at a time, with its state and problem. */
export function useWork() {
  const isBusy = useSignal(false);
  const problem = useSignal<ApiProblem>();
  /** Resolves to whether it succeeded; does nothing while another one runs. */
  const run = async (work: () => unknown) => {
    if (isBusy.peek()) return false;
    isBusy.value = true;
    problem.value = undefined;
    try {
      await work();
      return true;
    } catch (error) {
      problem.value = asProblem(error);
      return false;
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy, problem, run };
}
