import type { SiteDetails } from '@baraza/contract';
import type { ComponentChildren } from 'preact';
import { call } from '../../../api/call.ts';
import { type Resource, useResource } from '../../../api/resource.ts';
import { Chart } from '../../../design/figures/chart.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { count, share } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';
import { Loaded } from '../site/loaded.tsx';
import { sitePath } from '../site/site.ts';
import { words } from './words.ts';

interface UsageDay {
  readonly day: string;
  readonly asked: number;
  readonly answered: number;
  readonly leads: number;
}

const weekDays = 7;

interface Usage {
  readonly days: readonly UsageDay[];
}

function useUsage(site: string): Resource<Usage> {
  const path = `${sitePath(site)}/usage?days=30`;
  return useResource(path, (signal) => call<Usage>('GET', path, { signal }));
}

/** Today and this week in three figures. */
export function Tiles({ site }: { readonly site: string }) {
  const t = speak(words);
  const usage = useUsage(site);
  return (
    <Loaded resource={usage}>
      {({ days }) => {
        const week = sumOf(days.slice(-weekDays));
        return (
          <dl class="tiles">
            <Tile label={t.today} value={count(days.at(-1)?.asked ?? 0)} hint={t.asked} />
            <Tile label={t.week} value={count(week.asked)} hint={t.asked} />
            <Tile
              label={t.rate}
              value={week.asked === 0 ? '–' : share(week.answered / week.asked)}
              hint={t.rateHint}
            />
          </dl>
        );
      }}
    </Loaded>
  );
}

/** The last thirty days; nothing before the first question. */
export function Charts({ site }: { readonly site: string }) {
  const t = speak(words);
  const days = useUsage(site).data.value?.days ?? [];
  // A line needs two ends, and a day without a question has no rate.
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

function Tile(props: {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly hint: string;
}) {
  return (
    <div class="tile">
      <dt class="quiet small">{props.label}</dt>
      <dd class="tile-value figures">
        {props.value} <span class="quiet small">{props.hint}</span>
      </dd>
    </div>
  );
}

/** What is used of the plan in this month. */
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

function sumOf(days: readonly UsageDay[]): { readonly asked: number; readonly answered: number } {
  return {
    asked: days.reduce((sum, { asked }) => sum + asked, 0),
    answered: days.reduce((sum, { answered }) => sum + answered, 0),
  };
}

function shortDay(day: string): string {
  const format = new Intl.DateTimeFormat(language.value, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${day}T00:00:00Z`));
}
