import type { SiteQuestion } from '@baraza/contract';
import { Button } from '../../../design/controls/button.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { ago, count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { siteHref } from '../site/site.ts';
import { words } from './words.ts';

/** How often, when and in which language. */
export function QuestionFacts({
  question,
  isInList,
}: {
  readonly question: SiteQuestion;
  readonly isInList?: boolean;
}) {
  const t = speak(words);
  const facts = [
    ...(question.count === undefined ? [] : [t.times(count(question.count), question.count)]),
    ago(question.asked_at),
    // A list with a badge in each row has no room for it, and the words show it.
    ...(question.count === undefined && isInList === true
      ? []
      : [question.language === 'sw' ? t.swahili : t.english]),
    ...(question.mode === 'voice' ? [t.voice] : []),
  ];
  return <span class="quiet small">{facts.join(' · ')}</span>;
}

export function QuestionBadge({ question }: { readonly question: SiteQuestion }) {
  const t = speak(words);
  if (question.status === 'taught') return <Badge kind="good">{t.taught}</Badge>;
  if (question.status === 'dismissed') return <Badge>{t.aside}</Badge>;
  if (question.feedback === 'down') return <Badge kind="alarm">{t.badly}</Badge>;
  return question.answered ? (
    <Badge kind="good">{question.feedback === 'up' ? t.liked : t.answered}</Badge>
  ) : (
    <Badge kind="care">{t.unanswered}</Badge>
  );
}

const places = {
  faq: 'faqs',
  fact: 'facts',
  document: 'documents',
  profile: 'business',
} as const;

/** The entries that an answer was made from, each with the way to it. */
export function Sources(props: {
  readonly site: string;
  readonly sources: SiteQuestion['sources'];
}) {
  const t = speak(words);
  if (props.sources.length === 0) return <p class="quiet">{t.nothing}</p>;
  return (
    <ul class="stack tight">
      {props.sources.map(({ id, title, quote, kind }) => (
        <li key={id} class="source">
          <div class="grow stack tight">
            <b>{title}</b>
            {quote !== '' && <span class="quiet small">{quote}</span>}
          </div>
          <Button
            kind="quiet"
            icon="edit"
            href={siteHref(
              props.site,
              `/information/${places[kind]}?entry=${encodeURIComponent(id)}`,
            )}
          >
            {t.edit}
            <span class="unseen"> {title}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
