/** The activity of the platform, live. */
import type { ActivityEntry, Service } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { signedIn } from '../../../api/session.ts';
import { useCommands } from '../../../app/commands.ts';
import { Page } from '../../../app/page.tsx';
import { Button } from '../../../design/buttons.tsx';
import { Field, Select } from '../../../design/fields.tsx';
import { Icon } from '../../../design/icon.tsx';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { Badge, EmptyState, ErrorNote, Skeleton } from '../../../design/notes.tsx';
import { ago, count } from '../../../words/figures.ts';
import { inCurrent } from '../../../words/language.ts';
import { services, servicesIn } from '../services.ts';
import { CallCode } from '../snippets.tsx';
import { type LiveActivity, openLiveActivity } from './live-activity.ts';
import { actionLabel, t } from './words.ts';
import './activity.css';

export function ActivityScreen() {
  const live = useMemo(openLiveActivity, []);
  useEffect(() => live.stop, [live]);
  const text = useSignal('');
  const service = useSignal<Service | ''>('');
  const isPaused = live.isPaused.value;
  const toggle = () => live.setPaused(!live.isPaused.peek());
  const title = isPaused ? t.resume : t.pause;
  useCommands(() => [{ id: 'pause-activity', title, icon: 'activity', run: toggle }], [isPaused]);
  const shown = live.entries.value.filter(
    (entry) => (service.value === '' || entry.service === service.value) && fits(entry, text.value),
  );
  const isFiltered = text.value !== '' || service.value !== '';
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <>
          <StateBadge live={live} />
          <Button onClick={toggle} label={toggleLabel(live)} />
        </>
      }
    >
      <search class="activity-filters">
        <Field label={t.search} type="search" value={text} />
        <Select
          label={t.service}
          value={service}
          none={t.all}
          options={servicesIn(signedIn().scopes).map((one) => [
            one,
            inCurrent(services[one].label),
          ])}
        />
      </search>
      <ErrorNote problem={live.problem.value} />
      {live.state.value === 'loading' && shown.length === 0 && <Skeleton lines={6} />}
      {live.state.value !== 'loading' && shown.length === 0 && (
        <EmptyState
          icon="activity"
          title={isFiltered ? t.emptyFilter : t.emptyTitle}
          text={isFiltered ? '' : t.emptyText}
        >
          {isFiltered && (
            <Button
              onClick={() => {
                text.value = '';
                service.value = '';
              }}
              label={t.clearFilters}
            />
          )}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <VirtualList label={t.title} rowHeight={68} rows={shown}>
          {(entry) => <EntryRow entry={entry} />}
        </VirtualList>
      )}
      <CallCode
        method="GET"
        path="/events"
        curl={['--no-buffer']}
        client={[
          'for await (const { id, activity } of baraza.events())',
          '  console.log(id, activity.action, activity.name);',
        ].join('\n')}
      />
    </Page>
  );
}

function StateBadge({ live }: { readonly live: LiveActivity }) {
  if (live.isPaused.value) return <Badge kind="caution">{t.paused}</Badge>;
  const state = live.state.value;
  return (
    <span role="status">
      <Badge kind={state === 'live' ? 'good' : 'caution'}>
        <span class="live-dot" />
        {t[state]}
      </Badge>
    </span>
  );
}

function toggleLabel(live: LiveActivity): string {
  if (!live.isPaused.value) return t.pause;
  const { length } = live.waiting.value;
  return length === 0 ? t.resume : t.resumeWith(count(length));
}

function EntryRow({ entry }: { readonly entry: ActivityEntry }) {
  const { actor } = entry;
  return (
    <a href={`#/platform/resources/${entry.resourceId}`}>
      <Icon name={services[entry.service].icon} />
      <span class="grow stack close">
        <b class="clip">{entry.name}</b>
        <span class="quiet small clip">
          <time dateTime={entry.at}>{ago(entry.at)}</time>
          {` · ${actionLabel(entry.action)}`}
          {actor.name !== '' && ` · ${t.by(actor.name)}`}
        </span>
      </span>
    </a>
  );
}

function fits(entry: ActivityEntry, text: string): boolean {
  const { action, name, actor, kind } = entry;
  const wanted = text.trim().toLowerCase();
  return `${action} ${actionLabel(action)} ${action.replaceAll('-', ' ')} ${name} ${actor.name} ${kind}`
    .toLowerCase()
    .includes(wanted);
}
