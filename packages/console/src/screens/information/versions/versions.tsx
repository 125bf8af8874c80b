/** Earlier versions of the profile: what each save changed, and the way back. */
import type { Profile, ProfileVersion } from '@baraza/contract';
import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { useFlag } from '../../../design/base/flag.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { Fold } from '../../../design/parts/fold.tsx';
import { ago, day, moment } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { type Draft, useDraft } from '../profile/draft.ts';
import { changesBetween } from '../profile/profile.ts';
import { fieldLabel, personOf } from '../profile/readable.ts';
import { words as profileWords } from '../profile/words.ts';
import { Difference } from './difference.tsx';
import { GoBack } from './go-back.tsx';
import { daysAgo, groupDays, groupVersions } from './version-groups.ts';
import { words } from './words.ts';
import './versions.css';

interface VersionProps {
  readonly draft: Draft;
  readonly version: ProfileVersion;
  readonly before: number | undefined;
  readonly isCurrent: boolean;
  readonly onDone: () => Promise<void>;
}

export function Versions({ params }: ScreenProps) {
  const t = speak(words);
  const draft = useDraft(params.site ?? '');
  const { site } = draft;
  const list = useResource(`${site} versions`, (signal) => client.sites.versions(site, { signal }));
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded resource={list} lines={6}>
        {({ versions }) =>
          versions.length === 0 ? (
            <EmptyState icon="versions" title={t.empty} text={t.emptyText}>
              <Button kind="primary" href={`#/sites/${encodeURIComponent(site)}/information`}>
                {t.write}
              </Button>
            </EmptyState>
          ) : (
            groupDays(groupVersions(versions)).map(({ at, groups }) => (
              <section key={at} class="stack tight">
                <h2 class="version-day">{dayName(at)}</h2>
                <ol class="fold-list">
                  {groups.map((group) => (
                    <VersionRow
                      key={group.version.version}
                      draft={draft}
                      {...group}
                      isCurrent={group.version.version === versions[0]?.version}
                      onDone={list.refresh}
                    />
                  ))}
                </ol>
              </section>
            ))
          )
        }
      </Loaded>
    </Page>
  );
}

function VersionRow(props: VersionProps) {
  const { saved_at: savedAt, by } = props.version;
  const open = useFlag();
  return (
    <Fold
      isOpen={open.isOn}
      onToggle={open.toggle}
      head={
        <>
          <b>{summaryOf(props.version)}</b>
          <span class="quiet small">
            <time dateTime={savedAt} title={moment(savedAt)}>
              {ago(savedAt)}
            </time>
            {' · '}
            {savedBy(by)}
          </span>
          {props.isCurrent && (
            <span>
              <Badge kind="good">{speak(words).current}</Badge>
            </span>
          )}
        </>
      }
    >
      <VersionChanges {...props} />
    </Fold>
  );
}

function VersionChanges(props: VersionProps) {
  const t = speak(words);
  const { draft, isCurrent } = props;
  const { version } = props.version;
  const goingBack = useFlag();
  const load = async (which: number, signal: AbortSignal) =>
    (await client.sites.version(draft.site, which, { signal })).profile as unknown as Profile;
  const pair = useResource(`${draft.site} version ${version}`, async (signal) => {
    const [after, before] = await Promise.all([
      load(version, signal),
      props.before === undefined ? undefined : load(props.before, signal),
    ]);
    return { after, before };
  });
  return (
    <Loaded resource={pair} lines={3}>
      {({ before, after }) => (
        <>
          {before === undefined ? (
            <p class="quiet">{t.first}</p>
          ) : (
            <Difference changes={changesBetween(before, after)} before={before} after={after} />
          )}
          {(before !== undefined || !isCurrent) && (
            <div>
              <Button icon="versions" onClick={goingBack.on}>
                {isCurrent ? t.undoThis : t.restore}
              </Button>
            </div>
          )}
          {goingBack.isOn && (
            <GoBack
              {...{ draft, version, before, after, isCurrent }}
              onDone={props.onDone}
              onClose={goingBack.off}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

/** What was changed, in a few words. */
function summaryOf({ changes }: ProfileVersion): string {
  const t = speak(words);
  const { lists } = speak(profileWords);
  const parts = (['added', 'changed', 'removed'] as const)
    .filter((kind) => changes[kind].length > 0)
    .map((kind) => {
      const names = changes[kind].map((item) =>
        'field' in item ? fieldLabel(item.field) : item.title || lists[item.list],
      );
      return t[kind](names.length > 2 ? t.things(names.length) : names.join(', '));
    });
  return parts.length === 0 ? t.nothing : parts.join(' · ');
}

function dayName(time: string): string {
  const t = speak(words);
  return [t.today, t.yesterday][daysAgo(time)] ?? day(time);
}

function savedBy(by: string): string {
  const { by: names } = speak(words);
  if (/^restore of \d+$/.test(by)) return names.restore;
  return Object.hasOwn(names, by) ? names[by as keyof typeof names] : personOf(by);
}
