import type { ComponentChildren } from 'preact';
import { speak } from '../../words/language.ts';
import { Button } from '../controls/button.tsx';
import { CopyText } from '../controls/copy-text.tsx';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';

/** A key, link, secret or grant that is shown this once; it closes only by the button that says it was saved. */
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
          {speak(words).saved}
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
