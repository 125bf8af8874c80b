import type { ActivityEntry } from '@baraza/contract';
import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { Card } from '../../../design/notes/card.tsx';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { ago, moment } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { words } from './words.ts';
import './resource.css';

export function ResourceActivity({ id }: { readonly id: string }) {
  const t = speak(words);
  const recent = useResource('platform/recent-1000', (signal) =>
    client.platform.resources.list({ limit: 1, activityLimit: 1_000, signal }),
  );
  const mine = recent.data.value?.activity.filter(({ resourceId }) => resourceId === id);
  return (
    <Card title={t.activity} lead={t.activityAbout}>
      <Loaded resource={recent} lines={4} />
      {mine?.length === 0 && <p class="quiet">{t.noActivity}</p>}
      {mine !== undefined && mine.length > 0 && <Happenings entries={mine.slice(0, 100)} />}
    </Card>
  );
}

/** Changes in plain lines, newest first. */
export function Happenings(props: {
  readonly entries: readonly ActivityEntry[];
  readonly isNamed?: boolean;
}) {
  const t = speak(words);
  return (
    <ol class="happenings">
      {props.entries.map((entry) => (
        <li key={entry.id}>
          <p class="grow">
            <b>{entry.action.replaceAll('-', ' ')}</b>
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
