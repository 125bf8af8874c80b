import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { Field } from '../../../design/controls/field.tsx';
import { speak } from '../../../words/language.ts';
import { Step, type StepProps } from './step.tsx';
import { words } from './words.ts';

interface Pair {
  readonly question: string;
  readonly answer: string;
  /** It is stored already: a second try after a failure does not store it twice. */
  readonly isSaved?: boolean;
}

const empty: Pair = { question: '', answer: '' };

export function QuestionsStep(props: StepProps) {
  const said = speak(words);
  const pairs = useSignal<readonly Pair[]>([empty, empty, empty]);
  const error = useSignal<number | undefined>(undefined);
  const change = (at: number, part: Partial<Pair>) => {
    pairs.value = pairs.value.map((pair, index) => (index === at ? { ...pair, ...part } : pair));
  };
  const save = async () => {
    const half = pairs.value.findIndex(
      ({ question, answer }) => (question.trim() === '') !== (answer.trim() === ''),
    );
    error.value = half === -1 ? undefined : half;
    if (half !== -1) return false;
    for (const [at, { question, answer, isSaved }] of pairs.value.entries()) {
      if (question.trim() === '' || isSaved) continue;
      await call('POST', `${props.path}/profile/faqs`, {
        body: { question: question.trim(), answer: answer.trim() },
      });
      change(at, { isSaved: true });
    }
    return true;
  };
  return (
    <Step {...props} title={said.questionsTitle} lead={said.questionsLead} save={save}>
      {pairs.value.map((pair, at) => (
        <div class="start-pair stack tight" key={at}>
          <Field
            label={said.questionLabel(at + 1)}
            value={pair.question}
            error={error.value === at ? said.pairNeeded : undefined}
            onInput={(question) => change(at, { question, isSaved: false })}
          />
          <Field
            label={said.answerLabel}
            lines={2}
            value={pair.answer}
            onInput={(answer) => change(at, { answer, isSaved: false })}
          />
        </div>
      ))}
    </Step>
  );
}
