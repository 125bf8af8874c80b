import type { ActivityEntry } from '@baraza/contract';
import { client, useResource } from '../../../api/client.ts';
import { Card, Loaded } from '../../../design/notes.tsx';
import { ago, moment } from '../../../words/figures.ts';
import { actionLabel } from '../activity/words.ts';
import { t } from './words.ts';
import './resource.css';

const shownMax = 100;

export function ResourceActivity({ id }: { readonly id: string }) {
  const recent = useResource('platform/recent-1000', (signal) =>
    client.platform.resources.list({ limit: 1, activityLimit: 1_000, signal }),
  );
  return (
    <Card title={t.activity} lead={t.activityAbout}>
      <Loaded resource={recent} lines={4}>
        {({ activity }) => {
          const own = activity.filter(({ resourceId }) => resourceId === id);
          if (own.length === 0) return <p class="quiet">{t.noActivity}</p>;
          return <ActivityLines entries={own.slice(0, shownMax)} />;
        }}
      </Loaded>
    </Card>
  );
}

/** Activity entries as lines, newest first. */
export function ActivityLines(props: {
  readonly entries: readonly ActivityEntry[];
  readonly isNamed?: boolean;
}) {
  return (
    <ol class="activity-lines ruled-list">
      {props.entries.map((entry) => (
        <li key={entry.id}>
          <p class="grow">
            <b>{actionLabel(entry.action)}</b>
            {props.isNamed && (
              <>
                {' '}
                <a href={`#/platform/resources/${entry.resourceId}`}>{entry.name}</a>
              </>
            )}
            {entry.actor.name !== '' && <span class="quiet"> {t.by(entry.actor.name)}</span>}
          </p>
          <time class="quiet small" dateTime={entry.at} title={moment(entry.at)}>
            {ago(entry.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
