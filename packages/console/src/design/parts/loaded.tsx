import type { ComponentChildren } from 'preact';
import type { Pages } from '../../api/pages.ts';
import type { Resource } from '../../api/resource.ts';
import { ErrorNote } from '../notes/error-note.tsx';
import { Skeleton } from '../notes/skeleton.tsx';

/** What was loaded, or why it is not there yet. */
export function Loaded<Value>(props: {
  readonly resource: Pick<Resource<Value>, 'data' | 'problem'> & {
    readonly refresh: () => unknown;
  };
  readonly lines?: number;
  readonly children: (value: Value) => ComponentChildren;
}) {
  const { data, problem, refresh } = props.resource;
  if (data.value !== undefined) return <>{props.children(data.value)}</>;
  if (problem.value === undefined) return <Skeleton lines={props.lines ?? 4} />;
  return <ErrorNote problem={problem.value} onRetry={() => void refresh()} />;
}

/** The rows of a list that comes in pages, once the first page is there. */
export function LoadedRows<Row>(props: {
  readonly pages: Pages<Row>;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
}) {
  const { rows, problem, reload } = props.pages;
  return (
    <Loaded resource={{ data: rows, problem, refresh: reload }} lines={6}>
      {props.children}
    </Loaded>
  );
}
