/** The server at a glance: its version, engines, health, plans and last backup. */
import type { OperatorView } from '@baraza/contract';
import { client, useResource, useWork } from '../../api/client.ts';
import { Page } from '../../app/page.tsx';
import { Button } from '../../design/buttons.tsx';
import { Badge, Card, EmptyState, Facts, Loaded } from '../../design/notes.tsx';
import { ago, bytes, count, moment } from '../../words/figures.ts';
import { t } from './words.ts';
import './operator.css';

export function OperatorOverview() {
  const loaded = useResource('operator/view', (signal) => client.operator.view({ signal }));
  return (
    <Page title={t.overview} lead={t.overviewLead}>
      <Loaded resource={loaded} lines={6}>
        {(found) => (
          <>
            <div class="columns operator-pair">
              <Card title={t.healthTitle} actions={<Details page="health" />}>
                <HealthLine health={found.health} />
              </Card>
              <LastBackup />
            </div>
            <div class="columns operator-pair">
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
      </Loaded>
    </Page>
  );
}

function Details({ page }: { readonly page: 'health' | 'backups' }) {
  return <Button kind="quiet" label={t.details} href={`#/operator/${page}`} />;
}

function HealthLine({ health }: { readonly health: OperatorView['health'] }) {
  if (health === null) return <p class="quiet">{t.notChecked}</p>;
  const failing = health.findings.filter(({ status }) => status !== 'ok').length;
  return (
    <p class="row">
      <Badge kind={failing === 0 ? 'good' : 'caution'}>
        {failing === 0 ? t.allWell : t.failing(count(failing))}
      </Badge>
      <span class="quiet small">{t.checked(ago(health.checkedAt))}</span>
    </p>
  );
}

function LastBackup() {
  const loaded = useResource('operator/backups', (signal) => client.operator.backups({ signal }));
  return (
    <Card title={t.lastBackup} actions={<Details page="backups" />}>
      <Loaded resource={loaded} lines={1}>
        {({ last }) => (
          <p>
            {last === null ? (
              <Badge kind="caution">{t.noBackup}</Badge>
            ) : (
              `${ago(last.at)} · ${bytes(last.bytes)}`
            )}
          </p>
        )}
      </Loaded>
    </Card>
  );
}

const kinds = { ok: 'good', missing: 'caution', failing: 'alarm' } as const;
const order = { failing: 0, missing: 1, ok: 2 } as const;

/** The findings of `baraza doctor`, with remedies. */
export function HealthScreen() {
  const loaded = useResource(
    'operator/health',
    async (signal) => (await client.operator.view({ signal })).health,
  );
  const work = useWork();
  const isBusy = work.isBusy.value;
  const check = () => void work.run(async () => loaded.set(await client.operator.health()));
  return (
    <Page
      title={t.healthTitle}
      lead={t.healthLead}
      primary={{ label: isBusy ? t.checking : t.check, icon: 'health', isBusy, run: check }}
    >
      <Loaded resource={loaded} work={work}>
        {(health) =>
          health === null ? (
            <EmptyState icon="health" title={t.notChecked} />
          ) : (
            <Card>
              <p class="quiet small" role="status">
                {t.checked(ago(health.checkedAt))}
              </p>
              <ul class="plain-rows ruled-list">
                {health.findings
                  .toSorted((one, other) => order[one.status] - order[other.status])
                  .map((finding) => (
                    <li key={finding.name}>
                      <div class="grow stack">
                        <b>{finding.name}</b>
                        <span class="quiet small">{readable(finding.saw)}</span>
                      </div>
                      <Badge kind={kinds[finding.status]}>{t.status[finding.status]}</Badge>
                      {finding.remedy !== undefined && finding.status !== 'ok' && (
                        <p class="remedy small">{finding.remedy}</p>
                      )}
                    </li>
                  ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Formats the times in a finding, which are written as in logs. */
function readable(saw: string): string {
  return saw.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => moment(time));
}
