/** The server at a glance: its version, engines, health and last backup. */
import type { BackupList, OperatorView } from '@baraza/contract';
import { useResource } from '../../api/resource.ts';
import { Page } from '../../app/page.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Badge } from '../../design/notes/badge.tsx';
import { Card } from '../../design/notes/card.tsx';
import { ErrorNote } from '../../design/notes/error-note.tsx';
import { Skeleton } from '../../design/notes/skeleton.tsx';
import { ago, bytes, count } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { read } from './operator-api.ts';
import { words } from './words.ts';
import './operator.css';

export function OperatorOverview() {
  const t = speak(words);
  const loaded = useResource('operator/view', (signal) => read<OperatorView>('', signal));
  const found = loaded.data.value;
  return (
    <Page title={t.overview} lead={t.overviewLead}>
      {loaded.problem.value !== undefined && (
        <ErrorNote problem={loaded.problem.value} onRetry={() => void loaded.refresh()} />
      )}
      {found === undefined && loaded.problem.value === undefined && <Skeleton lines={6} />}
      {found !== undefined && (
        <>
          <div class="operator-pair">
            <Card
              title={t.healthTitle}
              actions={
                <Button kind="quiet" href="#/operator/health">
                  {t.details}
                </Button>
              }
            >
              <HealthLine health={found.health} />
            </Card>
            <LastBackup />
          </div>
          <div class="operator-pair">
            <Card>
              <Facts
                facts={[
                  [t.version, found.version],
                  [t.node, found.node],
                  [t.role, t.roles[found.role]],
                  [t.up, ago(new Date(Date.now() - found.uptimeMs))],
                  [t.memory, bytes(found.memory.rss)],
                ]}
              />
            </Card>
            <Card title={t.engines}>
              <Facts
                facts={(['store', 'blobs', 'models', 'speech'] as const).map((name) => [
                  t.engineNames[name],
                  found.engines[name],
                ])}
              />
            </Card>
          </div>
        </>
      )}
    </Page>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }) {
  return (
    <dl class="operator-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function HealthLine({ health }: { readonly health: OperatorView['health'] }) {
  const t = speak(words);
  if (health === null) return <p class="quiet">{t.notLooked}</p>;
  const troubles = health.findings.filter(({ status }) => status !== 'ok').length;
  return (
    <p class="row">
      <Badge kind={troubles === 0 ? 'good' : 'care'}>
        {troubles === 0 ? t.allWell : t.troubles(count(troubles))}
      </Badge>
      <span class="quiet small">{t.checked(ago(health.checkedAt))}</span>
    </p>
  );
}

function LastBackup() {
  const t = speak(words);
  const loaded = useResource('operator/backups', (signal) => read<BackupList>('/backups', signal));
  const last = loaded.data.value?.last;
  return (
    <Card
      title={t.lastBackup}
      actions={
        <Button kind="quiet" href="#/operator/backups">
          {t.details}
        </Button>
      }
    >
      {loaded.problem.value !== undefined && <ErrorNote problem={loaded.problem.value} />}
      {last === undefined && loaded.problem.value === undefined && <Skeleton lines={1} />}
      {last === null && (
        <p>
          <Badge kind="care">{t.noBackup}</Badge>
        </p>
      )}
      {last != null && (
        <p>
          {ago(last.at)} · {bytes(last.bytes)}
        </p>
      )}
    </Card>
  );
}
