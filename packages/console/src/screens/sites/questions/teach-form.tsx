import type { SiteDetails, SiteQuestion, TaughtQuestion } from '@baraza/contract';
import { type Signal, useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { refreshResources } from '../../../api/resource.ts';
import { useWork } from '../../../api/work.ts';
import { useUnsavedGuard } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { speak } from '../../../words/language.ts';
import { tell } from '../site/attempt.ts';
import { sitePath, useSite } from '../site/site.ts';
import { words } from './words.ts';

type Language = SiteQuestion['language'];

/** An answer under the question, in its language and, if the owner likes, in the other one too. */
export function TeachForm(props: {
  readonly site: string;
  readonly question: SiteQuestion;
  readonly onTaught: (taught: TaughtQuestion) => void;
  /** After a lesson was taken back. */
  readonly onUnlearned: () => void;
}) {
  const t = speak(words);
  const { site, question } = props;
  const path = sitePath(site);
  const details = useSite(site);
  const texts = useSignal<Readonly<Record<Language, string>>>({ sw: '', en: '' });
  const hasBoth = useSignal(false);
  const isMissing = useSignal(false);
  const attempt = useWork();
  const other: Language = question.language === 'sw' ? 'en' : 'sw';
  useUnsavedGuard(() => Object.values(texts.value).some((text) => text.trim() !== ''));
  const submit = (event: Event) => {
    event.preventDefault();
    const wanted = [question.language, other].filter((one) => texts.value[one].trim() !== '');
    isMissing.value = wanted.length === 0;
    if (isMissing.value) return;
    void attempt.run(async () => {
      let first: TaughtQuestion | undefined;
      for (const language of wanted) {
        const body = { answer: texts.value[language].trim(), language };
        const taught = await call<TaughtQuestion>(
          'POST',
          `${path}/questions/${question.id}/answer`,
          {
            body,
          },
        );
        first ??= taught;
      }
      if (first === undefined) return;
      props.onTaught(first);
      toast({ text: t.taughtToast, ...undoOf(first, details.data.peek(), props) });
      void refreshResources(path);
    });
  };
  return (
    <form class="stack" onSubmit={submit} novalidate>
      <AnswerField
        language={question.language}
        hint={t.answerHint}
        texts={texts}
        error={isMissing.value ? t.answerNeeded : undefined}
      />
      {hasBoth.value && <AnswerField language={other} texts={texts} />}
      {attempt.problem.value !== undefined && <ErrorNote problem={attempt.problem.value} />}
      <div class="row">
        <Button kind="primary" type="submit" isBusy={attempt.isBusy.value}>
          {t.teach}
        </Button>
        {!hasBoth.value && (
          <Button
            kind="quiet"
            icon="plus"
            onClick={() => {
              hasBoth.value = true;
            }}
          >
            {t.alsoIn(other)}
          </Button>
        )}
      </div>
    </form>
  );
}

function AnswerField(props: {
  readonly language: Language;
  readonly texts: Signal<Readonly<Record<Language, string>>>;
  readonly hint?: string;
  readonly error?: string | undefined;
}) {
  const { language, texts, hint, error } = props;
  return (
    <Field
      label={speak(words).answerIn(language)}
      language={language}
      lines={3}
      hint={hint}
      error={error}
      value={texts.value[language]}
      onInput={(text) => {
        texts.value = { ...texts.value, [language]: text };
      }}
    />
  );
}

/** What the next visitor will read. */
export function AskedAgain(props: {
  readonly taught: TaughtQuestion;
  /** To write it otherwise. */
  readonly onEdit?: () => void;
}) {
  const t = speak(words);
  const { text, answered, language } = props.taught.asked_again;
  return (
    <div class="asked-again stack tight" role="status">
      <div class="row">
        <Badge kind={answered ? 'good' : 'care'}>{answered ? t.answered : t.unanswered}</Badge>
        <span class="quiet small">{t.nextHears}</span>
      </div>
      <p class="said" lang={language}>
        {text}
      </p>
      {!answered && <p class="quiet small">{t.stillNot}</p>}
      {props.onEdit !== undefined && (
        <div>
          <Button icon="edit" onClick={props.onEdit}>
            {t.edit}
          </Button>
        </div>
      )}
    </div>
  );
}

// An entry that was there before keeps its other answers; only what this lesson made is taken away again.
function undoOf(
  taught: TaughtQuestion,
  before: SiteDetails | undefined,
  { site, onUnlearned }: { readonly site: string; readonly onUnlearned: () => void },
): { readonly onUndo?: () => void } {
  const isNew = before?.profile.faqs.every(({ id }) => id !== taught.faq.id) === true;
  if (!isNew) return {};
  const path = sitePath(site);
  return {
    onUndo: () =>
      void tell(async () => {
        await call('DELETE', `${path}/profile/faqs/${encodeURIComponent(taught.faq.id)}`);
        toast({ text: speak(words).unlearned });
        onUnlearned();
        void refreshResources(path);
      }),
  };
}
