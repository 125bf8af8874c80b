/** Renders only the visible rows of a long list, each at its position in the full height. */
import { batch, useSignal } from '@preact/signals';
import { type Component, type ComponentChildren, h, type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { isFar, type RowRange, type RowSlot, rowsAt, slotsFor } from './row-window.ts';

export interface RowsOptions {
  readonly rowCount: number;
  readonly rowHeight: number;
  /** Called with the rows that are rendered, so that the caller can load them. */
  readonly onRange?: (range: RowRange) => void;
}

interface DrawnRange extends RowRange {
  readonly isAtRest: boolean;
}

// After this time without scrolling, elements are sorted, and after a jump the rows beyond the edges are rendered.
const restMs = 80;
// Room for the bars at both edges of the page.
const margin = 88;

/** Follows the scrolling of the page: which rows of a list to render, and how to show one. */
export function useRows({ rowCount, rowHeight, onRange }: RowsOptions) {
  const box = useRef<HTMLDivElement>(null);
  const range = useSignal<DrawnRange>({ first: 0, end: Math.min(rowCount, 24), isAtRest: true });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const measure = (isAtRest: boolean) => {
      const top = -element.getBoundingClientRect().top;
      const about = { top, height: innerHeight, rowHeight, rowCount };
      const whole = rowsAt(about);
      const before = range.peek();
      const isJump = !isAtRest && isFar(before, whole);
      const next = isJump ? rowsAt({ ...about, isBare: true }) : whole;
      const isSame = next.first === before.first && next.end === before.end;
      if (!isSame || (isAtRest && !before.isAtRest)) range.value = { ...next, isAtRest };
      clearTimeout(rest);
      if (!range.peek().isAtRest) rest = setTimeout(measure, restMs, true);
    };
    measure(range.peek().isAtRest);
    const unfollow = followPage(() => measure(false));
    return () => {
      clearTimeout(rest);
      unfollow();
    };
  }, [rowCount, rowHeight]);
  const { first, end } = range.value;
  useEffect(() => onRange?.({ first, end }), [first, end, rowCount]);
  const show = (row: number) => {
    if (box.current === null) return;
    const top = box.current.getBoundingClientRect().top + row * rowHeight;
    const below = top + rowHeight - (innerHeight - margin);
    const by = top < margin ? top - margin : Math.max(0, below);
    if (by !== 0) scrollTo({ top: Math.max(0, scrollY + by), behavior: 'instant' });
  };
  return { box, range: range.value, show };
}

const followers = new Set<() => void>();
// All lists of the page measure before the first of them renders. A list that measured after another one had rendered
// would force a second layout in the same frame.
const measureAll = () =>
  batch(() => {
    for (const measure of followers) measure();
  });

function followPage(measure: () => void): () => void {
  const events = ['scroll', 'resize'];
  if (followers.size === 0)
    for (const event of events) addEventListener(event, measureAll, { passive: true });
  followers.add(measure);
  return () => {
    followers.delete(measure);
    if (followers.size === 0) for (const event of events) removeEventListener(event, measureAll);
  };
}

/** Each row has its own position: if they shared one, a new row would cause a layout of all rows. */
export function Rows(props: {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly role: 'rowgroup' | 'list';
  readonly label?: string;
  readonly range: DrawnRange;
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** With the slot as its key, a row that becomes visible reuses the elements of one that has left. */
  readonly children: (index: number, place: number) => ComponentChildren;
}) {
  const drawn = useRef<readonly RowSlot[]>([]);
  drawn.current = slotsFor(drawn.current, props.range, props.range.isAtRest);
  return (
    <div
      ref={props.box}
      class="virtual-box"
      role={props.role}
      aria-label={props.label}
      onKeyDown={props.onKeyDown}
      style={{ '--row-height': `${props.rowHeight}px` }}
    >
      <div
        class="virtual-rows"
        role="presentation"
        style={{ height: `${props.rowCount * props.rowHeight}px` }}
      >
        {drawn.current.map(({ row, place }) => props.children(row, place))}
      </div>
    </div>
  );
}

/** A component that is rendered again only when one of its properties changes, or a signal that it reads. */
export function memo<Props extends object>(part: (props: Props) => ComponentChildren) {
  return function Memoized(this: Component<Props>, props: Props) {
    this.shouldComponentUpdate = (next) => hasChanged(this.props, next);
    return h(part as (props: Props) => never, props);
  };
}

function hasChanged(before: object, next: object): boolean {
  const [known, given] = [Object.entries(before), Object.entries(next)];
  return (
    known.length !== given.length || given.some(([name, value]) => before[name as never] !== value)
  );
}
