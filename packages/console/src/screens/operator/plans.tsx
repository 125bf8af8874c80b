import { useResource } from '../../api/resource.ts';
import { Page } from '../../app/page.tsx';
import { Badge } from '../../design/notes/badge.tsx';
import { Card } from '../../design/notes/card.tsx';
import { ErrorNote } from '../../design/notes/error-note.tsx';
import { Skeleton } from '../../design/notes/skeleton.tsx';
import { count } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { listPlans } from './operator-api.ts';
import { words } from './words.ts';
import './operator.css';

const limits = ['questions', 'voice', 'live_seconds', 'live_sessions'] as const;

export function Plans() {
  const t = speak(words);
  const loaded = useResource('operator/plans', listPlans);
  const found = loaded.data.value;
  return (
    <Page title={t.plans} lead={t.plansLead}>
      {loaded.problem.value !== undefined && (
        <ErrorNote problem={loaded.problem.value} onRetry={() => void loaded.refresh()} />
      )}
      {found === undefined && loaded.problem.value === undefined && <Skeleton lines={5} />}
      <div class="grid">
        {found?.plans.map((plan) => (
          <Card
            key={plan.name}
            title={plan.name}
            actions={plan.name === found.usual && <Badge kind="good">{t.usual}</Badge>}
          >
            <dl class="operator-facts">
              {limits.map((name) => {
                const limit = plan[name];
                return (
                  <div key={name}>
                    <dt>{t.limits[name]}</dt>
                    <dd>{limit === null ? t.unlimited : count(limit)}</dd>
                  </div>
                );
              })}
            </dl>
          </Card>
        ))}
      </div>
    </Page>
  );
}
