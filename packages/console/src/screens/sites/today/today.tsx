/** The owner's first page: figures, people to call back, questions to answer, and next steps. */
import type { SiteDetails } from '@baraza/contract';
import { client } from '../../../api/client.ts';
import { loadSession } from '../../../api/session.ts';
import { useCommands } from '../../../app/commands.ts';
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { LinkRow } from '../../../design/parts/link-row.tsx';
import { count } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { attempt } from '../site/attempt.ts';
import { hostedPage, siteHref, useSite } from '../site/site.ts';
import { Charts, PlanUse, Tiles } from './figures.tsx';
import { nextSteps } from './steps.ts';
import { AnswerNext, CallBack, Missing } from './to-do.tsx';
import { words } from './words.ts';
import './today.css';

export function Today({ params }: ScreenProps) {
  const t = speak(words);
  const site = params.site ?? '';
  const details = useSite(site);
  const hosted = hostedPage(site);
  const business = inLanguage(details.data.value?.profile.business, language.value);
  useCommands(
    () => [
      {
        id: 'hosted page',
        title: t.openPage,
        icon: 'outside',
        run: () => void open(hosted, '_blank', 'noopener'),
      },
    ],
    [site],
  );
  return (
    <Page
      title={business || t.title}
      actions={
        <Button icon="outside" href={hosted} isNewTab>
          {t.openPage}
        </Button>
      }
    >
      <Loaded resource={details} lines={6}>
        {(loaded) => (
          <div class="stack wide">
            {loaded.site.status === 'paused' && <Paused site={site} onResumed={details.refresh} />}
            <NextSteps site={site} details={loaded} />
            <Tiles site={site} />
            <div class="today-columns">
              <CallBack site={site} timezone={loaded.profile.timezone} />
              <AnswerNext site={site} />
            </div>
            <Charts site={site} />
            <Missing site={site} />
            <PlanUse details={loaded} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Paused(props: { readonly site: string; readonly onResumed: () => Promise<void> }) {
  const t = speak(words);
  const resume = () =>
    attempt(async () => {
      await client.sites.resume(props.site);
      await Promise.all([props.onResumed(), loadSession()]);
      toast({ text: t.resumed });
    });
  return (
    <div class="care-note row">
      <div class="grow stack tight">
        <b>{t.pausedTitle}</b>
        <span>{t.pausedText}</span>
      </div>
      <Button onClick={() => void resume()}>{t.resume}</Button>
    </div>
  );
}

function NextSteps({ site, details }: { readonly site: string; readonly details: SiteDetails }) {
  const t = speak(words);
  const steps = nextSteps(details);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
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
