import { Button } from '../../../design/buttons.tsx';
import { Icon } from '../../../design/icon.tsx';
import { put } from '../../../design/signals.ts';
import { type Draft, discard } from '../profile/draft.ts';
import { save } from '../profile/saving.ts';
import { WarningLines } from './warning-lines.tsx';
import { t } from './words.ts';
import './save-bar.css';

/** Shown while there are unsaved changes: their number, the last problem, and buttons. */
export function SaveBar(props: {
  readonly draft: Draft;
  /** For pages without room to try questions at the side. */
  readonly onTry?: () => void;
  readonly hasWarnings?: boolean;
}) {
  const { draft, onTry } = props;
  const unsaved = draft.changes.value.length;
  const profile = draft.written.value;
  const problem = draft.problem.value;
  const warnings = props.hasWarnings ? draft.warnings.value : [];
  return (
    <>
      {profile !== undefined && warnings.length > 0 && (
        <section class="care-note" aria-label={t.warnings}>
          <div class="row apart">
            <h2>{t.warnings}</h2>
            <Button
              kind="quiet"
              icon="close"
              isIconOnly
              onClick={put(draft.warnings, [])}
              label={t.hideWarnings}
            />
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
            </p>
          )}
          <span class="grow save-count" role="status">
            {t.unsaved(unsaved)}
          </span>
          {onTry !== undefined && (
            <Button kind="quiet" icon="questions" isIconOnly onClick={onTry} label={t.tryIt} />
          )}
          <Button kind="quiet" onClick={() => discard(draft)} label={t.discard} />
          <Button
            kind="primary"
            isBusy={draft.isSaving.value}
            onClick={() => void save(draft)}
            label={problem?.status === 0 ? t.saveAgain : t.save}
          />
        </div>
      )}
    </>
  );
}
