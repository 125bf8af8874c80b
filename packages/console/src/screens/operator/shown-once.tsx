import type { ComponentChildren } from 'preact';
import { Button } from '../../design/controls/button.tsx';
import { CopyText } from '../../design/controls/copy-text.tsx';
import { Dialog } from '../../design/layers/dialog.tsx';
import { speak } from '../../words/language.ts';
import { words } from './words.ts';

/** A link or a grant, this once; it closes only by saying that it was copied. */
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
      actions={
        <Button kind="primary" onClick={props.onClose}>
          {speak(words).kept}
        </Button>
      }
    >
      <div class="stack">
        <p>{props.text}</p>
        <CopyText label={props.label} text={props.secret} />
        {props.children}
      </div>
    </Dialog>
  );
}
