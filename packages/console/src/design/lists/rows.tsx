import type { ComponentChildren, RefObject } from 'preact';
import type { RowRange } from './row-window.ts';
import './lists.css';

/** The rows in sight, at their place in the whole height. */
export function Rows(props: {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly role: 'rowgroup' | 'list';
  readonly label?: string;
  readonly range: RowRange;
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: (index: number) => ComponentChildren;
}) {
  const { first, end } = props.range;
  return (
    <div
      ref={props.box}
      class="virtual-box"
      role={props.role}
      aria-label={props.label}
      {...(props.onKeyDown === undefined ? {} : { onKeyDown: props.onKeyDown })}
      style={{ '--row-height': `${props.rowHeight}px` }}
    >
      <div
        class="virtual-space"
        role="presentation"
        style={{ '--space': `${props.rowCount * props.rowHeight}px` }}
      >
        <div
          class="virtual-rows"
          role="presentation"
          style={{ '--from': `${first * props.rowHeight}px` }}
        >
          {Array.from({ length: Math.max(0, end - first) }, (_, at) => props.children(first + at))}
        </div>
      </div>
    </div>
  );
}
