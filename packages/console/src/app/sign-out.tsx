/** A one-time link cannot be used again: signing out offers to create a key first. */

import { signal, useSignal } from '@preact/signals';
import { client } from '../api/client.ts';
import { session, signOut } from '../api/session.ts';
import { useWork } from '../api/work.ts';
import { put } from '../design/base/bind.ts';
import { Button } from '../design/controls/button.tsx';
import { CopyText } from '../design/controls/copy-text.tsx';
import { Dialog } from '../design/layers/dialog.tsx';
import { toast } from '../design/layers/toast.tsx';
import { ErrorNote } from '../design/notes/error-note.tsx';
import { speak } from '../words/language.ts';
import { words } from './sign-in-words.ts';

const isAsking = signal(false);

export function leave(): void {
  const state = session.peek();
  if (state.is === 'in' && state.view.kind === 'link') isAsking.value = true;
  else signOutNow();
}

function signOutNow(): void {
  isAsking.value = false;
  signOut().catch((problem: Error) => toast({ text: problem.message, kind: 'alarm' }));
}

export function SignOutQuestion() {
  return isAsking.value ? <Question /> : null;
}

function Question() {
  const t = speak(words);
  const key = useSignal<string | undefined>(undefined);
  const { isBusy, problem, run } = useWork();
  const make = async () => {
    key.value = (await client.keys.create({ type: 'owner', name: t.keyName })).key;
  };
  const stay = put(isAsking, false);
  return (
    <Dialog
      title={key.value === undefined ? t.leaveTitle : t.keyTitle}
      onClose={stay}
      actions={
        key.value === undefined ? (
          <>
            <Button kind="danger" onClick={signOutNow}>
              {t.leaveAnyway}
            </Button>
            <Button kind="primary" isBusy={isBusy.value} onClick={() => void run(make)}>
              {t.makeKey}
            </Button>
          </>
        ) : (
          <>
            <Button kind="quiet" onClick={stay}>
              {t.stay}
            </Button>
            <Button kind="primary" onClick={signOutNow}>
              {t.keptKey}
            </Button>
          </>
        )
      }
    >
      <div class="stack">
        <p>{key.value === undefined ? t.leaveText : t.keyText}</p>
        {key.value !== undefined && <CopyText label={t.label} text={key.value} />}
        <ErrorNote problem={problem.value} />
      </div>
    </Dialog>
  );
}
