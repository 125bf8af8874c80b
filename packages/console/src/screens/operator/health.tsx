/** The doctor's findings and their remedies. */
import { client } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWork } from '../../api/work.ts';
import { useCommands } from '../../app/commands.ts';
import { Page } from '../../app/page.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Badge } from '../../design/notes/badge.tsx';
import { Card } from '../../design/notes/card.tsx';
import { EmptyState } from '../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../design/notes/error-note.tsx';
import { Skeleton } from '../../design/notes/skeleton.tsx';
import { ago } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { words } from './words.ts';
import './operator.css';

const kinds = { ok: 'good', missing: 'care', failing: 'alarm' } as const;
const order = { failing: 0, missing: 1, ok: 2 } as const;

export function HealthScreen() {
  const t = speak(words);
  const loaded = useResource(
    'operator/health',
    async (signal) => (await client.operator.view({ signal })).health,
  );
  const { isBusy, problem, run } = useWork();
  const look = () => run(async () => loaded.set(await client.operator.health()));
  useCommands(() => [{ id: 'look', title: t.look, icon: 'health', run: () => void look() }]);
  const health = loaded.data.value;
  const trouble = problem.value ?? loaded.problem.value;
  return (
    <Page
      title={t.healthTitle}
      lead={t.healthLead}
      actions={
        <Button kind="primary" icon="health" isBusy={isBusy.value} onClick={() => void look()}>
          {isBusy.value ? t.looking : t.look}
        </Button>
      }
    >
      <ErrorNote problem={trouble} />
      {health === undefined && trouble === undefined && <Skeleton lines={5} />}
      {health === null && <EmptyState icon="health" title={t.notLooked} text={t.healthLead} />}
      {health != null && (
        <Card>
          <p class="quiet small" role="status">
            {t.checked(ago(health.checkedAt))}
          </p>
          <ul class="plain-rows">
            {health.findings
              .toSorted((one, other) => order[one.status] - order[other.status])
              .map((finding) => (
                <li key={finding.name}>
                  <div class="grow stack">
                    <b>{finding.name}</b>
                    <span class="quiet small">{finding.saw}</span>
                  </div>
                  <Badge kind={kinds[finding.status]}>{t.status[finding.status]}</Badge>
                  {finding.remedy !== undefined && finding.status !== 'ok' && (
                    <p class="remedy small">{finding.remedy}</p>
                  )}
                </li>
              ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}
