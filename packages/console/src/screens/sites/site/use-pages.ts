/** A long list that comes in pages, each asked for when its rows come into sight. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type CallOptions, call } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';

export interface Pages<Row> {
  readonly rows: Signal<readonly Row[] | undefined>;
  /** All that there are, where the server says so. */
  readonly total: Signal<number | undefined>;
  readonly hasMore: Signal<boolean>;
  readonly problem: Signal<ApiProblem | undefined>;
  readonly more: () => Promise<void>;
  readonly reload: () => void;
  /** What a change has answered. */
  readonly replace: (row: Row) => void;
  readonly remove: (id: string) => void;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly total?: number;
}

export function usePages<Row extends { readonly id: string }>(
  path: string,
  query: NonNullable<CallOptions['query']>,
  read: (answer: never) => Page<Row>,
): Pages<Row> {
  const rows = useSignal<readonly Row[] | undefined>(undefined);
  const total = useSignal<number | undefined>(undefined);
  const hasMore = useSignal(true);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const attempt = useSignal(0);
  const walk = useRef<{ readonly stop: AbortController; cursor?: string; isBusy: boolean }>(
    undefined,
  );
  const more = async () => {
    const mine = walk.current;
    if (mine === undefined || mine.isBusy || !hasMore.peek()) return;
    mine.isBusy = true;
    try {
      const answer = await call<never>('GET', path, {
        query: { ...query, cursor: mine.cursor },
        signal: mine.stop.signal,
      });
      if (mine !== walk.current) return;
      const page = read(answer);
      const known = mine.cursor === undefined ? [] : (rows.peek() ?? []);
      rows.value = [...known, ...page.rows];
      total.value = page.total;
      hasMore.value = page.next !== null;
      problem.value = undefined;
      if (page.next !== null) mine.cursor = page.next;
    } catch (error) {
      if (mine.stop.signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
    } finally {
      mine.isBusy = false;
    }
  };
  useEffect(() => {
    const stop = new AbortController();
    walk.current = { stop, isBusy: false };
    hasMore.value = true;
    void more();
    return () => stop.abort();
  }, [path, JSON.stringify(query), attempt.value]);
  return {
    rows,
    total,
    hasMore,
    problem,
    more,
    reload: () => {
      attempt.value += 1;
    },
    replace: (row) => {
      rows.value = rows.peek()?.map((one) => (one.id === row.id ? row : one));
    },
    remove: (id) => {
      const before = rows.peek();
      const left = before?.filter((one) => one.id !== id);
      const count = total.peek();
      if (count !== undefined && left?.length !== before?.length) total.value = count - 1;
      rows.value = left;
    },
  };
}
