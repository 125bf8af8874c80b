import { Button } from '../../../design/controls/button.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { speak } from '../../../words/language.ts';
import type { ProfileForm } from './profile-form.ts';
import { words } from './words.ts';
import './site.css';

/** There as long as something is not saved, at the lower edge of the screen. */
export function SaveBar({ form }: { readonly form: ProfileForm }) {
  const t = speak(words);
  const { problem, isChanged, isBusy } = form;
  if (!isChanged.value) return null;
  return (
    <div class="save-bar">
      {problem.value !== undefined && (
        <ErrorNote problem={problem.value} onRetry={() => void form.save()} />
      )}
      <div class="row apart">
        <span class="quiet grow">{t.unsaved}</span>
        <Button kind="quiet" onClick={form.discard}>
          {t.discard}
        </Button>
        <Button kind="primary" isBusy={isBusy.value} onClick={() => void form.save()}>
          {t.save}
        </Button>
      </div>
    </div>
  );
}
