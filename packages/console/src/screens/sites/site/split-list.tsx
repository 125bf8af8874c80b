import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import type { Pages } from './use-pages.ts';

interface SplitListProps<Row> {
  readonly label: string;
  readonly rowHeight: number;
  readonly pages: Pages<Row>;
  readonly rows: readonly Row[];
  /** What a closed row shows, inside of its button; always the same function, or all rows are drawn again. */
  readonly row: (row: Row) => ComponentChildren;
}

/** Rows above the one that is open, that one, and the rows below: each part draws what is in sight. */
export function SplitList<Row extends { readonly id: string }>(
  props: SplitListProps<Row> & {
    readonly opened: Signal<string | undefined>;
    readonly card: (row: Row, next: Row | undefined) => ComponentChildren;
  },
) {
  const { rows, pages, opened } = props;
  const at = rows.findIndex(({ id }) => id === opened.value);
  const row = rows[at];
  const open = useCallback(
    (id: string) => {
      opened.value = id;
    },
    [opened],
  );
  return (
    <div class="stack">
      <Part
        {...props}
        rows={row === undefined ? rows : rows.slice(0, at)}
        isLast={row === undefined}
        onOpen={open}
      />
      {row !== undefined && (
        <>
          {props.card(row, rows[at + 1])}
          <Part {...props} rows={rows.slice(at + 1)} isLast onOpen={open} />
        </>
      )}
      {pages.problem.value !== undefined && (
        <ErrorNote problem={pages.problem.value} onRetry={() => void pages.more()} />
      )}
    </div>
  );
}

function Part<Row extends { readonly id: string }>(
  props: SplitListProps<Row> & {
    readonly isLast: boolean;
    readonly onOpen: (id: string) => void;
  },
) {
  const { rows, pages, isLast, row: draw, onOpen } = props;
  const drawButton = useCallback(
    (row: Row) => (
      <button type="button" onClick={() => onOpen(row.id)}>
        {draw(row)}
      </button>
    ),
    [draw, onOpen],
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
        if (isLast && end >= rows.length) void pages.more();
      }}
    >
      {drawButton}
    </VirtualList>
  );
}
