import type { ComponentChildren } from 'preact';
import { useWork } from '../../api/work.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../layers/dialog.tsx';
import { ErrorNote } from '../notes/error-note.tsx';

/** Asks before something that cannot be undone; a refusal of the server is shown in the dialog. */
export function Confirm(props: {
  readonly title: string;
  readonly action: string;
  readonly cancel: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const work = useWork();
  return (
    <Dialog
      title={props.title}
      onClose={props.onClose}
      actions={
        <>
          <Button
            kind="danger"
            isBusy={work.isBusy.value}
            onClick={() => void work.run(props.onConfirm)}
          >
            {props.action}
          </Button>
          <Button onClick={props.onClose}>{props.cancel}</Button>
        </>
      }
    >
      {props.children}
      <ErrorNote problem={work.problem.value} />
    </Dialog>
  );
}
