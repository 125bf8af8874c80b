import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { speak } from '../../words/language.ts';
import { Button } from '../controls/button.tsx';
import { words } from '../words.ts';
import './layers.css';

interface DialogProps {
  readonly title: string;
  /** By Escape, by the cross and by a tap beside it; without it, the dialog can only be answered. */
  readonly onClose?: () => void;
  /** A sheet comes up from the lower edge of a phone. */
  readonly shape?: 'dialog' | 'sheet' | 'palette';
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Open as long as it is drawn: the parent draws it or does not. */
export function Dialog({ title, onClose, shape = 'dialog', actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`layer ${shape}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose?.();
      }}
    >
      <div class="layer-inside">
        <div class={shape === 'palette' ? 'unseen' : 'layer-head'}>
          <h2 id={id}>{title}</h2>
          {onClose !== undefined && shape !== 'palette' && (
            <Button kind="quiet" icon="close" isIconOnly onClick={onClose}>
              {speak(words).close}
            </Button>
          )}
        </div>
        <div class="layer-body">{children}</div>
        {actions !== undefined && <div class="layer-actions">{actions}</div>}
      </div>
    </dialog>
  );
}

export function Sheet(props: Omit<DialogProps, 'shape'>) {
  return <Dialog {...props} shape="sheet" />;
}
