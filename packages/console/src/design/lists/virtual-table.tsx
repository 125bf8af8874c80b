import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useCallback, useId, useRef } from 'preact/hooks';
import { rowByKey } from './row-window.ts';
import { memo, Rows, type RowsOptions, useRows } from './rows.tsx';

export interface VirtualColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Shown on wide screens only. */
  readonly isExtra?: boolean;
  /** The current order of the rows, if they are sorted by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
  /** Makes the heading a button. */
  readonly onSort?: () => void;
}

interface VirtualTableProps<Row> extends RowsOptions {
  readonly label: string;
  /** Pass the same array as long as possible: a new one renders all rows again. */
  readonly columns: readonly VirtualColumn<Row>[];
  /** Fewer than `rowCount`, if some are still to be loaded. */
  readonly rows: readonly Row[];
  readonly onOpen?: ((row: Row, index: number) => void) | undefined;
}

/** Any number of rows of one height, of which only the visible ones are rendered. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const id = useId();
  const active = useSignal(0);
  const { box, range, show } = useRows(props);
  const { columns, rowCount, rowHeight, onOpen } = props;
  const open = (index: number) => {
    const row = props.rows[index];
    if (row !== undefined) onOpen?.(row, index);
  };
  const openLatest = useRef(open);
  openLatest.current = open;
  const press = useCallback((index: number) => {
    active.value = index;
    openLatest.current(index);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys pressed inside a cell belong to its input.
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') open(active.value);
    const next = rowByKey(event.key, active.value, { rowCount, page: 10 });
    if (next === undefined || rowCount === 0) return;
    event.preventDefault();
    active.value = next;
    show(next);
  };
  const isDrawn = active.value >= range.first && active.value < range.end;
  return (
    <div
      class={`virtual ${onOpen === undefined ? '' : 'opens'}`}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length}
      aria-activedescendant={rowCount > 0 && isDrawn ? `${id}-${active.value}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" class="virtual-head">
        <div role="row" aria-rowindex={1} class="virtual-row">
          {columns.map((column) => (
            <span
              key={column.id}
              role="columnheader"
              aria-sort={column.sorted}
              class={cellName(column)}
            >
              {column.onSort === undefined ? (
                column.label
              ) : (
                <button type="button" class="sort" onClick={column.onSort}>
                  {column.label}
                  {column.sorted !== undefined && (
                    <span aria-hidden="true">{column.sorted === 'ascending' ? '↑' : '↓'}</span>
                  )}
                </button>
              )}
            </span>
          ))}
        </div>
      </div>
      <Rows box={box} role="rowgroup" range={range} rowCount={rowCount} rowHeight={rowHeight}>
        {(index, place) => (
          <Line
            key={place}
            id={`${id}-${index}`}
            index={index}
            top={index * rowHeight}
            isActive={index === active.value}
            row={props.rows[index]}
            columns={columns as readonly VirtualColumn<unknown>[]}
            onPress={press}
          />
        )}
      </Rows>
    </div>
  );
}

const Line = memo(function Line(props: {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly isActive: boolean;
  readonly row: unknown;
  readonly columns: readonly VirtualColumn<unknown>[];
  readonly onPress: (index: number) => void;
}) {
  const { index, row } = props;
  return (
    <div
      id={props.id}
      role="row"
      aria-rowindex={index + 2}
      class={`virtual-row ${props.isActive ? 'active' : ''}`}
      style={{ top: `${props.top}px` }}
      onClick={() => props.onPress(index)}
    >
      {props.columns.map((column) => (
        <span key={column.id} role="gridcell" class={cellName(column)}>
          {row === undefined ? '…' : column.cell(row)}
        </span>
      ))}
    </div>
  );
});

function cellName({ isExtra }: { readonly isExtra?: boolean }): string {
  return isExtra ? 'cell extra' : 'cell';
}
