import type { Language, SiteDetails, SiteQuestion, TaughtQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, refreshResources, useWork } from '../../../api/client.ts';
import { useUnsavedGuard } from '../../../app/router.ts';
import { Button } from '../../../design/buttons.tsx';
import { Form } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { Badge, ErrorNote } from '../../../design/notes.tsx';
import { setterOf, useFlag } from '../../../design/signals.ts';
import { attempt, toast } from '../../../design/toast.tsx';
import { ago, count } from '../../../words/figures.ts';
import { PairNote } from '../../information/frame/tongue-note.tsx';
import { entryHref, sitePath, useSite } from '../site/site.ts';
import { t } from './words.ts';

interface TeachProps {
  readonly site: string;
  readonly question: SiteQuestion;
  readonly onTaught: (taught: TaughtQuestion) => void;
  /** Called after a taught answer was removed by undo. */
  readonly onUnlearned: () => void;
}

/** An answer in the language of the question and, optionally, in the other one. */
export function TeachForm(props: TeachProps) {
  const { site, question } = props;
  const details = useSite(site);
  const texts = useSignal<Readonly<Record<Language, string>>>({ sw: '', en: '' });
  const both = useFlag();
  const isMissing = useSignal(false);
  const work = useWork();
  const other = question.language === 'sw' ? 'en' : 'sw';
  useUnsavedGuard(() => Object.values(texts.value).some((text) => text.trim() !== ''));
  const submit = () => {
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
      toast({ text: t.taughtToast, ...undoOf(first.faq.id, details.data.peek(), props) });
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
    <Form isUnvalidated onSubmit={submit}>
      {field(question.language, t.answerHint)}
      {(both.isOn || texts.value[other] !== '') && field(other)}
      <PairNote pair={texts.value} onMove={setterOf(texts)} />
      <ErrorNote problem={work.problem.value} />
      <div class="row">
        <Button kind="primary" type="submit" work={work} label={t.teach} />
        {!both.isOn && texts.value[other] === '' && (
          <Button kind="quiet" icon="plus" onClick={both.on} label={t.alsoIn(other)} />
        )}
      </div>
    </Form>
  );
}

/** The answer that the next visitor will get. */
export function AskedAgain(props: {
  readonly taught: TaughtQuestion;
  readonly onEdit?: (() => void) | undefined;
}) {
  const { text, answered, language } = props.taught.asked_again;
  return (
    <div class="asked-again stack tight" role="status">
      <div class="row">
        <Badge kind={answered ? 'good' : 'caution'}>{answered ? t.answered : t.unanswered}</Badge>
        <span class="quiet small">{t.nextHears}</span>
      </div>
      <p class="answer-text" lang={language}>
        {text}
      </p>
      {!answered && <p class="quiet small">{t.stillNot}</p>}
      {props.onEdit !== undefined && <Button icon="edit" onClick={props.onEdit} label={t.edit} />}
    </div>
  );
}

/** Undo deletes the entry, so it is offered only for a new one; an existing entry also has other texts. */
export function undoOf(
  id: string,
  before: SiteDetails | undefined,
  { site, onUnlearned }: Pick<TeachProps, 'site' | 'onUnlearned'>,
): { readonly onUndo?: () => void } {
  if (before === undefined || before.profile.faqs.some((faq) => faq.id === id)) return {};
  const undo = async () => {
    await client.sites.deleteEntry(site, 'faqs', id);
    toast({ text: t.unlearned });
    onUnlearned();
    void refreshResources(sitePath(site));
  };
  return { onUndo: () => attempt(undo) };
}

/** How often, when and in which language. */
export function QuestionFacts(props: {
  readonly question: SiteQuestion;
  readonly isInList?: boolean;
}) {
  const { count: times, asked_at: askedAt, language, mode } = props.question;
  const facts = [
    times !== undefined && t.times(count(times), times),
    ago(askedAt),
    // A row with a badge has no room for the language; the question itself shows it.
    (times !== undefined || !props.isInList) && t.languages[language],
    mode === 'voice' && t.voice,
  ];
  return <span class="quiet small">{facts.filter(Boolean).join(' · ')}</span>;
}

export function QuestionBadge({ question }: { readonly question: SiteQuestion }) {
  if (question.status === 'taught') return <Badge kind="good">{t.taught}</Badge>;
  if (question.status === 'dismissed') return <Badge>{t.aside}</Badge>;
  if (question.feedback === 'down') return <Badge kind="alarm">{t.notHelpful}</Badge>;
  if (!question.answered) return <Badge kind="caution">{t.unanswered}</Badge>;
  return <Badge kind="good">{question.feedback === 'up' ? t.liked : t.answered}</Badge>;
}

/** The entries that an answer was made from, each with a link to its editor. */
export function Sources(props: {
  readonly site: string;
  readonly sources: SiteQuestion['sources'];
}) {
  if (props.sources.length === 0) return <p class="quiet">{t.nothing}</p>;
  return (
    <ul class="ruled-list">
      {props.sources.map(({ id, title, quote, kind }) => (
        <li key={id} class="source">
          <div class="grow stack tight">
            <b>{title}</b>
            {quote !== '' && <span class="quiet small">{quote}</span>}
          </div>
          <Button
            kind="quiet"
            icon="edit"
            href={entryHref(props.site, kind, id)}
            label={t.edit}
            about={` ${title}`}
          />
        </li>
      ))}
    </ul>
  );
}
