import type { SiteDetails } from '@baraza/contract';
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ApiProblem } from '../../../api/problem.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { type Language, speak } from '../../../words/language.ts';
import { words } from './words.ts';

export interface StepProps {
  readonly profile: SiteDetails['profile'];
  /** Of the site, under /console. */
  readonly path: string;
  readonly onSaved: () => Promise<void>;
  readonly onSkip: () => void;
  readonly onBack?: () => void;
}

/** The language that the owner said they write in. */
export function writtenLanguage(profile: StepProps['profile']): Language {
  return profile.languages[0] ?? 'sw';
}

export function otherOf(one: Language): Language {
  return one === 'sw' ? 'en' : 'sw';
}

/** Asks for the other language too, until it is shown. */
export function OtherLanguage(props: {
  readonly isShown: Signal<boolean>;
  readonly label: string;
}) {
  const { isShown, label } = props;
  if (isShown.value) return null;
  return (
    <Button
      kind="quiet"
      onClick={() => {
        isShown.value = true;
      }}
    >
      {label}
    </Button>
  );
}

/** A form of one question; what it asks for is saved before the next comes. */
export function Step(
  props: Pick<StepProps, 'onSaved' | 'onSkip' | 'onBack'> & {
    readonly title: string;
    readonly lead?: string;
    /** False where something has to be written first. */
    readonly save: () => Promise<boolean>;
    readonly children: ComponentChildren;
  },
) {
  const t = speak(words);
  const isBusy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = undefined;
    try {
      if (await props.save()) await props.onSaved();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} novalidate>
      <Card title={props.title} {...(props.lead === undefined ? {} : { lead: props.lead })}>
        {props.children}
        {problem.value !== undefined && <ErrorNote problem={new Error(problem.value.message)} />}
        <div class="row start-actions">
          <Button kind="primary" type="submit" isBusy={isBusy.value}>
            {t.next}
          </Button>
          <Button kind="quiet" onClick={props.onSkip}>
            {t.skip}
          </Button>
          {props.onBack !== undefined && (
            <Button kind="quiet" icon="back" onClick={props.onBack}>
              {t.back}
            </Button>
          )}
        </div>
      </Card>
    </form>
  );
}
