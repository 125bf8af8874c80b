import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { speak } from '../../../words/language.ts';
import { type Draft, discard } from '../profile/draft.ts';
import { save } from '../profile/saving.ts';
import { WarningLines } from './warning-lines.tsx';
import { words } from './words.ts';

/** There as long as something is not saved: how much, why not, and what to do about it. */
export function SaveBar(props: {
  readonly draft: Draft;
  /** Where there is no room for a trial beside it. */
  readonly onTry?: () => void;
  /** Where the page itself tells them. */
  readonly isWithoutWarnings?: boolean;
}) {
  const { draft, onTry } = props;
  const t = speak(words);
  const unsaved = draft.changes.value.length;
  const profile = draft.written.value;
  const problem = draft.problem.value;
  return (
    <>
      {!props.isWithoutWarnings && profile !== undefined && draft.warnings.value.length > 0 && (
        <section class="warnings" aria-label={t.warnings}>
          <div class="row apart">
            <h2>{t.warnings}</h2>
            <Button
              kind="quiet"
              icon="close"
              isIconOnly
              onClick={() => {
                draft.warnings.value = [];
              }}
            >
              {t.hideWarnings}
            </Button>
          </div>
          <ul>
            <WarningLines site={draft.site} profile={profile} warnings={draft.warnings.value} />
          </ul>
        </section>
      )}
      {unsaved > 0 && (
        <div class="save-bar" role="region" aria-label={t.unsavedLabel}>
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
            <Button kind="quiet" icon="questions" isIconOnly onClick={onTry}>
              {t.tryIt}
            </Button>
          )}
          <Button kind="quiet" onClick={() => discard(draft)}>
            {t.discard}
          </Button>
          <Button kind="primary" isBusy={draft.isSaving.value} onClick={() => void save(draft)}>
            {problem === undefined ? t.save : t.saveAgain}
          </Button>
        </div>
      )}
    </>
  );
}
