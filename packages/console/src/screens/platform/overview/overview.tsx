import type { Status } from '@baraza/contract';
import { client, useResource } from '../../../api/client.ts';
import { signedIn } from '../../../api/session.ts';
import { Page } from '../../../app/page.tsx';
import { Button } from '../../../design/buttons.tsx';
import { Chart } from '../../../design/figures/chart.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Badge, Card, ErrorNote, Loaded, Skeleton } from '../../../design/notes.tsx';
import { ago, bytes, count, day } from '../../../words/figures.ts';
import { inCurrent } from '../../../words/language.ts';
import { ActivityLines } from '../resource/resource-activity.tsx';
import { services, servicesIn } from '../services.ts';
import { CallCode } from '../snippets.tsx';
import { t } from './words.ts';
import './overview.css';

export function Overview() {
  const usage = useResource('platform/usage', (signal) => client.usage(30, { signal }));
  const recent = useResource('platform/recent', (signal) =>
    client.platform.resources.list({ limit: 1, activityLimit: 8, signal }),
  );
  const found = usage.data.value;
  return (
    <Page title={t.title} lead={t.lead}>
      <ul class="grid services">
        {servicesIn(signedIn().scopes).map((service) => (
          <li key={service}>
            <a class="service-card" href={`#/platform/${service}`}>
              <Icon name={services[service].icon} />
              <span class="grow stack close">
                <b>{inCurrent(services[service].label)}</b>
                <span class="quiet small">{inCurrent(services[service].about)}</span>
              </span>
              <b class="figures service-count">
                {found === undefined ? '' : count(found.resources[service] ?? 0)}
              </b>
            </a>
          </li>
        ))}
      </ul>
      <ErrorNote problem={usage.problem.value} onRetry={usage.refresh} />
      <div class="overview-pair">
        <Card title={t.usage}>
          {found === undefined ? (
            <Skeleton lines={4} />
          ) : (
            <>
              <Chart
                title={t.changes}
                valueLabel={t.changes}
                points={found.days.map((one) => ({ label: day(one.day), value: one.changes }))}
                format={count}
              />
              {found.bytes !== null && (
                <p class="row apart">
                  <span>{t.bytes}</span>
                  <span class="quiet figures">
                    {t.of(bytes(found.bytes), bytes(found.bytesMax))}
                  </span>
                </p>
              )}
            </>
          )}
        </Card>
        <StatusCard />
      </div>
      <Card
        title={t.recent}
        actions={<Button kind="quiet" href="#/platform/activity" label={t.allActivity} />}
      >
        <Loaded resource={recent} lines={4}>
          {({ activity }) =>
            activity.length === 0 ? (
              <p class="quiet">{t.noRecent}</p>
            ) : (
              <ActivityLines entries={activity} isNamed />
            )
          }
        </Loaded>
      </Card>
      <Card title={t.firstTitle} lead={t.first}>
        <CallCode
          label={t.firstTitle}
          method="POST"
          path="/resources"
          body={{ service: 'data', kind: 'Collection', name: 'Orders' }}
          client={
            "const orders = await baraza.resources.create({ service: 'data', kind: 'Collection', name: 'Orders' });"
          }
        />
      </Card>
    </Page>
  );
}

function StatusCard() {
  const status = useResource('platform/status', (signal) => client.platform.status({ signal }));
  return (
    <Card title={t.status}>
      <Loaded resource={status} lines={3}>
        {(found) => (
          <ul class="checks ruled-list">
            <li>
              <span>Baraza {found.version}</span>
              <span class="quiet small">
                {t.since(ago(new Date(Date.now() - found.uptimeSeconds * 1_000)))}
              </span>
            </li>
            {(['database', 'storage', 'ai'] as const).map((name) => (
              <li key={name}>
                <span>{t.checks[name]}</span>
                <span class="row">
                  <span class="quiet small">{detailOf(name, found)}</span>
                  {found.checks[name].status === 'ok' ? (
                    <Badge kind="good">{t.ok}</Badge>
                  ) : (
                    <Badge kind="alarm">{t.degraded}</Badge>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function detailOf(name: keyof Status['checks'], { checks }: Status): string {
  if (name === 'storage') return t.free(bytes(checks.storage.freeBytes));
  if (name === 'database') return t.latency(String(Math.round(checks.database.latencyMs)));
  return t.engine(checks.ai.engine);
}
