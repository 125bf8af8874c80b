/** Earlier versions of the profile: what each save changed, and how to undo it. */
import type { Profile, ProfileVersion } from '@baraza/contract';
import { client, useResource, useWork } from '../../../api/client.ts';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { Button } from '../../../design/buttons.tsx';
import { Dialog } from '../../../design/dialogs.tsx';
import { Badge, EmptyState, Loaded } from '../../../design/notes.tsx';
import { Fold } from '../../../design/parts.tsx';
import { useFlag } from '../../../design/signals.ts';
import { ago, day, moment } from '../../../words/figures.ts';
import { type Draft, useDraft } from '../profile/draft.ts';
import { mergeProfiles, resolveMerge } from '../profile/merge.ts';
import {
  type Change,
  changesBetween,
  type Entry,
  isSame,
  isTaught,
  placeKey,
} from '../profile/profile.ts';
import { fieldLabel, linesOf, personOf, placeLabel } from '../profile/readable.ts';
import { restore, revert } from '../profile/saving.ts';
import { wordDifference } from '../profile/word-difference.ts';
import { t as profileWords } from '../profile/words.ts';
import { daysAgo, groupDays, groupVersions } from './version-groups.ts';
import { t } from './words.ts';
import './versions.css';

interface VersionProps {
  readonly draft: Draft;
  readonly version: ProfileVersion;
  readonly before: number | undefined;
  readonly isCurrent: boolean;
  readonly onDone: () => Promise<void>;
}

export function Versions({ params }: ScreenProps) {
  const draft = useDraft(params.site ?? '');
  const { site } = draft;
  const list = useResource(`${site} versions`, (signal) => client.sites.versions(site, { signal }));
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded resource={list} lines={6}>
        {({ versions }) =>
          versions.length === 0 ? (
            <EmptyState icon="versions" title={t.empty} text={t.emptyText}>
              <Button
                kind="primary"
                href={`#/sites/${encodeURIComponent(site)}/information`}
                label={t.write}
              />
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
              <Badge kind="good">{t.current}</Badge>
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
            <Button
              icon="versions"
              onClick={goingBack.on}
              label={isCurrent ? t.undoThis : t.restore}
            />
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
  const { lists } = profileWords;
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
  return [t.today, t.yesterday][daysAgo(time)] ?? day(time);
}

function savedBy(by: string): string {
  const { by: names } = t;
  // The server writes "Asha (teach)": a person's name and how the change was made.
  const [, person, way] = /^(.+) \((teach|restore of \d+)\)$/.exec(by) ?? [];
  if (person !== undefined && way !== undefined) return `${person} · ${savedBy(way)}`;
  if (/^restore of \d+$/.test(by)) return names.restore;
  return Object.hasOwn(names, by) ? names[by as keyof typeof names] : personOf(by);
}

/** Asks whether to undo one change or to restore the whole version, and shows the differences. */
function GoBack(props: {
  readonly draft: Draft;
  readonly version: number;
  /** The profile before this version; undefined for the first one. */
  readonly before: Profile | undefined;
  readonly after: Profile;
  readonly isCurrent: boolean;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}) {
  const { draft, version, before, after, onClose } = props;
  const work = useWork();
  const current = useResource(`${draft.site} now`, (signal) =>
    client.sites.get(draft.site, { signal }),
  );
  const act = async (change: () => Promise<boolean>) => {
    if (await change()) await props.onDone();
    onClose();
  };
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
                    work={work}
                    onClick={() => act(() => revert(draft, now, without, details.version))}
                    isWide
                    label={t.onlyThis}
                  />
                </section>
              )}
              {!props.isCurrent && (
                <section class="go-back stack tight">
                  <h3>{t.everything}</h3>
                  <p class="quiet small">{t.everythingText(all.length)}</p>
                  <Difference changes={all} before={now} after={after} />
                  <Button
                    work={work}
                    onClick={() => act(() => restore(draft, version, details.version))}
                    isWide
                    label={t.everything}
                  />
                </section>
              )}
            </div>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

/** The current profile without the change of this version. */
function withoutChange(before: Profile, after: Profile, now: Profile): Profile {
  return resolveMerge(mergeProfiles(after, before, now));
}

// Restoring a version that lacks a taught answer keeps the answer.
function staysTaught({ before, after }: Change): boolean {
  return after === undefined && isTaught(before);
}

const shownMax = 60;

/** Changes by entry and field, with the words that were added and removed. */
function Difference(props: {
  readonly changes: readonly Change[];
  readonly before: Profile;
  readonly after: Profile;
}) {
  const { changes } = props;
  if (changes.length === 0) return <p class="quiet">{t.nothing}</p>;
  return (
    <ul class="difference ruled-list">
      {changes.slice(0, shownMax).map((change) => (
        <li key={placeKey(change.place)} class="stack tight">
          <span class="row">
            <b>{placeLabel(change.place, props.after, props.before)}</b>
            {change.before === undefined && <Badge kind="good">{t.new}</Badge>}
            {change.after === undefined && <Badge kind="alarm">{t.gone}</Badge>}
          </span>
          {partsOf(change).map(({ label, before, after }) => (
            <div key={label}>
              {label !== '' && <span class="quiet small">{label}</span>}
              <WordChanges before={before} after={after} />
            </div>
          ))}
        </li>
      ))}
      {changes.length > shownMax && <li class="quiet">{t.more(changes.length - shownMax)}</li>}
    </ul>
  );
}

function WordChanges({ before, after }: { readonly before: string; readonly after: string }) {
  const pieces = wordDifference(before, after);
  return (
    <p class="difference-text written">
      {pieces.map(({ kind, text }, at) => {
        if (kind === 'same') return text;
        if (kind === 'gone') return <del key={at}>{text}</del>;
        const isReplacement = pieces[at - 1]?.kind === 'gone';
        return [isReplacement && ' → ', <ins key={at}>{text}</ins>];
      })}
    </p>
  );
}

function partsOf({ place, before, after }: Change) {
  if ('field' in place) return [{ label: '', before: textOf(before), after: textOf(after) }];
  const [old, now] = [before, after] as (Entry | undefined)[];
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  return names
    .filter((name) => name !== 'id' && name !== 'taught' && !isSame(old?.[name], now?.[name]))
    .map((name) => ({
      label: fieldLabel(name),
      before: textOf(old?.[name]),
      after: textOf(now?.[name]),
    }));
}

function textOf(value: unknown): string {
  return linesOf(value).join('\n');
}
