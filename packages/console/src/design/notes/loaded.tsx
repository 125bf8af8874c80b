import type { ComponentChildren } from 'preact';
import type { Resource } from '../../api/resource.ts';
import { ErrorNote } from './error-note.tsx';
import { Skeleton } from './skeleton.tsx';

/** What was loaded; before that a skeleton, and a problem with a way to try again. */
export function Loaded<Value>(props: {
  readonly resource: Pick<Resource<Value>, 'data' | 'problem' | 'refresh'>;
  readonly lines?: number;
  readonly children?: (value: Value) => ComponentChildren;
}) {
  const { resource, lines = 5, children } = props;
  const value = resource.data.value;
  const problem = resource.problem.value;
  return (
    <>
      <ErrorNote problem={problem} onRetry={() => void resource.refresh()} />
      {value === undefined && problem === undefined && <Skeleton lines={lines} />}
      {value !== undefined && children?.(value)}
    </>
  );
}
