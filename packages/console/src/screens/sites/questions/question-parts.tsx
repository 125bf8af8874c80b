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
  const said = speak(words);
  const facts = [
    ...(question.count === undefined ? [] : [said.times(count(question.count), question.count)]),
    ago(question.asked_at),
    // A list with a badge in each row has no room for it, and the words show it.
    ...(question.count === undefined && isInList === true
      ? []
      : [question.language === 'sw' ? said.swahili : said.english]),
    ...(question.mode === 'voice' ? [said.voice] : []),
  ];
  return <span class="quiet small">{facts.join(' · ')}</span>;
}

export function QuestionBadge({ question }: { readonly question: SiteQuestion }) {
  const said = speak(words);
  if (question.status === 'taught') return <Badge kind="good">{said.taught}</Badge>;
  if (question.status === 'dismissed') return <Badge>{said.aside}</Badge>;
  if (question.feedback === 'down') return <Badge kind="alarm">{said.badly}</Badge>;
  return question.answered ? (
    <Badge kind="good">{question.feedback === 'up' ? said.liked : said.answered}</Badge>
  ) : (
    <Badge kind="care">{said.unanswered}</Badge>
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
  const said = speak(words);
  if (props.sources.length === 0) return <p class="quiet">{said.nothing}</p>;
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
            {said.edit}
            <span class="unseen"> {title}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
