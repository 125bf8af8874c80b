/** Before anything is taken back: exactly what would change, and whether all of it or only this. */
import type { Profile, SiteDetails } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { useResource } from '../../../api/resource.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
import { speak } from '../../../words/language.ts';
import type { Draft } from '../profile/draft.ts';
import { mergeProfiles, resolveMerge } from '../profile/merge.ts';
import { type Change, changesBetween, isTaught } from '../profile/profile.ts';
import { replaceSaved, takeBack } from '../profile/saving.ts';
import { Difference } from './difference.tsx';
import { words } from './words.ts';

export function GoBack(props: {
  readonly draft: Draft;
  readonly version: number;
  /** What this version made of what was there before it. */
  readonly before: Profile | undefined;
  readonly after: Profile;
  readonly isCurrent: boolean;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}) {
  const t = speak(words);
  const { draft, version, before, after } = props;
  const isBusy = useSignal(false);
  const current = useResource(`${draft.path}#now`, (signal) =>
    call<SiteDetails>('GET', draft.path, { signal }),
  );
  const details = current.data.value;
  const act = async (work: () => Promise<boolean>) => {
    if (isBusy.value) return;
    isBusy.value = true;
    const isDone = await work();
    isBusy.value = false;
    if (isDone) await props.onDone();
    props.onClose();
  };
  if (details === undefined)
    return (
      <Dialog title={t.goBackTitle} onClose={props.onClose}>
        {current.problem.value === undefined ? (
          <Skeleton lines={4} />
        ) : (
          <ErrorNote problem={current.problem.value} onRetry={() => void current.refresh()} />
        )}
      </Dialog>
    );
  const now = details.profile as unknown as Profile;
  const without = before === undefined ? now : withoutChange(before, after, now);
  const undone = changesBetween(now, without);
  const all = changesBetween(now, after).filter((change) => !staysTaught(change));
  return (
    <Dialog title={t.goBackTitle} onClose={props.onClose}>
      <div class="stack">
        {undone.length > 0 && (
          <section class="go-back stack tight">
            <h3>{t.onlyThis}</h3>
            <p class="quiet small">{t.onlyThisText}</p>
            <Difference changes={undone} before={now} after={without} />
            <Button
              kind="primary"
              isBusy={isBusy.value}
              onClick={() => void act(() => replaceSaved(draft, now, without, details.version))}
            >
              {t.onlyThis}
            </Button>
          </section>
        )}
        {!props.isCurrent && (
          <section class="go-back stack tight">
            <h3>{t.everything}</h3>
            <p class="quiet small">{t.everythingText(all.length)}</p>
            <Difference changes={all} before={now} after={after} />
            <Button
              isBusy={isBusy.value}
              onClick={() => void act(() => takeBack(draft, version, details.version))}
            >
              {t.everything}
            </Button>
          </section>
        )}
      </div>
    </Dialog>
  );
}

/** What is there now, with what this version changed as it was before it. */
function withoutChange(before: Profile, after: Profile, now: Profile): Profile {
  const merge = mergeProfiles(after, before, now);
  return resolveMerge(merge, new Set(merge.conflicts.map(({ key }) => key)));
}

// A version that lacks a taught answer leaves it where it is.
function staysTaught({ before, after }: Change): boolean {
  return after === undefined && isTaught(before);
}
