import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useWork } from '../api/client.ts';
import { Button, CopyText, IconButton } from './buttons.tsx';
import { Field } from './fields.tsx';
import { useBackCloses } from './layer-history.ts';
import { Complaint, ErrorNote } from './notes.tsx';
import { t } from './words.ts';

interface DialogProps {
  readonly title: string;
  /** Called by Escape, the close button and a tap outside. Without it, only the actions close the dialog. */
  readonly onClose?: () => void;
  /** On a phone, a sheet slides up from the lower edge. */
  readonly shape?: 'dialog' | 'sheet' | 'palette';
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A modal dialog, open as long as it is rendered. */
export function Dialog({ title, onClose, shape = 'dialog', actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useBackCloses(shape === 'palette' ? undefined : onClose);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    if (shape !== 'palette') focusFirst(dialog.current);
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
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {onClose !== undefined && shape !== 'palette' && (
            <IconButton icon="close" label={t.close} onClick={onClose} />
          )}
        </div>
        <div class="layer-body stack">{children}</div>
        {actions !== undefined && <div class="layer-actions">{actions}</div>}
      </div>
    </dialog>
  );
}

const fields = ':is(input, textarea, select):not([type="file"], [readonly])';

/**
 * Focuses the first field, or else the title: `showModal` would focus the close button, or an action that could be
 * pressed by accident. On touch screens it is always the title: a field would open the keyboard over the dialog.
 */
function focusFirst(dialog: HTMLDialogElement | null): void {
  if (dialog?.querySelector('[autofocus]')) return;
  const isTapped = matchMedia('(pointer: coarse)').matches;
  const first = isTapped ? null : dialog?.querySelector<HTMLElement>(`.layer-body ${fields}`);
  (first ?? dialog?.querySelector('h2'))?.focus();
}

export function Sheet(props: Omit<DialogProps, 'shape'>) {
  return <Dialog {...props} shape="sheet" />;
}

/** A key, link, secret or grant that is shown once; it closes only by the button that confirms it was saved. */
export function ShownOnce(props: {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}) {
  return (
    <Dialog
      title={props.title}
      actions={<Button kind="primary" label={t.kept} onClick={props.onClose} />}
    >
      <p>{props.text}</p>
      <CopyText label={props.label} text={props.secret} />
      {props.children}
    </Dialog>
  );
}

/** Asks before a request is sent; if the server refuses it, the dialog shows why. */
export function Confirm(props: {
  readonly title: string;
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  readonly cancel?: string;
  readonly isDisabled?: boolean;
  readonly text?: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}) {
  const work = useWork();
  return (
    <Dialog
      title={props.title}
      onClose={props.onClose}
      actions={
        <>
          <Button
            kind={props.kind ?? 'danger'}
            label={props.action}
            work={work}
            isDisabled={props.isDisabled === true}
            onClick={props.onConfirm}
          />
          {props.cancel !== undefined && <Button label={props.cancel} onClick={props.onClose} />}
        </>
      }
    >
      {props.text !== undefined && <p>{props.text}</p>}
      {props.children}
      <ErrorNote problem={work.problem.value} />
    </Dialog>
  );
}

/** A form that calls `onSubmit` instead of sending itself to the server. */
export function Form(props: {
  readonly class?: string;
  readonly isUnvalidated?: boolean;
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
}) {
  return (
    <form
      class={props.class ?? 'stack'}
      autocomplete="off"
      novalidate={props.isUnvalidated === true}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
    </form>
  );
}

/** A sheet with fields, a button that sends them, and the reason if the server refused them. */
export function FormSheet(props: {
  readonly title: string;
  readonly action: string;
  readonly shape?: 'sheet' | 'dialog';
  readonly onSubmit: () => Promise<void>;
  /** Says what must be filled in before the form is sent; undefined if nothing is missing. */
  readonly complaint?: () => string | undefined;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const work = useWork();
  const complaint = useSignal<string>();
  const submit = () => {
    complaint.value = props.complaint?.();
    if (complaint.value === undefined) void work.run(props.onSubmit);
  };
  return (
    <Dialog title={props.title} shape={props.shape ?? 'sheet'} onClose={props.onClose}>
      <Form onSubmit={submit}>
        {props.children}
        <Complaint text={complaint.value} />
        <ErrorNote problem={work.problem.value} />
        <Button kind="primary" type="submit" isWide label={props.action} work={work} />
      </Form>
    </Dialog>
  );
}

/** For actions that cannot be undone: the user has to type `word` to confirm. */
export function ConfirmInput(props: {
  readonly word: string;
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
}) {
  const work = useWork();
  const typed = useSignal('');
  const isTyped = typed.value.trim() === props.word;
  return (
    <Form onSubmit={() => isTyped && work.run(props.onConfirm)}>
      <ErrorNote problem={work.problem.value} />
      <Field label={t.typeToConfirm(props.word)} value={typed} isCode />
      <Button kind="danger" type="submit" label={props.action} work={work} isDisabled={!isTyped} />
    </Form>
  );
}
