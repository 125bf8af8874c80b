import { call } from '../../../api/call.ts';
import { useResource } from '../../../api/resource.ts';
import { signedIn } from '../../../api/session.ts';
import { Page } from '../../../app/page.tsx';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Chart } from '../../../design/figures/chart.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
import { ago, bytes, count, day } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';
import { Happenings } from '../resource/resource-activity.tsx';
import { listResources, platformPath } from '../resource-api.ts';
import { type Service, services, servicesIn } from '../services.ts';
import { callSnippets } from '../snippets.ts';
import { words } from './words.ts';
import './overview.css';

interface Usage {
  readonly days: readonly { readonly day: string; readonly changes: number }[];
  readonly resources: Readonly<Record<Service, number>>;
  readonly bytes: number | null;
  readonly bytesMax: number;
}

interface Status {
  readonly status: string;
  readonly version: string;
  readonly uptimeSeconds: number;
  readonly checks: Readonly<
    Record<
      'database' | 'storage' | 'ai',
      {
        readonly status: string;
        readonly latencyMs?: number;
        readonly freeBytes?: number;
        readonly engine?: string;
      }
    >
  >;
}

export function Overview() {
  const t = speak(words);
  const usage = useResource('platform/usage', (signal) =>
    call<Usage>('GET', '/console/usage', { query: { days: 30 }, signal }),
  );
  const recent = useResource('platform/recent', (signal) =>
    listResources({ limit: 1, activityLimit: 8 }, signal),
  );
  const found = usage.data.value;
  const activity = recent.data.value?.activity;
  return (
    <Page title={t.title} lead={t.lead}>
      <ul class="grid services">
        {servicesIn(signedIn().scopes).map((service) => (
          <li key={service}>
            <a class="service-card" href={`#/platform/${service}`}>
              <Icon name={services[service].icon} />
              <span class="grow stack tight">
                <b>{services[service].label[language.value]}</b>
                <span class="quiet small">{services[service].about[language.value]}</span>
              </span>
              <b class="figures service-count">
                {found === undefined ? '' : count(found.resources[service] ?? 0)}
              </b>
            </a>
          </li>
        ))}
      </ul>
      {usage.problem.value !== undefined && (
        <ErrorNote problem={usage.problem.value} onRetry={() => void usage.refresh()} />
      )}
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
        actions={
          <Button kind="quiet" href="#/platform/activity">
            {t.allActivity}
          </Button>
        }
      >
        {recent.problem.value !== undefined && (
          <ErrorNote problem={recent.problem.value} onRetry={() => void recent.refresh()} />
        )}
        {activity === undefined && recent.problem.value === undefined && <Skeleton lines={4} />}
        {activity?.length === 0 && <p class="quiet">{t.noRecent}</p>}
        {activity !== undefined && activity.length > 0 && <Happenings entries={activity} isNamed />}
      </Card>
      <Card title={t.firstTitle} lead={t.first}>
        <CodeSnippet
          label={t.firstTitle}
          snippets={callSnippets({
            method: 'POST',
            path: '/resources',
            body: { service: 'data', kind: 'Collection', name: 'Orders' },
            client:
              "const orders = await baraza.resources.create({ service: 'data', kind: 'Collection', name: 'Orders' });",
          })}
        />
      </Card>
    </Page>
  );
}

function StatusCard() {
  const t = speak(words);
  const status = useResource('platform/status', (signal) =>
    call<Status>('GET', `${platformPath}/status`, { signal }),
  );
  const found = status.data.value;
  return (
    <Card title={t.status}>
      {status.problem.value !== undefined && (
        <ErrorNote problem={status.problem.value} onRetry={() => void status.refresh()} />
      )}
      {found === undefined && status.problem.value === undefined && <Skeleton lines={3} />}
      {found !== undefined && (
        <ul class="checks">
          <li>
            <span>Baraza {found.version}</span>
            <span class="quiet small">
              {t.since(ago(new Date(Date.now() - found.uptimeSeconds * 1_000)))}
            </span>
          </li>
          {(['database', 'storage', 'ai'] as const).map((name) => {
            const check = found.checks[name];
            return (
              <li key={name}>
                <span>{t.checks[name]}</span>
                <span class="row">
                  <span class="quiet small">{detailOf(check)}</span>
                  <Badge kind={check.status === 'ok' ? 'good' : 'alarm'}>
                    {check.status === 'ok' ? t.ok : t.degraded}
                  </Badge>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

function detailOf(check: Status['checks']['ai']): string {
  const t = speak(words);
  if (check.freeBytes !== undefined) return t.free(bytes(check.freeBytes));
  if (check.latencyMs !== undefined) return t.latency(String(Math.round(check.latencyMs)));
  return check.engine === undefined ? '' : t.engine(check.engine);
}
