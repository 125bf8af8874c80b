/** A paged list that is loaded while scrolling. */
import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type ApiProblem, asProblem } from './problem.ts';

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  /** Null or absent if the server did not count. */
  readonly total?: number | null;
}

export type Pages<Row> = Omit<ReturnType<typeof openPages<Row>>, 'stop'>;

type LoadPage<Row> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>;

/** Loads again when `key` changes; it names the list and its filters. */
export function usePages<Row>(
  key: string,
  load: LoadPage<Row>,
  idOf: (row: Row) => string,
): Pages<Row> {
  const latest = useRef(load);
  latest.current = load;
  const { stop, ...pages } = useMemo(
    () => openPages<Row>((cursor, signal) => latest.current(cursor, signal), idOf),
    [],
  );
  useEffect(() => {
    pages.reload();
    return stop;
  }, [key]);
  return pages;
}

/** Exported for tests; screens use the hook. */
export function openPages<Row>(load: LoadPage<Row>, idOf: (row: Row) => string) {
  /** Undefined before the first page. */
  const rows = signal<readonly Row[]>();
  const total = signal<number>();
  const hasMore = signal(true);
  const isLoading = signal(false);
  const problem = signal<ApiProblem>();
  let current = new AbortController();
  let cursor: string | undefined;
  let known: readonly Row[] = [];
  let wantedRow = 0;

  const loadMore = async () => {
    const { signal } = current;
    isLoading.value = true;
    try {
      while (hasMore.peek() && known.length <= wantedRow) {
        const page = await load(cursor, signal);
        if (signal.aborted) return;
        known = cursor === undefined ? page.rows : [...(rows.peek() ?? []), ...page.rows];
        cursor = page.next ?? undefined;
        rows.value = known;
        total.value = page.total ?? total.peek();
        hasMore.value = cursor !== undefined;
        problem.value = undefined;
      }
    } catch (error) {
      if (!signal.aborted) problem.value = asProblem(error);
    } finally {
      if (!signal.aborted) isLoading.value = false;
    }
  };
  /** Loads until this row is loaded. */
  const reach = (row: number) => {
    wantedRow = Math.max(wantedRow, row);
    if (!isLoading.peek()) void loadMore();
  };
  return {
    rows,
    total,
    hasMore,
    isLoading,
    problem,
    reach,
    /** Loads one more page. */
    more: () => reach(known.length),
    /** Starts again at the first page; the rows stay until it is loaded. */
    reload: () => {
      current.abort();
      current = new AbortController();
      cursor = undefined;
      known = [];
      wantedRow = 0;
      total.value = undefined;
      hasMore.value = true;
      void loadMore();
    },
    replace: (row: Row) => {
      rows.value = rows.peek()?.map((one) => (idOf(one) === idOf(row) ? row : one));
    },
    remove: (id: string) => {
      const before = rows.peek() ?? [];
      const left = before.filter((one) => idOf(one) !== id);
      rows.value = left;
      if (total.value !== undefined && left.length < before.length) total.value -= 1;
    },
    stop: () => current.abort(),
  };
}
