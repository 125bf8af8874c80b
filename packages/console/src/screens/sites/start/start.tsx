/** The first steps of a new site. Each edits the same draft as the other editors, and is saved before the next. */
import { type Signal, useSignal } from '@preact/signals';
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { speak } from '../../../words/language.ts';
import { ClashDialog } from '../../information/conflict/clash-dialog.tsx';
import { Editor, type EditorProps } from '../../information/frame/editor.tsx';
import { discard, useDraft } from '../../information/profile/draft.ts';
import { Done } from './done.tsx';
import { HoursStep, PricesStep } from './editor-steps.tsx';
import { BusinessStep, ContactStep } from './profile-steps.tsx';
import { QuestionsStep } from './questions-step.tsx';
import { words } from './words.ts';
import './start.css';

const steps = [BusinessStep, ContactStep, HoursStep, PricesStep, QuestionsStep] as const;
const names = ['business', 'contact', 'hours', 'prices', 'questions'];

export function Start({ params, query }: ScreenProps) {
  const t = speak(words);
  const draft = useDraft(params.site ?? '');
  const step = useSignal(Math.max(0, names.indexOf(query.get('step') ?? '')));
  return (
    <Page title={t.title} {...(step.value === 0 ? { lead: t.lead } : {})}>
      <Editor draft={draft}>{(about) => <Steps {...about} step={step} />}</Editor>
      {draft.clash.value !== undefined && <ClashDialog draft={draft} clash={draft.clash.value} />}
    </Page>
  );
}

function Steps({ step, ...about }: EditorProps & { readonly step: Signal<number> }) {
  const t = speak(words);
  const Step = steps[step.value];
  const stepCount = steps.length + 1;
  const move = (by: number) => {
    discard(about.draft);
    step.value += by;
    scrollTo({ top: 0, behavior: 'instant' });
  };
  return (
    <div class="start stack">
      <div class="stack tight">
        <span class="quiet small" role="status">
          {t.stepOf(step.value + 1, stepCount)}
        </span>
        <progress class="progress" max={stepCount} value={step.value + 1} aria-label={t.title} />
      </div>
      {Step === undefined ? (
        <Done details={about.details} onBack={() => move(-1)} />
      ) : (
        <Step
          key={step.value}
          {...about}
          onNext={() => move(1)}
          {...(step.value === 0 ? {} : { onBack: () => move(-1) })}
        />
      )}
    </div>
  );
}
