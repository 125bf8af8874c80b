/** One question, where a link in a digest leads: what was said, from what, and around it. */
import type { SiteQuestion, TaughtQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { refreshResources, useResource } from '../../../api/resource.ts';
import { useWork } from '../../../api/work.ts';
import { useCommands } from '../../../app/commands.ts';
import { Page } from '../../../app/page.tsx';
import { navigate, type ScreenProps } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { speak } from '../../../words/language.ts';
import { Loaded } from '../site/loaded.tsx';
import { siteHref, sitePath } from '../site/site.ts';
import { QuestionBadge, QuestionFacts, Sources } from './question-parts.tsx';
import { AskedAgain, TeachForm } from './teach-form.tsx';
import { words } from './words.ts';
import './questions.css';

interface QuestionDetails {
  readonly question: SiteQuestion;
  readonly conversation: readonly SiteQuestion[];
}

export function Question({ params }: ScreenProps) {
  const t = speak(words);
  const { site = '', id = '' } = params;
  const path = `${sitePath(site)}/questions/${encodeURIComponent(id)}`;
  const details = useResource(path, (signal) => call<QuestionDetails>('GET', path, { signal }));
  const question = details.data.value?.question;
  const isGone = details.problem.value?.status === 404;
  const back = { href: siteHref(site, '/questions'), label: t.title };
  if (isGone)
    return (
      <Page title={t.oneTitle} back={back}>
        <EmptyState icon="questions" title={t.goneTitle} text={t.goneText}>
          <Button kind="primary" href={siteHref(site, '/questions')}>
            {t.allQuestions}
          </Button>
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
              <p class="said" lang={asked.language}>
                {asked.answer}
              </p>
              {asked.answered && (
                <>
                  <h3>{t.madeFrom}</h3>
                  <Sources site={site} sources={asked.sources} />
                </>
              )}
            </Card>
            <Lesson key={asked.id} site={site} question={asked} onChanged={details.refresh} />
            <Around site={site} question={asked} conversation={conversation} />
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
  const t = speak(words);
  const taught = useSignal<TaughtQuestion | undefined>(undefined);
  const isWriting = useSignal(true);
  const { site, question } = props;
  return (
    <Card title={question.answered ? t.correctTitle : t.teachTitle}>
      {taught.value !== undefined && (
        <AskedAgain
          taught={taught.value}
          {...(isWriting.value
            ? {}
            : {
                onEdit: () => {
                  isWriting.value = true;
                },
              })}
        />
      )}
      <div hidden={!isWriting.value}>
        <TeachForm
          site={site}
          question={question}
          onTaught={(answer) => {
            taught.value = answer;
            isWriting.value = false;
          }}
          onUnlearned={() => {
            taught.value = undefined;
            isWriting.value = true;
            void props.onChanged();
          }}
        />
      </div>
    </Card>
  );
}

function Around(props: QuestionDetails & { readonly site: string }) {
  const t = speak(words);
  const { site, question, conversation } = props;
  if (conversation.length < 2 && question.page === null) return null;
  return (
    <Card title={t.conversation}>
      {question.page !== null && (
        <p class="quiet small">
          {t.page}: <span class="page-address">{question.page}</span>
        </p>
      )}
      <ol class="talk">
        {conversation.map((one) => (
          <li key={one.id} aria-current={one.id === question.id ? 'true' : undefined}>
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
  const t = speak(words);
  const isAsking = useSignal(false);
  const attempt = useWork();
  const ask = () => {
    isAsking.value = true;
  };
  const close = () => {
    isAsking.value = false;
  };
  useCommands(() => [{ id: 'delete question', title: t.delete, icon: 'trash', run: ask }], [id]);
  const remove = () =>
    attempt.run(async () => {
      const path = sitePath(site);
      await call('DELETE', `${path}/questions/${encodeURIComponent(id)}`);
      void refreshResources(path);
      toast({ text: t.deleted });
      navigate(siteHref(site, '/questions').slice(1), { isReplaced: true });
    });
  return (
    <div>
      <Button kind="quiet" icon="trash" onClick={ask}>
        {t.delete}
      </Button>
      {isAsking.value && (
        <Dialog
          title={t.deleteTitle}
          onClose={close}
          actions={
            <>
              <Button kind="danger" isBusy={attempt.isBusy.value} onClick={() => void remove()}>
                {t.delete}
              </Button>
              <Button onClick={close}>{t.keep}</Button>
            </>
          }
        >
          <p>{t.deleteText}</p>
          {attempt.problem.value !== undefined && <ErrorNote problem={attempt.problem.value} />}
        </Dialog>
      )}
    </div>
  );
}
