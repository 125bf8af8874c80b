import type { Language, SiteDetails, SiteQuestion, TaughtQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { refreshResources } from '../../../api/resource.ts';
import { useWork } from '../../../api/work.ts';
import { useUnsavedGuard } from '../../../app/router.ts';
import { useFlag } from '../../../design/base/flag.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { speak } from '../../../words/language.ts';
import { attempt } from '../site/attempt.ts';
import { sitePath, useSite } from '../site/site.ts';
import { words } from './words.ts';

interface TeachProps {
  readonly site: string;
  readonly question: SiteQuestion;
  readonly onTaught: (taught: TaughtQuestion) => void;
  /** After a lesson was undone. */
  readonly onUnlearned: () => void;
}

/** An answer in the language of the question and, optionally, in the other one. */
export function TeachForm(props: TeachProps) {
  const t = speak(words);
  const { site, question } = props;
  const details = useSite(site);
  const texts = useSignal<Readonly<Record<Language, string>>>({ sw: '', en: '' });
  const both = useFlag();
  const isMissing = useSignal(false);
  const work = useWork();
  const other = question.language === 'sw' ? 'en' : 'sw';
  useUnsavedGuard(() => Object.values(texts.value).some((text) => text.trim() !== ''));
  const submit = (event: Event) => {
    event.preventDefault();
    const written = [question.language, other] as const;
    const wanted = written.filter((language) => texts.value[language].trim() !== '');
    isMissing.value = wanted.length === 0;
    void work.run(async () => {
      let first: TaughtQuestion | undefined;
      for (const language of wanted) {
        const lesson = { answer: texts.value[language].trim(), language };
        const taught = await client.sites.teach(site, question.id, lesson);
        first ??= taught;
      }
      if (first === undefined) return;
      props.onTaught(first);
      toast({ text: t.taughtToast, ...undoOf(first, details.data.peek(), props) });
      void refreshResources(sitePath(site));
    });
  };
  const field = (language: Language, hint?: string) => (
    <Field
      label={t.answerIn(language)}
      language={language}
      lines={3}
      hint={hint}
      error={isMissing.value && language !== other ? t.answerNeeded : undefined}
      value={texts.value[language]}
      onInput={(text) => {
        texts.value = { ...texts.value, [language]: text };
      }}
    />
  );
  return (
    <form class="stack" onSubmit={submit} novalidate>
      {field(question.language, t.answerHint)}
      {both.isOn && field(other)}
      <ErrorNote problem={work.problem.value} />
      <div class="row">
        <Button kind="primary" type="submit" isBusy={work.isBusy.value}>
          {t.teach}
        </Button>
        {!both.isOn && (
          <Button kind="quiet" icon="plus" onClick={both.on}>
            {t.alsoIn(other)}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What the next visitor will read. */
export function AskedAgain(props: {
  readonly taught: TaughtQuestion;
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
      <p class="answer-text" lang={language}>
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

// Only an entry that this lesson made can be deleted again; an older one also has other answers.
function undoOf(
  { faq }: TaughtQuestion,
  before: SiteDetails | undefined,
  { site, onUnlearned }: TeachProps,
): { readonly onUndo?: () => void } {
  if (before === undefined || before.profile.faqs.some(({ id }) => id === faq.id)) return {};
  const undo = async () => {
    await client.sites.deleteEntry(site, 'faqs', faq.id);
    toast({ text: speak(words).unlearned });
    onUnlearned();
    void refreshResources(sitePath(site));
  };
  return { onUndo: () => void attempt(undo) };
}
