import { client } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Page } from '../../app/page.tsx';
import { Badge } from '../../design/notes/badge.tsx';
import { Card } from '../../design/notes/card.tsx';
import { Facts } from '../../design/notes/facts.tsx';
import { Loaded } from '../../design/notes/loaded.tsx';
import { count } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { words } from './words.ts';
import './operator.css';

const limits = ['questions', 'voice', 'live_seconds', 'live_sessions'] as const;

export function Plans() {
  const t = speak(words);
  const loaded = useResource('operator/plans', (signal) => client.operator.plans({ signal }));
  const found = loaded.data.value;
  return (
    <Page title={t.plans} lead={t.plansLead}>
      <Loaded resource={loaded} lines={5} />
      <div class="grid">
        {found?.plans.map((plan) => (
          <Card
            key={plan.name}
            title={plan.name}
            actions={plan.name === found.usual && <Badge kind="good">{t.usual}</Badge>}
          >
            <Facts isRuled facts={limits.map((name) => [t.limits[name], limitText(plan[name])])} />
          </Card>
        ))}
      </div>
    </Page>
  );
}

function limitText(limit: number | null): string {
  return limit === null ? speak(words).unlimited : count(limit);
}
