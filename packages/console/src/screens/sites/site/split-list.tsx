import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import type { Pages } from '../../../api/pages.ts';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';

/** The rows of a list that comes in pages, once the first page is there. */
export function LoadedRows<Row>(props: {
  readonly pages: Pages<Row>;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
}) {
  const { rows, problem, reload } = props.pages;
  if (rows.value !== undefined) return <>{props.children(rows.value)}</>;
  if (problem.value === undefined) return <Skeleton lines={6} />;
  return <ErrorNote problem={problem.value} onRetry={reload} />;
}

interface SplitListProps<Row> {
  readonly label: string;
  readonly rowHeight: number;
  readonly pages: Pages<Row>;
  readonly rows: readonly Row[];
  readonly opened: Signal<string | undefined>;
  /** The inside of a closed row's button; always the same function, or all rows are drawn again. */
  readonly row: (row: Row) => ComponentChildren;
}

/** The rows above the open one, its card, and the rows below; both parts draw only what is in sight. */
export function SplitList<Row extends { readonly id: string }>(
  props: SplitListProps<Row> & {
    readonly card: (row: Row, next: Row | undefined) => ComponentChildren;
  },
) {
  const { rows, pages, opened } = props;
  const at = rows.findIndex(({ id }) => id === opened.value);
  const row = rows[at];
  return (
    <div class="stack">
      {row !== undefined && (
        <>
          <Part {...props} rows={rows.slice(0, at)} isLast={false} />
          {props.card(row, rows[at + 1])}
        </>
      )}
      <Part {...props} rows={rows.slice(at + 1)} isLast />
      <ErrorNote problem={pages.problem.value} onRetry={pages.more} />
    </div>
  );
}

function Part<Row extends { readonly id: string }>(
  props: SplitListProps<Row> & { readonly isLast: boolean },
) {
  const { rows, pages, isLast, row: draw, opened } = props;
  const drawButton = useCallback(
    (row: Row) => (
      <button
        type="button"
        onClick={() => {
          opened.value = row.id;
        }}
      >
        {draw(row)}
      </button>
    ),
    [draw, opened],
  );
  const rowCount = rows.length + (isLast && pages.hasMore.value ? 1 : 0);
  if (rowCount === 0) return null;
  return (
    <VirtualList
      label={props.label}
      rowCount={rowCount}
      rowHeight={props.rowHeight}
      rowAt={(index) => rows[index]}
      onRange={({ end }) => {
        if (isLast && end >= rows.length) pages.more();
      }}
    >
      {drawButton}
    </VirtualList>
  );
}
