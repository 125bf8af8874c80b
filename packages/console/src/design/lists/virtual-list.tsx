import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { rowByKey } from './row-window.ts';
import { Rows } from './rows.tsx';
import { type RowsOptions, useRows } from './use-rows.ts';
import './lists.css';

/** Any number of rows that hold a link or a button each; arrows move from one to the next. */
export function VirtualList<Row>(
  props: RowsOptions & {
    readonly label: string;
    readonly rowAt: (index: number) => Row | undefined;
    readonly children: (row: Row, index: number) => ComponentChildren;
  },
) {
  const { box, range, show } = useRows(props);
  const { rowCount, rowHeight } = props;
  const wanted = useRef<number>(undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('.virtual-item');
    if (row === null || event.target !== firstControl(row)) return;
    const next = rowByKey(event.key, Number(row.dataset.row), { rowCount, page: 10 });
    if (next === undefined) return;
    event.preventDefault();
    wanted.current = next;
    show(next);
    focusRow(box.current, next);
  };
  return (
    <div class={`virtual ${props.scroll === 'own' ? 'own' : ''}`}>
      <Rows
        box={box}
        role="list"
        label={props.label}
        range={range}
        rowCount={rowCount}
        rowHeight={rowHeight}
        onKeyDown={onKeyDown}
      >
        {(index) => {
          const row = props.rowAt(index);
          return (
            <div
              key={index}
              class="virtual-row virtual-item"
              role="listitem"
              aria-setsize={rowCount}
              aria-posinset={index + 1}
              data-row={index}
              ref={(element) => {
                // It was out of sight when a key led to it.
                if (element === null || wanted.current !== index) return;
                wanted.current = undefined;
                firstControl(element)?.focus({ preventScroll: true });
              }}
            >
              {row === undefined ? <span class="cell quiet">…</span> : props.children(row, index)}
            </div>
          );
        }}
      </Rows>
    </div>
  );
}

function firstControl(row: HTMLElement): HTMLElement | null {
  return row.querySelector('a, button');
}

function focusRow(box: HTMLElement | null, index: number): void {
  const row = box?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  if (row) firstControl(row)?.focus({ preventScroll: true });
}
