import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { asProblem } from '../api/problem.ts';
import { Button, IconButton } from './buttons.tsx';
import { t } from './words.ts';

interface Toast {
  readonly text: string;
  readonly kind?: 'done' | 'alarm';
  /** Offers an undo while the toast is shown. */
  readonly onUndo?: () => unknown;
  /** A message takes the place of the one before it on the same topic, whose undo would no longer work. */
  readonly topic?: string;
}

const shown = signal<readonly (Toast & { readonly id: number })[]>([]);
let lastId = 0;

/** Shows a message, with an undo button if `onUndo` is given. */
export function toast(about: Toast): void {
  lastId += 1;
  const others = shown.value.filter(({ topic }) => topic === undefined || topic !== about.topic);
  shown.value = [...others.slice(-2), { ...about, id: lastId }];
}

export function Toasts() {
  const holder = useRef<HTMLDivElement>(null);
  const list = shown.value;
  // The popover that was opened last is on top, also above an open dialog.
  useEffect(() => {
    const element = holder.current;
    if (element?.showPopover === undefined) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (list.length > 0) element.showPopover();
  }, [list]);
  return (
    <div ref={holder} class="toasts" popover="manual" role="status">
      {list.map((one) => (
        <ToastNote key={one.id} {...one} />
      ))}
    </div>
  );
}

const plainMs = 5_000;
const undoMs = 10_000;

function ToastNote(props: Toast & { readonly id: number }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => {
    shown.value = shown.value.filter(({ id }) => id !== props.id);
  };
  const wait = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(end, props.onUndo === undefined ? plainMs : undoMs);
  };
  const hold = () => clearTimeout(timer.current);
  useEffect(() => {
    wait();
    return hold;
  }, []);
  return (
    <div
      class={`toast ${props.kind ?? 'done'}`}
      onMouseEnter={hold}
      onMouseLeave={wait}
      onFocusIn={hold}
      onFocusOut={wait}
    >
      <span class="grow">{props.text}</span>
      {props.onUndo !== undefined && (
        <Button
          kind="quiet"
          onClick={() => {
            end();
            props.onUndo?.();
          }}
          label={t.undo}
        />
      )}
      <IconButton icon="close" onClick={end} label={t.close} />
    </div>
  );
}

/** For actions without an error note: shows a failure as a toast. */
export async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast({ text: asProblem(error).message, kind: 'alarm' });
  }
}
