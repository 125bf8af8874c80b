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
import { ago, moment } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { type Draft, useDraft } from '../profile/draft.ts';
import { changesBetween } from '../profile/profile.ts';
import { fieldLabel, personOf } from '../profile/readable.ts';
import { takeBack } from '../profile/saving.ts';
import { words as profileWords } from '../profile/words.ts';
import { Difference } from './difference.tsx';
import { words } from './words.ts';
import './versions.css';

export function Versions({ params }: ScreenProps) {
  const said = speak(words);
  const draft = useDraft(params.site ?? '');
  const path = `${draft.path}/profile/versions`;
  const list = useResource(path, (signal) => call<ProfileVersionList>('GET', path, { signal }));
  const versions = list.data.value?.versions;
  return (
    <Page title={said.title} lead={said.lead}>
      {list.problem.value !== undefined && (
        <ErrorNote problem={list.problem.value} onRetry={() => void list.refresh()} />
      )}
      {versions === undefined ? (
        list.problem.value === undefined && <Skeleton lines={6} />
      ) : versions.length === 0 ? (
        <EmptyState icon="versions" title={said.empty} text={said.emptyText}>
          <Button kind="primary" href={`#/sites/${encodeURIComponent(draft.site)}/information`}>
            {said.write}
          </Button>
        </EmptyState>
      ) : (
        <ol class="versions">
          {versions.map((version, at) => (
            <VersionRow
              key={version.version}
              draft={draft}
              version={version}
              before={versions[at + 1]?.version}
              isCurrent={at === 0}
              list={list}
            />
          ))}
        </ol>
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
  const said = speak(words);
  const { version, isCurrent, draft } = props;
  const isOpen = useSignal(false);
  const isBusy = useSignal(false);
  const restore = async () => {
    isBusy.value = true;
    await takeBack(draft, version.version, draft.version.peek());
    isBusy.value = false;
    await props.list.refresh();
  };
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
              <Badge kind="good">{said.current}</Badge>
            </span>
          )}
        </span>
        <Icon name="open" />
      </button>
      {isOpen.value && (
        <div class="version-body stack">
          <VersionChanges draft={draft} version={version.version} before={props.before} />
          {!isCurrent && (
            <div>
              <Button icon="versions" isBusy={isBusy.value} onClick={() => void restore()}>
                {said.restore}
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  );
}

function VersionChanges(props: {
  readonly draft: Draft;
  readonly version: number;
  readonly before: number | undefined;
}) {
  const said = speak(words);
  const { draft, version, before } = props;
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
  if (old === undefined) return <p class="quiet">{said.first}</p>;
  return <Difference changes={changesBetween(old, after)} before={old} after={after} />;
}

/** What was changed, in a few words. */
function summaryOf({ changes }: ProfileVersion): string {
  const said = speak(words);
  const lists = speak(profileWords).lists;
  const part = (items: ProfileVersion['changes']['added'], tell: (what: string) => string) => {
    const [first] = items;
    if (first === undefined) return [];
    if (items.length > 2) return [tell(said.things(items.length))];
    const names = items.map((item) =>
      'field' in item ? fieldLabel(item.field) : item.title || lists[item.list],
    );
    return [tell(names.join(', '))];
  };
  const parts = [
    ...part(changes.added, said.added),
    ...part(changes.changed, said.changed),
    ...part(changes.removed, said.removed),
  ];
  return parts.length === 0 ? said.nothing : parts.join(' · ');
}

function whoSaved(by: string): string {
  const said = speak(words);
  const restored = /^restore of (\d+)$/.exec(by)?.[1];
  if (restored !== undefined) return said.restored;
  if (by === 'teach') return said.taught;
  if (by === 'import') return said.imported;
  if (by === 'unknown') return said.unknown;
  return by === 'command line' ? said.commandLine : personOf(by);
}
