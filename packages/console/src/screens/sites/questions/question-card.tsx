import type { SiteQuestion, TaughtQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../design/controls/button.tsx';
import { speak } from '../../../words/language.ts';
import { siteHref } from '../site/site.ts';
import { QuestionFacts } from './question-parts.tsx';
import { AskedAgain, TeachForm } from './teach-form.tsx';
import { words } from './words.ts';

/** A question of the list, opened in its place: what was said, and an answer for the next time. */
export function QuestionCard(props: {
  readonly site: string;
  readonly question: SiteQuestion;
  readonly onClose: () => void;
  readonly onStatus: (question: SiteQuestion, action: 'dismiss' | 'reopen') => void;
  /** Leaves this one, which was taught, and opens the one below. */
  readonly onNext: () => void;
  readonly onChanged: () => void;
}) {
  const t = speak(words);
  const { site, question } = props;
  const taught = useSignal<TaughtQuestion | undefined>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const wordings = (question.wordings ?? []).filter((wording) => wording !== question.question);
  return (
    <section class="question-card stack">
      <div class="row apart nowrap">
        <div class="grow stack tight">
          <h2 ref={heading} tabIndex={-1} lang={question.language}>
            {question.question}
          </h2>
          <QuestionFacts question={question} />
        </div>
        <Button kind="quiet" icon="close" isIconOnly onClick={props.onClose}>
          {t.close}
        </Button>
      </div>
      {wordings.length > 0 && (
        <div class="stack tight">
          <span class="label">{t.wordings}</span>
          <ul class="wordings">
            {wordings.map((wording) => (
              <li key={wording}>{wording}</li>
            ))}
          </ul>
        </div>
      )}
      {question.answered && (
        <div class="stack tight">
          <span class="label">{t.givenAnswer}</span>
          <p class="said" lang={question.language}>
            {question.answer}
          </p>
        </div>
      )}
      {taught.value === undefined ? (
        <TeachForm
          site={site}
          question={question}
          onTaught={(answer) => {
            taught.value = answer;
          }}
          onUnlearned={props.onChanged}
        />
      ) : (
        <AskedAgain taught={taught.value} />
      )}
      <div class="row">
        {taught.value !== undefined && (
          <Button kind="primary" onClick={props.onNext}>
            {t.next}
          </Button>
        )}
        <Button kind="quiet" icon="questions" href={siteHref(site, `/questions/${question.id}`)}>
          {t.details}
        </Button>
        {taught.value === undefined && question.status === 'new' && (
          <Button kind="quiet" onClick={() => props.onStatus(question, 'dismiss')}>
            {t.dismiss}
          </Button>
        )}
        {question.status === 'dismissed' && (
          <Button kind="quiet" onClick={() => props.onStatus(question, 'reopen')}>
            {t.reopen}
          </Button>
        )}
      </div>
    </section>
  );
}
