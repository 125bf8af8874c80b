import type { ComponentChildren, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { memo } from '../base/memo.ts';
import { rowByKey } from './row-window.ts';
import { Rows } from './rows.tsx';
import { type RowsOptions, useRows } from './use-rows.ts';
import './lists.css';

/**
 * Any number of rows that hold a link or a button each; arrows move from one to the next. A row is drawn again when it
 * is another one or `children` is another function, and keeps no state of its own: its elements go to the next row.
 */
export function VirtualList<Row>(
  props: RowsOptions & {
    readonly label: string;
    readonly rowAt: (index: number) => Row | undefined;
    readonly children: (row: Row, index: number) => ComponentChildren;
  },
) {
  const { box, range, show } = useRows(props);
  const { rowCount, rowHeight } = props;
  const wanted = useRef<number | null>(null);
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
        {(index, place) => (
          <Item
            key={place}
            index={index}
            rowCount={rowCount}
            wanted={wanted}
            row={props.rowAt(index)}
            draw={props.children as Draw}
          />
        )}
      </Rows>
    </div>
  );
}

type Draw = (row: unknown, index: number) => ComponentChildren;

const Item = memo(function Item(props: {
  readonly index: number;
  readonly rowCount: number;
  /** The row that a key led to while it was out of sight. */
  readonly wanted: RefObject<number | null>;
  readonly row: unknown;
  readonly draw: Draw;
}) {
  const { index, row, wanted } = props;
  const shown = useRef(index);
  return (
    <div
      class="virtual-row virtual-item"
      role="listitem"
      aria-setsize={props.rowCount}
      aria-posinset={index + 1}
      data-row={index}
      ref={(element) => {
        if (element === null) return;
        if (wanted.current === index) {
          wanted.current = null;
          firstControl(element)?.focus({ preventScroll: true });
        } else if (shown.current !== index) blurInside(element);
        shown.current = index;
      }}
    >
      {row === undefined ? (
        <span class="cell quiet">…</span>
      ) : (
        <Content row={row} index={index} draw={props.draw} />
      )}
    </div>
  );
});

const Content = memo(function Content(props: {
  readonly row: unknown;
  readonly index: number;
  readonly draw: Draw;
}) {
  return <>{props.draw(props.row, props.index)}</>;
});

function firstControl(row: HTMLElement): HTMLElement | null {
  return row.querySelector('a, button');
}

/** The row that had the focus has left; the one that took its place must not have it. */
function blurInside(element: HTMLElement): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && element.contains(focused)) focused.blur();
}

function focusRow(box: HTMLElement | null, index: number): void {
  const row = box?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  if (row) firstControl(row)?.focus({ preventScroll: true });
}
