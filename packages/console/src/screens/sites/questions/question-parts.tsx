import type { SiteQuestion } from '@baraza/contract';
import { Button } from '../../../design/controls/button.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { ago, count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { words as profileWords } from '../../information/profile/words.ts';
import { entryHref } from '../site/site.ts';
import { words } from './words.ts';

/** How often, when and in which language. */
export function QuestionFacts(props: {
  readonly question: SiteQuestion;
  readonly isInList?: boolean;
}) {
  const t = speak(words);
  const { count: times, asked_at: askedAt, language, mode } = props.question;
  const facts = [
    times !== undefined && t.times(count(times), times),
    ago(askedAt),
    // A row with a badge has no room for the language, which its words show anyway.
    (times !== undefined || !props.isInList) && speak(profileWords)[language],
    mode === 'voice' && t.voice,
  ];
  return <span class="quiet small">{facts.filter(Boolean).join(' · ')}</span>;
}

export function QuestionBadge({ question }: { readonly question: SiteQuestion }) {
  const t = speak(words);
  if (question.status === 'taught') return <Badge kind="good">{t.taught}</Badge>;
  if (question.status === 'dismissed') return <Badge>{t.aside}</Badge>;
  if (question.feedback === 'down') return <Badge kind="alarm">{t.badly}</Badge>;
  if (!question.answered) return <Badge kind="care">{t.unanswered}</Badge>;
  return <Badge kind="good">{question.feedback === 'up' ? t.liked : t.answered}</Badge>;
}

/** The entries that an answer was made from, each with a link to its editor. */
export function Sources(props: {
  readonly site: string;
  readonly sources: SiteQuestion['sources'];
}) {
  const t = speak(words);
  if (props.sources.length === 0) return <p class="quiet">{t.nothing}</p>;
  return (
    <ul class="ruled-list">
      {props.sources.map(({ id, title, quote, kind }) => (
        <li key={id} class="source">
          <div class="grow stack tight">
            <b>{title}</b>
            {quote !== '' && <span class="quiet small">{quote}</span>}
          </div>
          <Button kind="quiet" icon="edit" href={entryHref(props.site, kind, id)}>
            {t.edit}
            <span class="unseen"> {title}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
