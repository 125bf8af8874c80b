import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { rowByKey } from './row-window.ts';
import { Rows } from './rows.tsx';
import type { Column } from './table.tsx';
import { type RowsOptions, useRows } from './use-rows.ts';
import './lists.css';

interface VirtualTableProps<Row> extends RowsOptions {
  readonly label: string;
  readonly columns: readonly (Column<Row> & {
    /** Of the width: 1 without it. */
    readonly share?: number;
    /** Seen on wide screens only. */
    readonly isExtra?: boolean;
    /** How the rows are sorted by it now; with `onSort` its heading is a button. */
    readonly sorted?: 'ascending' | 'descending' | undefined;
    readonly onSort?: () => void;
  })[];
  /** Undefined while it is on its way. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly onOpen?: (row: Row, index: number) => void;
}

/** Any number of rows of one height, of which only those in sight are drawn. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const id = useId();
  const active = useSignal(0);
  const { box, range, show } = useRows(props);
  const { columns, rowCount, rowHeight, onOpen } = props;
  const open = (index: number) => {
    const row = props.rowAt(index);
    if (row !== undefined) onOpen?.(row, index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // What is typed into a cell is its own.
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
      class={`virtual ${props.scroll === 'own' ? 'own' : ''} ${onOpen === undefined ? '' : 'opens'}`}
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
              style={{ '--share': column.share ?? 1 }}
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
        {(index) => {
          const row = props.rowAt(index);
          return (
            <div
              key={index}
              id={`${id}-${index}`}
              role="row"
              aria-rowindex={index + 2}
              class={`virtual-row ${index === active.value ? 'active' : ''}`}
              onClick={() => {
                active.value = index;
                open(index);
              }}
            >
              {columns.map((column) => (
                <span
                  key={column.id}
                  role="gridcell"
                  class={cellName(column)}
                  style={{ '--share': column.share ?? 1 }}
                >
                  {row === undefined ? '…' : column.cell(row)}
                </span>
              ))}
            </div>
          );
        }}
      </Rows>
    </div>
  );
}

function cellName(column: { readonly isNumber?: boolean; readonly isExtra?: boolean }): string {
  return `cell ${column.isNumber ? 'number figures' : ''} ${column.isExtra ? 'extra' : ''}`;
}
