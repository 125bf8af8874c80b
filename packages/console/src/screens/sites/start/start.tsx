/** The first steps of a new site, each saved at once. */
import type { SiteDetails } from '@baraza/contract';
import { type Signal, useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { type Resource, useResource } from '../../../api/resource.ts';
import { loadSession } from '../../../api/session.ts';
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
import { speak } from '../../../words/language.ts';
import { Done } from './done.tsx';
import { HoursStep } from './hours-step.tsx';
import { PricesStep } from './prices-step.tsx';
import { BusinessStep, ContactStep } from './profile-steps.tsx';
import { QuestionsStep } from './questions-step.tsx';
import { words } from './words.ts';
import './start.css';

const steps = [BusinessStep, ContactStep, HoursStep, PricesStep, QuestionsStep] as const;
const names = ['business', 'contact', 'hours', 'prices', 'questions'];

export function Start({ params, query }: ScreenProps) {
  const t = speak(words);
  const path = `/console/sites/${encodeURIComponent(params.site ?? '')}`;
  const details = useResource(path, (signal) => call<SiteDetails>('GET', path, { signal }));
  const step = useSignal(Math.max(0, names.indexOf(query.get('step') ?? '')));
  return (
    <Page title={t.title} {...(step.value === 0 ? { lead: t.lead } : {})}>
      {details.data.value === undefined ? (
        details.problem.value === undefined ? (
          <Skeleton lines={4} />
        ) : (
          <ErrorNote problem={details.problem.value} onRetry={() => void details.refresh()} />
        )
      ) : (
        <Steps details={details.data.value} path={path} step={step} resource={details} />
      )}
    </Page>
  );
}

function Steps(props: {
  readonly details: SiteDetails;
  readonly path: string;
  readonly step: Signal<number>;
  readonly resource: Resource<SiteDetails>;
}) {
  const t = speak(words);
  const { details, path, step } = props;
  const all = steps.length + 1;
  const Step = steps[step.value];
  const move = (by: number) => {
    step.value = Math.max(0, Math.min(all - 1, step.value + by));
    scrollTo({ top: 0, behavior: 'instant' });
  };
  const onSaved = async () => {
    await Promise.all([props.resource.refresh(), loadSession()]);
    move(1);
  };
  return (
    <div class="start stack">
      <div class="stack tight">
        <span class="quiet small" role="status">
          {t.stepOf(step.value + 1, all)}
        </span>
        <progress class="progress" max={all} value={step.value + 1} aria-label={t.title} />
      </div>
      {Step === undefined ? (
        <Done details={details} onBack={() => move(-1)} />
      ) : (
        <Step
          key={step.value}
          profile={details.profile}
          path={path}
          onSaved={onSaved}
          onSkip={() => move(1)}
          {...(step.value === 0 ? {} : { onBack: () => move(-1) })}
        />
      )}
    </div>
  );
}
