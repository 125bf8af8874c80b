import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { asProblem } from '../api/problem.ts';
import { Button } from './buttons.tsx';
import { words } from './words.ts';

interface Toast {
  readonly text: string;
  readonly kind?: 'done' | 'alarm';
  /** Offered while the toast is there, for what can be taken back. */
  readonly onUndo?: () => void;
}

const shown = signal<readonly (Toast & { readonly id: number })[]>([]);
let lastId = 0;

/** Says what has happened, and lets it be taken back. */
export function toast(about: Toast): void {
  lastId += 1;
  shown.value = [...shown.value.slice(-2), { ...about, id: lastId }];
}

export function Toasts() {
  const holder = useRef<HTMLDivElement>(null);
  const list = shown.value;
  // Above a dialog that is open: what is shown last is on top.
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
  const t = words();
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
      <Button kind="quiet" icon="close" isIconOnly onClick={end} label={t.close} />
    </div>
  );
}

/** For actions without a place for an error note: a refusal is shown as a toast. */
export async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast({ text: asProblem(error).message, kind: 'alarm' });
  }
}
