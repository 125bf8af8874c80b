/** All objects of a bucket, or those whose keys begin alike, read page by page. */
import { type Signal, signal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { platformPath } from '../resource-api.ts';
import type { StoredObject } from './folders.ts';

interface Page {
  readonly objects: readonly StoredObject[];
  readonly total: number;
  readonly bytes: number;
  readonly nextCursor: string | null;
}

interface ObjectPages {
  readonly objects: Signal<readonly StoredObject[]>;
  readonly isLoading: Signal<boolean>;
  /** There are more than can be shown. */
  readonly isCut: Signal<boolean>;
  readonly problem: Signal<ApiProblem | undefined>;
  readonly load: () => Promise<void>;
  readonly stop: () => void;
}

export const objectsMax = 50_000;
const pageSize = 1_000;

export function storagePath(id: string): string {
  return `${platformPath}/storage/${encodeURIComponent(id)}`;
}

export function openObjects(id: string, prefix: string): ObjectPages {
  const objects = signal<readonly StoredObject[]>([]);
  const isLoading = signal(false);
  const isCut = signal(false);
  const problem = signal<ApiProblem | undefined>(undefined);
  let current = new AbortController();
  const load = async () => {
    current.abort();
    const mine = new AbortController();
    current = mine;
    isLoading.value = true;
    problem.value = undefined;
    const found: StoredObject[] = [];
    let isFirst = objects.peek().length === 0;
    let cursor: string | null = null;
    try {
      do {
        const page: Page = await call('GET', storagePath(id), {
          query: {
            limit: pageSize,
            ...(prefix === '' ? {} : { prefix }),
            cursor: cursor ?? undefined,
          },
          signal: mine.signal,
        });
        found.push(...page.objects);
        cursor = page.nextCursor;
        // The first page is shown at once; the next ones when all are there, so that folders do not jump.
        if (isFirst) objects.value = [...found];
        isFirst = false;
      } while (cursor !== null && found.length < objectsMax);
      objects.value = found;
      isCut.value = cursor !== null;
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
    } finally {
      if (current === mine) isLoading.value = false;
    }
  };
  return { objects, isLoading, isCut, problem, load, stop: () => current.abort() };
}
