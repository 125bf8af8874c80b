/** Before a version is restored: exactly what would change, and whether all of it or only this change. */
import type { Profile } from '@baraza/contract';
import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { useWork } from '../../../api/work.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { speak } from '../../../words/language.ts';
import type { Draft } from '../profile/draft.ts';
import { mergeProfiles, resolveMerge } from '../profile/merge.ts';
import { type Change, changesBetween, isTaught } from '../profile/profile.ts';
import { restore, revert } from '../profile/saving.ts';
import { Difference } from './difference.tsx';
import { words } from './words.ts';

export function GoBack(props: {
  readonly draft: Draft;
  readonly version: number;
  /** The profile before this version, and with it. */
  readonly before: Profile | undefined;
  readonly after: Profile;
  readonly isCurrent: boolean;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}) {
  const t = speak(words);
  const { draft, version, before, after, onClose } = props;
  const work = useWork();
  const current = useResource(`${draft.site} now`, (signal) =>
    client.sites.get(draft.site, { signal }),
  );
  const act = (change: () => Promise<boolean>) =>
    void work.run(async () => {
      if (await change()) await props.onDone();
      onClose();
    });
  return (
    <Dialog title={t.goBackTitle} onClose={onClose}>
      <Loaded resource={current}>
        {(details) => {
          const now = details.profile as unknown as Profile;
          const without = before === undefined ? now : withoutChange(before, after, now);
          const undone = changesBetween(now, without);
          const all = changesBetween(now, after).filter((change) => !staysTaught(change));
          return (
            <div class="stack ruled-list">
              {undone.length > 0 && (
                <section class="go-back stack tight">
                  <h3>{t.onlyThis}</h3>
                  <p class="quiet small">{t.onlyThisText}</p>
                  <Difference changes={undone} before={now} after={without} />
                  <Button
                    kind="primary"
                    isBusy={work.isBusy.value}
                    onClick={() => act(() => revert(draft, now, without, details.version))}
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
                    isBusy={work.isBusy.value}
                    onClick={() => act(() => restore(draft, version, details.version))}
                  >
                    {t.everything}
                  </Button>
                </section>
              )}
            </div>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

/** The current profile with what this version changed as it was before it. */
function withoutChange(before: Profile, after: Profile, now: Profile): Profile {
  return resolveMerge(mergeProfiles(after, before, now));
}

// Restoring a version that lacks a taught answer keeps the answer.
function staysTaught({ before, after }: Change): boolean {
  return after === undefined && isTaught(before);
}
