import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useWork } from '../api/client.ts';
import { Button } from './buttons.tsx';
import { Dialog } from './dialogs.tsx';
import { Field } from './fields.tsx';
import { Complaint, ErrorNote } from './notes.tsx';
import { t } from './words.ts';

/** A form that a script submits. */
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

/** A sheet with fields, why the server refused them, and the button that sends them. */
export function FormSheet(props: {
  readonly title: string;
  readonly action: string;
  readonly shape?: 'sheet' | 'dialog';
  readonly onSubmit: () => Promise<void>;
  /** What has to be filled in first; the form is not sent before. */
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

/** Only for what cannot be undone: the name has to be typed. */
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
