import type { SiteDetails, SiteUsageDays } from '@baraza/contract';
import { client } from '../../../api/client.ts';
import { type Resource, useResource } from '../../../api/resource.ts';
import { Chart } from '../../../design/figures/chart.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { count, share } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';

import { sitePath } from '../site/site.ts';
import { words } from './words.ts';

const weekDays = 7;

function useUsage(site: string): Resource<SiteUsageDays> {
  return useResource(`${sitePath(site)} usage`, (signal) =>
    client.sites.usage(site, { days: 30, signal }),
  );
}

/** Today and this week in three figures. */
export function Tiles({ site }: { readonly site: string }) {
  const t = speak(words);
  const usage = useUsage(site);
  return (
    <Loaded resource={usage}>
      {({ days }) => {
        const week = days.slice(-weekDays);
        const asked = week.reduce((sum, day) => sum + day.asked, 0);
        const answered = week.reduce((sum, day) => sum + day.answered, 0);
        return (
          <dl class="tiles">
            <Tile label={t.today} value={count(days.at(-1)?.asked ?? 0)} hint={t.asked} />
            <Tile label={t.week} value={count(asked)} hint={t.asked} />
            <Tile
              label={t.rate}
              value={asked === 0 ? '–' : share(answered / asked)}
              hint={t.rateHint}
            />
          </dl>
        );
      }}
    </Loaded>
  );
}

/** The last thirty days, once there was a question. */
export function Charts({ site }: { readonly site: string }) {
  const t = speak(words);
  const days = useUsage(site).data.value?.days ?? [];
  // A day without questions has no rate, and a line needs two points.
  const ratedDays = days.filter(({ asked }) => asked > 0);
  if (ratedDays.length === 0) return null;
  return (
    <div class="today-columns">
      <Card>
        <Chart
          title={t.chart}
          valueLabel={t.chartAsked}
          format={count}
          points={days.map(({ day, asked }) => ({ label: shortDay(day), value: asked }))}
        />
      </Card>
      {ratedDays.length > 1 && (
        <Card>
          <Chart
            title={t.chartRate}
            kind="line"
            valueLabel={t.chartAnswered}
            format={share}
            points={ratedDays.map(({ day, asked, answered }) => ({
              label: shortDay(day),
              value: answered / asked,
            }))}
          />
        </Card>
      )}
    </div>
  );
}

function Tile(props: { readonly label: string; readonly value: string; readonly hint: string }) {
  return (
    <div class="tile">
      <dt class="quiet small">{props.label}</dt>
      <dd class="tile-value figures">
        {props.value} <span class="quiet small">{props.hint}</span>
      </dd>
    </div>
  );
}

/** What this month has used of the plan. */
export function PlanUse({ details }: { readonly details: SiteDetails }) {
  const t = speak(words);
  const { questions, voice } = details.usage;
  return (
    <Card title={t.plan(details.plan)}>
      <Allowance label={t.planQuestions} {...questions} />
      {voice.used > 0 && <Allowance label={t.planVoice} {...voice} />}
    </Card>
  );
}

function Allowance(props: {
  readonly label: string;
  readonly used: number;
  readonly limit: number | null;
}) {
  const t = speak(words);
  const { label, used, limit } = props;
  return (
    <div class="stack tight">
      <div class="row apart">
        <span>{label}</span>
        <span class="quiet figures">
          {limit === null ? `${count(used)} · ${t.noLimit}` : t.of(count(used), count(limit))}
        </span>
      </div>
      {limit !== null && (
        <progress class="progress" max={limit} value={Math.min(used, limit)} aria-label={label} />
      )}
    </div>
  );
}

function shortDay(day: string): string {
  const format = new Intl.DateTimeFormat(language.value, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${day}T00:00:00Z`));
}
