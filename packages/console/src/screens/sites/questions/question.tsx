/** One question: the answer, its sources, and the conversation. Links in digest e-mails lead here. */
import type { QuestionDetails, SiteQuestion, TaughtQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, refreshResources, useResource } from '../../../api/client.ts';
import { useCommands } from '../../../app/commands.ts';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { navigate } from '../../../app/router.ts';
import { Button } from '../../../design/buttons.tsx';
import { Confirm } from '../../../design/dialogs.tsx';
import { Card, EmptyState, Loaded } from '../../../design/notes.tsx';
import { useFlag } from '../../../design/signals.ts';
import { toast } from '../../../design/toast.tsx';
import { siteHref, sitePath } from '../site/site.ts';
import { AskedAgain, QuestionBadge, QuestionFacts, Sources, TeachForm } from './teach-form.tsx';
import { t } from './words.ts';
import './questions.css';

export function Question({ params }: ScreenProps) {
  const { site = '', id = '' } = params;
  const details = useResource(`${sitePath(site)}/questions/${id}`, (signal) =>
    client.sites.question(site, id, { signal }),
  );
  const question = details.data.value?.question;
  const back = { href: siteHref(site, '/questions'), label: t.title };
  if (details.problem.value?.status === 404)
    return (
      <Page title={t.oneTitle} back={back}>
        <EmptyState icon="questions" title={t.goneTitle} text={t.goneText}>
          <Button kind="primary" href={back.href} label={t.allQuestions} />
        </EmptyState>
      </Page>
    );
  return (
    <Page title={question?.question ?? t.oneTitle} back={back}>
      <Loaded resource={details}>
        {({ question: asked, conversation }) => (
          <div class="stack narrow">
            <div class="row">
              <QuestionBadge question={asked} />
              <QuestionFacts question={asked} />
            </div>
            <Card title={asked.answered ? t.givenAnswer : t.refused}>
              <p class="answer-text" lang={asked.language}>
                {asked.answer}
              </p>
              {asked.answered && (
                <>
                  <h3>{t.sources}</h3>
                  <Sources site={site} sources={asked.sources} />
                </>
              )}
            </Card>
            <Lesson key={asked.id} site={site} question={asked} onChanged={details.refresh} />
            <Conversation site={site} question={asked} conversation={conversation} />
            <DeleteQuestion site={site} id={asked.id} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Lesson(props: {
  readonly site: string;
  readonly question: SiteQuestion;
  readonly onChanged: () => Promise<void>;
}) {
  const taught = useSignal<TaughtQuestion>();
  const writing = useFlag(true);
  const { site, question } = props;
  return (
    <Card title={question.answered ? t.correctTitle : t.teachTitle}>
      {taught.value !== undefined && (
        <AskedAgain taught={taught.value} onEdit={writing.isOn ? undefined : writing.on} />
      )}
      <div hidden={!writing.isOn}>
        <TeachForm
          site={site}
          question={question}
          onTaught={(answer) => {
            taught.value = answer;
            writing.off();
          }}
          onUnlearned={() => {
            taught.value = undefined;
            writing.on();
            void props.onChanged();
          }}
        />
      </div>
    </Card>
  );
}

function Conversation(props: QuestionDetails & { readonly site: string }) {
  const { site, question, conversation } = props;
  if (conversation.length < 2 && question.page === null) return null;
  return (
    <Card title={t.conversation}>
      {question.page !== null && (
        <p class="quiet small">
          {t.page}: <span class="anywhere">{question.page}</span>
        </p>
      )}
      <ol class="talk stack">
        {conversation.map((one) => (
          <li
            key={one.id}
            class="stack tight"
            aria-current={one.id === question.id ? 'true' : undefined}
          >
            <p class="bubble mine" lang={one.language}>
              {one.id === question.id ? (
                one.question
              ) : (
                <a href={siteHref(site, `/questions/${one.id}`)}>{one.question}</a>
              )}
            </p>
            <p class="bubble" lang={one.language}>
              {one.answer}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function DeleteQuestion({ site, id }: { readonly site: string; readonly id: string }) {
  const asking = useFlag();
  useCommands(
    () => [{ id: 'delete question', title: t.delete, icon: 'trash', run: asking.on }],
    [id],
  );
  const remove = async () => {
    await client.sites.deleteQuestion(site, id);
    void refreshResources(sitePath(site));
    toast({ text: t.deleted });
    navigate(siteHref(site, '/questions').slice(1), { isReplaced: true });
  };
  return (
    <div>
      <Button kind="quiet" icon="trash" onClick={asking.on} label={t.delete} />
      {asking.isOn && (
        <Confirm
          title={t.deleteTitle}
          action={t.delete}
          cancel={t.keep}
          onConfirm={remove}
          onClose={asking.off}
          text={t.deleteText}
        />
      )}
    </div>
  );
}
