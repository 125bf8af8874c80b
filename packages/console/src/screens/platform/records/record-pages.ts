/** The records of a resource, page by page, as far as somebody has scrolled. */
import { type Signal, signal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { resourcePath } from '../resource-api.ts';
import { type RecordQuery, searchOf } from './record-query.ts';

export interface Entry {
  readonly recordId: string;
  readonly record: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt?: string;
}

interface Page {
  readonly records: readonly Entry[];
  readonly total: number | null;
  readonly nextCursor: string | null;
}

export interface RecordPages {
  readonly entries: Signal<readonly Entry[]>;
  /** Null where the server has not counted them. */
  readonly total: Signal<number | null>;
  readonly hasMore: Signal<boolean>;
  readonly isLoading: Signal<boolean>;
  readonly problem: Signal<ApiProblem | undefined>;
  /** Loads on as long as fewer rows are there than are wanted. */
  readonly reach: (row: number) => void;
  readonly replace: (entry: Entry) => void;
  readonly remove: (recordId: string) => void;
  readonly restart: () => void;
  readonly stop: () => void;
}

const pageSize = 200;

export function openPages(resourceId: string, query: RecordQuery): RecordPages {
  const entries = signal<readonly Entry[]>([]);
  const total = signal<number | null>(null);
  const hasMore = signal(true);
  const isLoading = signal(false);
  const problem = signal<ApiProblem | undefined>(undefined);
  let cursor: string | null = null;
  let wantedRow = 0;
  let current = new AbortController();

  const load = async () => {
    const mine = current;
    isLoading.value = true;
    try {
      while (!mine.signal.aborted && hasMore.peek() && entries.peek().length <= wantedRow) {
        const page: Page = await call('GET', `${resourcePath(resourceId)}/records`, {
          query: { ...searchOf(query), limit: pageSize, cursor: cursor ?? undefined },
          signal: mine.signal,
        });
        if (mine.signal.aborted) return;
        cursor = page.nextCursor;
        if (total.peek() === null || page.total !== null) total.value = page.total;
        entries.value = [...entries.peek(), ...page.records];
        hasMore.value = cursor !== null;
        problem.value = undefined;
      }
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
    } finally {
      if (!mine.signal.aborted) isLoading.value = false;
    }
  };
  const reach = (row: number) => {
    wantedRow = Math.max(wantedRow, row);
    if (!isLoading.peek() && hasMore.peek() && entries.peek().length <= wantedRow) void load();
  };
  const restart = () => {
    current.abort();
    current = new AbortController();
    cursor = null;
    wantedRow = 0;
    entries.value = [];
    total.value = null;
    hasMore.value = true;
    problem.value = undefined;
    void load();
  };
  return {
    entries,
    total,
    hasMore,
    isLoading,
    problem,
    reach,
    restart,
    stop: () => current.abort(),
    replace: (entry) => {
      entries.value = entries.value.map((one) => (one.recordId === entry.recordId ? entry : one));
    },
    remove: (recordId) => {
      entries.value = entries.value.filter((one) => one.recordId !== recordId);
      if (total.value !== null) total.value -= 1;
    },
  };
}
