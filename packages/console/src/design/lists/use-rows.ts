/** Ties a long list to the scroll of the page or of its own box. */
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type RowRange, rowsAt } from './row-window.ts';

export interface RowsOptions {
  readonly rowCount: number;
  readonly rowHeight: number;
  /** `own` for a list inside of a box that scrolls by itself. */
  readonly scroll?: 'page' | 'own';
  /** Rows that are drawn, so that whoever feeds the list can load them. */
  readonly onRange?: (range: RowRange) => void;
}

export function useRows(options: RowsOptions): {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly range: RowRange;
  readonly show: (row: number) => void;
} {
  const { rowCount, rowHeight, scroll = 'page', onRange } = options;
  const box = useRef<HTMLDivElement>(null);
  const range = useSignal<RowRange>({ first: 0, end: Math.min(rowCount, 24) });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const top = scroll === 'own' ? element.scrollTop : -element.getBoundingClientRect().top;
      const height = scroll === 'own' ? element.clientHeight : innerHeight;
      const next = rowsAt({ top, height, rowHeight, rowCount });
      const { first, end } = range.peek();
      if (next.first !== first || next.end !== end) range.value = next;
    };
    measure();
    const target = scroll === 'own' ? element : window;
    target.addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      target.removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [rowCount, rowHeight, scroll]);
  const { first, end } = range.value;
  useEffect(() => onRange?.({ first, end }), [first, end, rowCount]);
  const show = (row: number) => {
    const element = box.current;
    if (element === null) return;
    if (scroll === 'own') {
      const { scrollTop, clientHeight } = element;
      const wanted = keepInSight(row * rowHeight, rowHeight, scrollTop, clientHeight);
      if (wanted !== scrollTop) element.scrollTop = wanted;
      return;
    }
    const top = element.getBoundingClientRect().top + scrollY + row * rowHeight;
    const wanted = keepInSight(top, rowHeight, scrollY, innerHeight, 88);
    if (wanted !== scrollY) scrollTo({ top: wanted, behavior: 'instant' });
  };
  return { box, range: range.value, show };
}

function keepInSight(top: number, size: number, from: number, height: number, margin = 0): number {
  if (top < from + margin) return Math.max(0, top - margin);
  if (top + size > from + height - margin) return top + size - height + margin;
  return from;
}
