/** What was loaded: shown at once when it is known, loaded again behind it. */
import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type ApiProblem, asProblem } from './problem.ts';

export interface Resource<Value> {
  /** The last that was loaded, also while it is loaded again and after that failed. */
  readonly data: Signal<Value | undefined>;
  readonly problem: Signal<ApiProblem | undefined>;
  readonly isLoading: Signal<boolean>;
  /** Loads again; the one that was under way is given up. */
  readonly refresh: () => Promise<void>;
  /** What a change has answered, without loading again. */
  readonly set: (value: Value) => void;
}

/** `show` shows a part of what is being loaded before the rest has come. */
type Load<Value> = (signal: AbortSignal, show: (part: Value) => void) => Promise<Value>;

const keptMax = 60;
const kept = new Map<string, Resource<unknown>>();

/** The resource of this key, the same for all who ask; it is refreshed whenever a screen begins to use it. */
export function useResource<Value>(key: string, load: Load<Value>): Resource<Value> {
  const resource = useMemo(() => keptResource(key, load), [key]);
  useEffect(() => {
    void resource.refresh();
  }, [resource]);
  return resource;
}

/** Forgets what begins so, or all: after signing out, and for what a change made untrue elsewhere. */
export function forgetResources(prefix = ''): void {
  for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key);
}

/** Loads again what begins so and is known. */
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

function makeResource<Value>(load: Load<Value>): Resource<Value> {
  const data = signal<Value | undefined>(undefined);
  const problem = signal<ApiProblem | undefined>(undefined);
  const isLoading = signal(false);
  let current = new AbortController();
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
  const set = (value: Value) => {
    current.abort();
    isLoading.value = false;
    problem.value = undefined;
    data.value = value;
  };
  return { data, problem, isLoading, refresh, set };
}
