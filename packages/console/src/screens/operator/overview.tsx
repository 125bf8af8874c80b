/** The server at a glance: its version, engines, health and last backup. */

import type { OperatorView } from '@baraza/contract';
import { client } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Page } from '../../app/page.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Badge } from '../../design/notes/badge.tsx';
import { Card } from '../../design/notes/card.tsx';
import { Facts } from '../../design/notes/facts.tsx';
import { Loaded } from '../../design/notes/loaded.tsx';
import { ago, bytes, count } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { words } from './words.ts';
import './operator.css';

export function OperatorOverview() {
  const t = speak(words);
  const loaded = useResource('operator/view', (signal) => client.operator.view({ signal }));
  const found = loaded.data.value;
  return (
    <Page title={t.overview} lead={t.overviewLead}>
      <Loaded resource={loaded} lines={6} />
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
                isRuled
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
                isRuled
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
  const loaded = useResource('operator/backups', (signal) => client.operator.backups({ signal }));
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
      <Loaded resource={loaded} lines={1} />
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
