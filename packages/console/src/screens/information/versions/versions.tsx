/** What the information was before, what each save changed, and the way back. */
import type { KeptVersion, Profile, ProfileVersion, ProfileVersionList } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { type Resource, useResource } from '../../../api/resource.ts';
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
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

export function Versions({ params }: ScreenProps) {
  const t = speak(words);
  const draft = useDraft(params.site ?? '');
  const path = `${draft.path}/profile/versions`;
  const list = useResource(path, (signal) => call<ProfileVersionList>('GET', path, { signal }));
  const versions = list.data.value?.versions;
  return (
    <Page title={t.title} lead={t.lead}>
      {list.problem.value !== undefined && (
        <ErrorNote problem={list.problem.value} onRetry={() => void list.refresh()} />
      )}
      {versions === undefined ? (
        list.problem.value === undefined && <Skeleton lines={6} />
      ) : versions.length === 0 ? (
        <EmptyState icon="versions" title={t.empty} text={t.emptyText}>
          <Button kind="primary" href={`#/sites/${encodeURIComponent(draft.site)}/information`}>
            {t.write}
          </Button>
        </EmptyState>
      ) : (
        groupDays(groupVersions(versions)).map((one) => (
          <section key={one.at} class="stack tight">
            <h2 class="version-day">{dayName(one.at)}</h2>
            <ol class="versions">
              {one.groups.map(({ version, before }) => (
                <VersionRow
                  key={version.version}
                  draft={draft}
                  version={version}
                  before={before}
                  isCurrent={version.version === versions[0]?.version}
                  list={list}
                />
              ))}
            </ol>
          </section>
        ))
      )}
    </Page>
  );
}

function VersionRow(props: {
  readonly draft: Draft;
  readonly version: ProfileVersion;
  readonly before: number | undefined;
  readonly isCurrent: boolean;
  readonly list: Resource<ProfileVersionList>;
}) {
  const t = speak(words);
  const { version, isCurrent, draft } = props;
  const isOpen = useSignal(false);
  return (
    <li class="version">
      <button
        type="button"
        class="version-head"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <span class="grow stack tight">
          <b>{summaryOf(version)}</b>
          <span class="quiet small">
            <time dateTime={version.saved_at} title={moment(version.saved_at)}>
              {ago(version.saved_at)}
            </time>
            {' · '}
            {whoSaved(version.by)}
          </span>
          {isCurrent && (
            <span>
              <Badge kind="good">{t.current}</Badge>
            </span>
          )}
        </span>
        <Icon name="open" />
      </button>
      {isOpen.value && (
        <div class="version-body stack">
          <VersionChanges
            draft={draft}
            version={version.version}
            before={props.before}
            isCurrent={isCurrent}
            onDone={() => props.list.refresh()}
          />
        </div>
      )}
    </li>
  );
}

function VersionChanges(props: {
  readonly draft: Draft;
  readonly version: number;
  readonly before: number | undefined;
  readonly isCurrent: boolean;
  readonly onDone: () => Promise<void>;
}) {
  const t = speak(words);
  const { draft, version, before } = props;
  const isGoingBack = useSignal(false);
  const path = `${draft.path}/profile/versions`;
  const load = async (which: number, signal: AbortSignal) =>
    (await call<KeptVersion>('GET', `${path}/${which}`, { signal })).profile as unknown as Profile;
  const pair = useResource(`${path}/${version}`, async (signal) => {
    const [after, old] = await Promise.all([
      load(version, signal),
      before === undefined ? undefined : load(before, signal),
    ]);
    return { after, before: old };
  });
  if (pair.problem.value !== undefined) return <ErrorNote problem={pair.problem.value} />;
  if (pair.data.value === undefined) return <Skeleton lines={3} />;
  const { after, before: old } = pair.data.value;
  return (
    <>
      {old === undefined ? (
        <p class="quiet">{t.first}</p>
      ) : (
        <Difference changes={changesBetween(old, after)} before={old} after={after} />
      )}
      {(old !== undefined || !props.isCurrent) && (
        <div>
          <Button
            icon="versions"
            onClick={() => {
              isGoingBack.value = true;
            }}
          >
            {props.isCurrent ? t.undoThis : t.restore}
          </Button>
        </div>
      )}
      {isGoingBack.value && (
        <GoBack
          draft={draft}
          version={version}
          before={old}
          after={after}
          isCurrent={props.isCurrent}
          onDone={props.onDone}
          onClose={() => {
            isGoingBack.value = false;
          }}
        />
      )}
    </>
  );
}

/** What was changed, in a few words. */
function summaryOf({ changes }: ProfileVersion): string {
  const t = speak(words);
  const lists = speak(profileWords).lists;
  const part = (items: ProfileVersion['changes']['added'], tell: (what: string) => string) => {
    const [first] = items;
    if (first === undefined) return [];
    if (items.length > 2) return [tell(t.things(items.length))];
    const names = items.map((item) =>
      'field' in item ? fieldLabel(item.field) : item.title || lists[item.list],
    );
    return [tell(names.join(', '))];
  };
  const parts = [
    ...part(changes.added, t.added),
    ...part(changes.changed, t.changed),
    ...part(changes.removed, t.removed),
  ];
  return parts.length === 0 ? t.nothing : parts.join(' · ');
}

function dayName(time: string): string {
  const t = speak(words);
  const days = daysAgo(time);
  if (days === 0) return t.today;
  return days === 1 ? t.yesterday : day(time);
}

function whoSaved(by: string): string {
  const t = speak(words);
  const restored = /^restore of (\d+)$/.exec(by)?.[1];
  if (restored !== undefined) return t.restored;
  if (by === 'console') return t.you;
  if (by === 'teach') return t.taught;
  if (by === 'import') return t.imported;
  if (by === 'unknown') return t.unknown;
  return by === 'command line' ? t.commandLine : personOf(by);
}
