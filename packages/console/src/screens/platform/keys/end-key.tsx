import { useSignal } from '@preact/signals';
import { useWork } from '../../../api/work.ts';
import { Button } from '../../../design/controls/button.tsx';
import { ConfirmInput } from '../../../design/controls/confirm-input.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { speak } from '../../../words/language.ts';
import { type IssuedKey, type Key, revokeKey, rotateKey } from './key-api.ts';
import { words } from './words.ts';

const graces = ['0', '60', '1440', '10080'] as const;

export function RotateKey(props: {
  readonly of: Key;
  readonly onMade: (made: IssuedKey) => void;
  readonly onClose: () => void;
}) {
  const said = speak(words);
  const grace = useSignal<(typeof graces)[number]>('1440');
  const { isBusy, problem, run } = useWork();
  const rotate = async () => {
    props.onMade(await rotateKey(props.of.id, Number(grace.value)));
    toast({ text: said.rotated });
  };
  return (
    <Dialog
      title={`${said.rotate}: ${props.of.name}`}
      onClose={props.onClose}
      actions={
        <Button kind="primary" isBusy={isBusy.value} onClick={() => void run(rotate)}>
          {said.rotate}
        </Button>
      }
    >
      <div class="stack">
        <Select
          label={said.rotateText}
          value={grace.value}
          options={graces.map((value) => ({ value, label: said.grace[value] }))}
          onChange={(value) => {
            grace.value = value;
          }}
        />
        {props.of.isOwn && <p class="quiet">{said.rotateOwn}</p>}
        {problem.value !== undefined && <ErrorNote problem={problem.value} />}
      </div>
    </Dialog>
  );
}

/** Says what stops; nothing brings a revoked key back. */
export function RevokeKey(props: {
  readonly of: Key;
  readonly onEnded: () => void;
  readonly onClose: () => void;
}) {
  const said = speak(words);
  const { isBusy, problem, run } = useWork();
  const revoke = async () => {
    await revokeKey(props.of.id);
    toast({ text: said.revoked });
    props.onClose();
    props.onEnded();
  };
  const stops = props.of.type === 'platform' ? said.revokeList : said.revokeOwnerList;
  return (
    <Dialog title={`${said.revoke}: ${props.of.name}`} onClose={props.onClose}>
      <div class="stack">
        <p>{said.revokeStops}</p>
        <ul class="plain-list">
          {stops.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {props.of.isOwn && <p>{said.revokeOwn}</p>}
        {problem.value !== undefined && <ErrorNote problem={problem.value} />}
        <ConfirmInput
          word={props.of.name}
          action={said.revoke}
          isBusy={isBusy.value}
          onConfirm={() => void run(revoke)}
        />
      </div>
    </Dialog>
  );
}
