import { Button, IconButton } from '../../../design/buttons.tsx';
import { Dialog } from '../../../design/dialogs.tsx';
import { Icon } from '../../../design/icon.tsx';
import { setTo, useFlag } from '../../../design/signals.ts';
import { toast } from '../../../design/toast.tsx';
import { type Draft, discard } from '../profile/draft.ts';
import { problemOf, refused } from '../profile/refusal.ts';
import { save } from '../profile/saving.ts';
import { WarningLines, warningsFor } from './warning-lines.tsx';
import { t } from './words.ts';
import './save-bar.css';

/** Shown while there are unsaved changes: their number, the last problem, and buttons. */
export function SaveBar(props: {
  readonly draft: Draft;
  /** Opens the trial, on pages that do not show it beside the form. */
  readonly onTry?: (() => void) | undefined;
  readonly hasWarnings?: boolean;
}) {
  const { draft, onTry } = props;
  const asking = useFlag();
  const unsaved = draft.changes.value.length;
  const drop = () => {
    const written = draft.written.peek();
    asking.off();
    discard(draft);
    toast({ text: t.discarded, onUndo: setTo(draft.written, written) });
  };
  const profile = draft.written.value;
  const problem = problemOf(draft);
  const href = refused.value.find((one) => one.href !== undefined)?.href;
  const warnings =
    props.hasWarnings && profile !== undefined ? warningsFor(profile, draft.warnings.value) : [];
  return (
    <>
      {profile !== undefined && warnings.length > 0 && (
        <section class="caution-note" aria-label={t.warnings}>
          <div class="row apart">
            <h2>{t.warnings}</h2>
            <IconButton icon="close" onClick={setTo(draft.warnings, [])} label={t.hideWarnings} />
          </div>
          <ul>
            <WarningLines site={draft.site} profile={profile} warnings={warnings} />
          </ul>
        </section>
      )}
      {unsaved > 0 && (
        <div class="sticky-bar save-bar" role="region" aria-label={t.unsavedLabel}>
          {problem !== undefined && (
            <p class="save-problem" role="alert">
              <Icon name={problem.status === 0 ? 'offline' : 'warning'} />
              <span>{problem.status === 0 ? t.lost : problem.message}</span>
              {href !== undefined && <a href={href}>{t.showPlace}</a>}
            </p>
          )}
          <span class="grow save-count" role="status">
            {t.unsaved(unsaved)}
          </span>
          {onTry !== undefined && <IconButton icon="questions" onClick={onTry} label={t.tryIt} />}
          <Button kind="quiet" onClick={asking.on} label={t.discard} />
          <Button
            kind="primary"
            isBusy={draft.isSaving.value}
            onClick={() => save(draft)}
            label={draft.isSaving.value ? t.saving : problem?.status === 0 ? t.saveAgain : t.save}
          />
        </div>
      )}
      {asking.isOn && unsaved > 0 && (
        <Dialog
          title={t.discardTitle}
          onClose={asking.off}
          actions={
            <>
              <Button kind="danger" onClick={drop} label={t.discardAll} />
              <Button kind="primary" onClick={asking.off} label={t.keepWriting} />
            </>
          }
        >
          <p>{t.unsaved(unsaved)}</p>
        </Dialog>
      )}
    </>
  );
}
