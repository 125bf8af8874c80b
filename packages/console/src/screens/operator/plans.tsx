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
  const said = speak(words);
  const loaded = useResource('operator/plans', listPlans);
  const found = loaded.data.value;
  return (
    <Page title={said.plans} lead={said.plansLead}>
      {loaded.problem.value !== undefined && (
        <ErrorNote problem={loaded.problem.value} onRetry={() => void loaded.refresh()} />
      )}
      {found === undefined && loaded.problem.value === undefined && <Skeleton lines={5} />}
      <div class="grid">
        {found?.plans.map((plan) => (
          <Card
            key={plan.name}
            title={plan.name}
            actions={plan.name === found.usual && <Badge kind="good">{said.usual}</Badge>}
          >
            <dl class="operator-facts">
              {limits.map((name) => {
                const limit = plan[name];
                return (
                  <div key={name}>
                    <dt>{said.limits[name]}</dt>
                    <dd>{limit === null ? said.unlimited : count(limit)}</dd>
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
