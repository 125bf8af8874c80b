/** Ties a long list to the scroll of the page or of its own box. */
import { batch, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { isFar, type RowRange, rowsAt } from './row-window.ts';

export interface RowsOptions {
  readonly rowCount: number;
  readonly rowHeight: number;
  /** `own` for a list inside of a box that scrolls on its own. */
  readonly scroll?: 'page' | 'own';
  /** Called with the rows that are drawn, so that the caller can load them. */
  readonly onRange?: (range: RowRange) => void;
}

// After a leap, the rows beyond the edges are drawn once the scroll has come to rest.
const restMs = 80;

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
    let rest: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      const top = scroll === 'own' ? element.scrollTop : -element.getBoundingClientRect().top;
      const height = scroll === 'own' ? element.clientHeight : innerHeight;
      const about = { top, height, rowHeight, rowCount };
      const next = rowsAt(about);
      const before = range.peek();
      clearTimeout(rest);
      if (isFar(before, next)) {
        range.value = rowsAt({ ...about, isBare: true });
        rest = setTimeout(measure, restMs);
      } else if (next.first !== before.first || next.end !== before.end) range.value = next;
    };
    measure();
    const forget = scroll === 'own' ? listen(element, 'scroll', measure) : followPage(measure);
    const forgetSize = listen(window, 'resize', measure);
    return () => {
      clearTimeout(rest);
      forget();
      forgetSize();
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

function listen(target: EventTarget, name: string, listener: () => void): () => void {
  target.addEventListener(name, listener, { passive: true });
  return () => target.removeEventListener(name, listener);
}

const followers = new Set<() => void>();
// All lists of the page measure before the first of them draws: a drawn one would make the next one's
// measure lay out the page in the middle of the frame.
const measureAll = () =>
  batch(() => {
    for (const measure of followers) measure();
  });

function followPage(measure: () => void): () => void {
  if (followers.size === 0) addEventListener('scroll', measureAll, { passive: true });
  followers.add(measure);
  return () => {
    followers.delete(measure);
    if (followers.size === 0) removeEventListener('scroll', measureAll);
  };
}

function keepInSight(top: number, size: number, from: number, height: number, margin = 0): number {
  if (top < from + margin) return Math.max(0, top - margin);
  if (top + size > from + height - margin) return top + size - height + margin;
  return from;
}
