import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { count } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { type Kind, kinds, shownFor, suggestedMax, whereWording } from './kinds.ts';
import { OtherLanguage, otherOf, Step, type StepProps, writtenLanguage } from './step.tsx';
import { words } from './words.ts';

interface OwnPair {
  readonly question: string;
  readonly answer: string;
}

const empty: OwnPair = { question: '', answer: '' };

/** Questions that customers of such a business ask; those that are answered are kept. */
export function QuestionsStep(props: StepProps) {
  const t = speak(words);
  const spoken = language.value;
  const written = writtenLanguage(props.profile);
  const second = otherOf(written);
  const address = inLanguage(props.profile.address, written);
  const kind = useSignal<Kind>('shop');
  // By the Swahili wording, which stays when another kind is chosen.
  const answers = useSignal<Readonly<Record<string, string>>>(
    address === '' ? {} : { [whereWording]: address },
  );
  const others = useSignal<Readonly<Record<string, string>>>({});
  const isInBoth = useSignal(false);
  const own = useSignal<readonly OwnPair[]>([]);
  const stored = useSignal<ReadonlySet<string>>(new Set());
  const halfWritten = useSignal<number | undefined>(undefined);
  const known = new Set(props.profile.faqs.flatMap(({ question }) => wordingsOf(question)));
  const isKnown = (wording: string) => known.has(wording) && !stored.value.has(wording);
  const isAnswered = (wording: string) => (answers.value[wording] ?? '').trim() !== '';
  const suggested = shownFor(kind.value, isAnswered).filter(
    ({ sw, en }) => !isKnown(sw) && !isKnown(en),
  );
  const answered = suggested.filter(({ sw }) => isAnswered(sw)).length;
  const ownWritten = own.value.filter(({ question, answer }) => question && answer).length;
  const total = props.profile.faqs.length + answered + ownWritten - stored.value.size;
  // What is stored already is not stored twice when a later one fails and all is tried again.
  const store = async (key: string, body: object) => {
    if (stored.value.has(key)) return;
    await call('POST', `${props.path}/profile/faqs`, { body });
    stored.value = new Set([...stored.value, key]);
  };
  const save = async () => {
    const half = own.value.findIndex(
      ({ question, answer }) => (question.trim() === '') !== (answer.trim() === ''),
    );
    halfWritten.value = half === -1 ? undefined : half;
    if (half !== -1) return false;
    for (const { sw, en } of suggested) {
      const answer = answers.value[sw]?.trim() ?? '';
      const other = others.value[sw]?.trim() ?? '';
      if (answer === '') continue;
      const both = { [written]: answer, ...(other === '' ? {} : { [second]: other }) };
      await store(sw, { question: { sw, en }, answer: both });
    }
    const where = answers.value[whereWording]?.trim() ?? '';
    if (address === '' && where !== '')
      await call('PATCH', `${props.path}/profile`, { body: { address: where } });
    for (const { question, answer } of own.value)
      if (question.trim() !== '')
        await store(question.trim(), { question: question.trim(), answer: answer.trim() });
    return true;
  };
  return (
    <Step {...props} title={t.questionsTitle} lead={t.questionsLead} save={save}>
      <Select
        label={t.kindLabel}
        value={kind.value}
        options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
        onChange={(value) => {
          kind.value = value;
        }}
      />
      <div class="start-count" role="status">
        <progress
          class="progress"
          max={suggestedMax}
          value={Math.min(total, suggestedMax)}
          aria-label={t.questionsTitle}
        />
        <span class="quiet small figures">{t.answersOf(count(total), count(suggestedMax))}</span>
      </div>
      {suggested.map((question) => (
        <div key={question.sw} class="stack tight">
          <Field
            label={question[spoken]}
            lines={2}
            placeholder={t.answerLabel}
            value={answers.value[question.sw] ?? ''}
            onInput={(text) => {
              answers.value = { ...answers.value, [question.sw]: text };
            }}
          />
          {isInBoth.value && isAnswered(question.sw) && (
            <Field
              label={t.inOther[second](t.answerLabel)}
              language={second}
              lines={2}
              value={others.value[question.sw] ?? ''}
              onInput={(text) => {
                others.value = { ...others.value, [question.sw]: text };
              }}
            />
          )}
        </div>
      ))}
      {own.value.map((pair, at) => (
        <OwnFields
          key={at}
          pair={pair}
          number={at + 1}
          isHalf={halfWritten.value === at}
          onChange={(part) => {
            own.value = own.value.with(at, { ...pair, ...part });
          }}
        />
      ))}
      <div>
        <Button
          icon="plus"
          onClick={() => {
            own.value = [...own.value, empty];
          }}
        >
          {t.addOwn}
        </Button>
        <OtherLanguage isShown={isInBoth} label={t.addOther[second]} />
      </div>
    </Step>
  );
}

function OwnFields(props: {
  readonly pair: OwnPair;
  readonly number: number;
  readonly isHalf: boolean;
  readonly onChange: (part: Partial<OwnPair>) => void;
}) {
  const t = speak(words);
  return (
    <div class="start-pair stack tight">
      <Field
        label={t.questionLabel(props.number)}
        value={props.pair.question}
        error={props.isHalf ? t.pairNeeded : undefined}
        onInput={(question) => props.onChange({ question })}
      />
      <Field
        label={t.answerLabel}
        lines={2}
        value={props.pair.answer}
        onInput={(answer) => props.onChange({ answer })}
      />
    </div>
  );
}

function wordingsOf(
  text: string | { readonly sw?: string | undefined; readonly en?: string | undefined },
): string[] {
  return typeof text === 'string' ? [text] : [text.sw ?? '', text.en ?? ''];
}
