/** The owner's first page: figures, people to call back, questions to answer, and next steps. */
import type { SiteDetails, SiteUsageDays } from '@baraza/contract';
import type { ComponentChildren } from 'preact';
import { client, type Resource, useResource } from '../../../api/client.ts';
import { loadSession, signedIn } from '../../../api/session.ts';
import { useCommands } from '../../../app/commands.ts';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { Button } from '../../../design/buttons.tsx';
import { Chart } from '../../../design/figures/chart.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Badge, Card, Loaded } from '../../../design/notes.tsx';
import { LinkRow } from '../../../design/parts.tsx';
import { attempt, toast } from '../../../design/toast.tsx';
import { ago, count, share, shortDay } from '../../../words/figures.ts';
import { localized } from '../../../words/language.ts';
import { ContactButtons } from '../leads/contact-buttons.tsx';
import { entryHref, hostedPage, siteHref, sitePath, useSite } from '../site/site.ts';
import { isReady, nextSteps } from './steps.ts';
import { t } from './words.ts';
import './today.css';

export function Today({ params }: ScreenProps) {
  const site = params.site ?? '';
  const details = useSite(site);
  const { role } = signedIn();
  const hosted = hostedPage(site);
  const business = localized(details.data.value?.profile.business);
  useCommands(
    () => [
      {
        id: 'hosted page',
        title: t.openPage,
        icon: 'outside',
        run: () => open(hosted, '_blank', 'noopener'),
      },
    ],
    [site],
  );
  return (
    <Page
      title={business || t.title}
      actions={<Button icon="outside" href={hosted} isNewTab label={t.openPage} />}
    >
      <Loaded resource={details} lines={6}>
        {(loaded) => (
          <div class="stack wide">
            {loaded.site.status === 'paused' && <Paused site={site} onResumed={details.refresh} />}
            {role === 'owner' && <NextSteps site={site} details={loaded} />}
            <Tiles site={site} />
            <Waiting site={site} />
            <div class="today-columns">
              {role !== 'editor' && <CallBack site={site} timezone={loaded.profile.timezone} />}
              <AnswerNext site={site} />
            </div>
            <Charts site={site} />
            {role !== 'answerer' && <Missing site={site} />}
            {role === 'owner' && <PlanUse details={loaded} />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Paused(props: { readonly site: string; readonly onResumed: () => Promise<void> }) {
  const resume = () =>
    attempt(async () => {
      await client.sites.resume(props.site);
      await Promise.all([props.onResumed(), loadSession()]);
      toast({ text: t.resumed });
    });
  return (
    <div class="caution-note row">
      <div class="grow stack tight">
        <b>{t.pausedTitle}</b>
        <span>{t.pausedText}</span>
      </div>
      {signedIn().role === 'owner' && <Button onClick={resume} label={t.resume} />}
    </div>
  );
}

// Enough to see whether any website has asked lately.
const questionsRead = 100;

function NextSteps({ site, details }: { readonly site: string; readonly details: SiteDetails }) {
  const latest = useResource(`${sitePath(site)} pages asked on`, (signal) =>
    client.sites.questions(site, { limit: questionsRead, signal }),
  );
  const asked = latest.data.value?.questions ?? [];
  const steps = nextSteps(details, asked, hostedPage(site));
  const done = steps.filter(({ isDone }) => isDone).length;
  const { questions, days } = details.usage;
  const wasAsked = questions.used > 0 || days.some((day) => day.questions > 0);
  if (isReady(steps, wasAsked)) return null;
  return (
    <Card title={t.stepsTitle} lead={t.stepsLead}>
      <progress class="progress" max={steps.length} value={done} aria-label={t.stepsTitle} />
      <ol class="ruled-list">
        {steps.map((step) => (
          <li key={step.name} class={step.isDone ? 'step-done' : undefined}>
            {step.isDone ? (
              <span class="step">
                <Icon name="check" />
                <span class="grow">{t.steps[step.name]}</span>
                <span class="unseen">{t.done}</span>
              </span>
            ) : (
              <LinkRow
                href={siteHref(site, step.part)}
                mark={
                  step.count && <Badge>{t.of(count(step.count.done), count(step.count.of))}</Badge>
                }
              >
                <span class="step">
                  <span class="step-sign" />
                  {t.steps[step.name]}
                </span>
              </LinkRow>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

const weekDays = 7;

function useUsage(site: string): Resource<SiteUsageDays> {
  return useResource(`${sitePath(site)} usage`, (signal) =>
    client.sites.usage(site, { days: 30, signal }),
  );
}

/** Three figures about today and this week. */
function Tiles({ site }: { readonly site: string }) {
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

/** Charts of the last thirty days; nothing before the first question. */
function Charts({ site }: { readonly site: string }) {
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

/** How much of the plan was used this month. */
function PlanUse({ details }: { readonly details: SiteDetails }) {
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

const shownMax = 3;

function CallBack(props: { readonly site: string; readonly timezone: string }) {
  const { site, timezone } = props;
  const found = useResource(`${sitePath(site)} new leads`, async (signal) => {
    const { leads } = await client.sites.leads(site, { status: 'new', limit: shownMax, signal });
    return leads;
  });
  return (
    <ToDo title={t.leads} all={siteHref(site, '/leads')} found={found} none={t.leadsNone}>
      {(lead) => (
        <li key={lead.id} class="stack tight">
          <LinkRow href={siteHref(site, `/leads/${lead.id}`)}>
            <b class="clip">{lead.name || lead.contact}</b>
            <span class="quiet small figures clip">
              {[lead.name && lead.contact, ago(lead.received_at)].filter(Boolean).join(' · ')}
            </span>
          </LinkRow>
          {lead.message !== '' && <p class="quiet small two-lines">{lead.message}</p>}
          <ContactButtons contact={lead.contact} timezone={timezone} />
        </li>
      )}
    </ToDo>
  );
}

/** Visitors who wait for a person; renders nothing if there are none. */
function Waiting({ site }: { readonly site: string }) {
  const found = useResource(`${sitePath(site)} waiting visitors`, async (signal) => {
    const options = { state: 'waiting', limit: shownMax, signal } as const;
    return (await client.sites.conversations(site, options)).conversations;
  });
  const rows = found.data.value ?? [];
  if (rows.length === 0) return null;
  const all = siteHref(site, '/conversations');
  return (
    <div class="today-columns">
      <Card title={t.waiting} actions={<Button kind="quiet" label={t.seeAll} href={all} />}>
        <ul class="to-do ruled-list">
          {rows.map(({ id, name, contact, last, created_at: createdAt }) => (
            <li key={id}>
              <LinkRow
                href={siteHref(site, `/conversations/${encodeURIComponent(id)}`)}
                mark={<span class="unseen">{t.answer}</span>}
              >
                <span class="two-lines">
                  {last?.asked ?? last?.text ?? name ?? contact ?? t.visitor}
                </span>
                <span class="quiet small">{ago(last?.at ?? createdAt)}</span>
              </LinkRow>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function AnswerNext({ site }: { readonly site: string }) {
  const found = useResource(`${sitePath(site)} open questions`, async (signal) => {
    const options = { unanswered: true, group: true, limit: shownMax, signal };
    return (await client.sites.questions(site, options)).questions;
  });
  return (
    <ToDo title={t.next} all={siteHref(site, '/questions')} found={found} none={t.nextNone}>
      {({ id, question, language, count: times = 1, asked_at: askedAt }) => (
        <li key={id}>
          <LinkRow
            href={siteHref(site, `/questions/${id}`)}
            mark={<span class="unseen">{t.answer}</span>}
          >
            <span class="two-lines" lang={language}>
              {question}
            </span>
            <span class="quiet small">
              {t.times(count(times), times)} · {ago(askedAt)}
            </span>
          </LinkRow>
        </li>
      )}
    </ToDo>
  );
}

function ToDo<Row>(props: {
  readonly title: string;
  /** A link to the page with all items. */
  readonly all: string;
  readonly found: Resource<Row[]>;
  readonly none: string;
  readonly children: (row: Row) => ComponentChildren;
}) {
  return (
    <Card title={props.title} actions={<Button kind="quiet" label={t.seeAll} href={props.all} />}>
      <Loaded resource={props.found}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="quiet">{props.none}</p>
          ) : (
            <ul class="to-do ruled-list">{rows.map(props.children)}</ul>
          )
        }
      </Loaded>
    </Card>
  );
}

/** Answers that lack a language in which they were asked for. */
function Missing({ site }: { readonly site: string }) {
  const gaps = useResource(`${sitePath(site)} gaps`, (signal) =>
    client.sites.gaps(site, { limit: shownMax, signal }),
  );
  const questions = gaps.data.value?.questions ?? [];
  if (questions.length === 0) return null;
  return (
    <Card title={t.missing} lead={t.missingLead}>
      <ul class="to-do ruled-list">
        {questions.map(({ id, question, language, count: times, entry }) => (
          <li key={id}>
            <LinkRow
              href={entryHref(site, entry.list, entry.id)}
              mark={<Badge kind="caution">{t.lacks(language)}</Badge>}
            >
              <span class="two-lines" lang={language}>
                {question}
              </span>
              <span class="quiet small clip">
                {t.times(count(times), times)} · {entry.title}
              </span>
            </LinkRow>
          </li>
        ))}
      </ul>
    </Card>
  );
}
