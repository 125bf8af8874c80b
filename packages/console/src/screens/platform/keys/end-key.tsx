import type { IssuedKey, KeyView } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { useWork } from '../../../api/work.ts';
import { into } from '../../../design/base/bind.ts';
import { Button } from '../../../design/controls/button.tsx';
import { ConfirmInput } from '../../../design/controls/confirm-input.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { speak } from '../../../words/language.ts';
import { words } from './words.ts';

const graces = ['0', '60', '1440', '10080'] as const;

export function RotateKey(props: {
  readonly of: KeyView;
  readonly onMade: (made: IssuedKey) => void;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const grace = useSignal<(typeof graces)[number]>('1440');
  const { isBusy, problem, run } = useWork();
  const rotate = async () => {
    props.onMade(await client.keys.rotate(props.of.id, Number(grace.value)));
    toast({ text: t.rotated });
  };
  return (
    <Dialog
      title={`${t.rotate}: ${props.of.name}`}
      onClose={props.onClose}
      actions={
        <Button kind="primary" isBusy={isBusy.value} onClick={() => void run(rotate)}>
          {t.rotate}
        </Button>
      }
    >
      <div class="stack">
        <Select
          label={t.rotateText}
          value={grace.value}
          options={graces.map((value) => ({ value, label: t.grace[value] }))}
          onChange={into(grace)}
        />
        {props.of.isOwn && <p class="quiet">{t.rotateOwn}</p>}
        <ErrorNote problem={problem.value} />
      </div>
    </Dialog>
  );
}

/** Lists what stops working: a revoked key cannot be restored. */
export function RevokeKey(props: {
  readonly of: KeyView;
  readonly onEnded: () => void;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const { isBusy, problem, run } = useWork();
  const revoke = async () => {
    await client.keys.revoke(props.of.id);
    toast({ text: t.revoked });
    props.onClose();
    props.onEnded();
  };
  const stops = props.of.type === 'platform' ? t.revokeList : t.revokeOwnerList;
  return (
    <Dialog title={`${t.revoke}: ${props.of.name}`} onClose={props.onClose}>
      <div class="stack">
        <p>{t.revokeStops}</p>
        <ul class="plain-list">
          {stops.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {props.of.isOwn && <p>{t.revokeOwn}</p>}
        <ErrorNote problem={problem.value} />
        <ConfirmInput
          word={props.of.name}
          action={t.revoke}
          isBusy={isBusy.value}
          onConfirm={() => void run(revoke)}
        />
      </div>
    </Dialog>
  );
}
