import type { ComponentChildren, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { placesFor, type RowPlaces, type RowRange } from './row-window.ts';
import './lists.css';

/**
 * The rows in sight, at their place in the whole height. What changes while one scrolls is no custom property:
 * rows would inherit that, and all be styled anew.
 */
export function Rows(props: {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly role: 'rowgroup' | 'list';
  readonly label?: string;
  readonly range: RowRange;
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** With the place as its key, a row that comes in takes over the elements of one that has left. */
  readonly children: (index: number, place: number) => ComponentChildren;
}) {
  const { first } = props.range;
  const drawn = useRef<RowPlaces>({ range: { first: 0, end: 0 }, places: [] });
  drawn.current = placesFor(drawn.current, props.range);
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
        style={{ height: `${props.rowCount * props.rowHeight}px` }}
      >
        <div
          class="virtual-rows"
          role="presentation"
          style={{ top: `${first * props.rowHeight}px` }}
        >
          {drawn.current.places.map((place, at) => props.children(first + at, place))}
        </div>
      </div>
    </div>
  );
}
