import type { SiteQuestion, TaughtQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { into } from '../../../design/base/bind.ts';
import { Button } from '../../../design/controls/button.tsx';
import { speak } from '../../../words/language.ts';
import { OpenCard } from '../site/open-card.tsx';
import { siteHref } from '../site/site.ts';
import { QuestionFacts } from './question-parts.tsx';
import { AskedAgain, TeachForm } from './teach-form.tsx';
import { words } from './words.ts';

/** A question of the list, opened in its place: the given answer, and a form to teach a better one. */
export function QuestionCard(props: {
  readonly site: string;
  readonly question: SiteQuestion;
  readonly onClose: () => void;
  readonly onStatus: (action: 'dismiss' | 'reopen') => void;
  /** Leaves this one, which was taught, and opens the one below. */
  readonly onNext: () => void;
  readonly onChanged: () => void;
}) {
  const t = speak(words);
  const { site, question, onStatus } = props;
  const taught = useSignal<TaughtQuestion | undefined>(undefined);
  const wordings = (question.wordings ?? []).filter((wording) => wording !== question.question);
  return (
    <OpenCard
      title={question.question}
      language={question.language}
      facts={<QuestionFacts question={question} />}
      onClose={props.onClose}
    >
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
          <p class="answer-text" lang={question.language}>
            {question.answer}
          </p>
        </div>
      )}
      {taught.value === undefined ? (
        <TeachForm
          site={site}
          question={question}
          onTaught={into(taught)}
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
          <Button kind="quiet" onClick={() => onStatus('dismiss')}>
            {t.dismiss}
          </Button>
        )}
        {question.status === 'dismissed' && (
          <Button kind="quiet" onClick={() => onStatus('reopen')}>
            {t.reopen}
          </Button>
        )}
      </div>
    </OpenCard>
  );
}
