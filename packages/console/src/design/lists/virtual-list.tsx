import type { ComponentChildren, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { rowByKey } from './row-window.ts';
import { memo, Rows, type RowsOptions, useRows } from './rows.tsx';

/**
 * Any number of rows with a link or a button each; arrow keys move between them. A row is rendered again only when the
 * row or the function `children` changes. Rows must not have state, because their elements are reused for other rows.
 */
export function VirtualList<Row>(
  props: Omit<RowsOptions, 'rowCount'> & {
    readonly label: string;
    readonly rows: readonly Row[];
    /** More than `rows`, if some are still to be loaded. */
    readonly rowCount?: number;
    readonly children: (row: Row, index: number) => ComponentChildren;
  },
) {
  const { rows, rowHeight, rowCount = rows.length } = props;
  const { box, range, show } = useRows({ ...props, rowCount });
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
    <div class="virtual">
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
            top={index * rowHeight}
            rowCount={rowCount}
            wanted={wanted}
            row={rows[index]}
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
  readonly top: number;
  readonly rowCount: number;
  /** A row that a key moved to and that was not rendered yet. */
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
      style={{ top: `${props.top}px` }}
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

/** The focused row was scrolled away; the row that reuses its element must not keep the focus. */
function blurInside(element: HTMLElement): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && element.contains(focused)) focused.blur();
}

function focusRow(box: HTMLElement | null, index: number): void {
  const row = box?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  if (row) firstControl(row)?.focus({ preventScroll: true });
}
