/** What visitors asked: what to answer first, everything, and what they did not like. */
import type { QuestionList as Listed, SiteQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { pathWith } from '../../../api/call.ts';
import { useCommands } from '../../../app/commands.ts';
import { Page } from '../../../app/page.tsx';
import { navigate, type ScreenProps } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { LinkTabs } from '../../../design/lists/tabs.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
import { count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { siteHref, sitePath } from '../site/site.ts';
import { usePages } from '../site/use-pages.ts';
import { QuestionList } from './question-list.tsx';
import { words } from './words.ts';
import './questions.css';

const filters = {
  open: { unanswered: true, group: true },
  all: {},
  down: { feedback: 'down' },
  dismissed: { status: 'dismissed' },
} as const;
type Show = keyof typeof filters;

export function Questions({ params, query }: ScreenProps) {
  const t = speak(words);
  const site = params.site ?? '';
  const shown = query.get('show') ?? 'open';
  const show: Show = Object.hasOwn(filters, shown) ? (shown as Show) : 'open';
  const href = (one: Show) => siteHref(site, `/questions${one === 'open' ? '' : `?show=${one}`}`);
  useCommands(
    () =>
      (['open', 'all', 'down', 'dismissed'] as const).map((one) => ({
        id: `questions ${one}`,
        title: `${t.title}: ${t[one]}`,
        icon: 'questions' as const,
        run: () => navigate(href(one).slice(1)),
      })),
    [site],
  );
  return (
    <Page title={t.title} lead={t.lead}>
      <LinkTabs
        label={t.show}
        current={show}
        tabs={(['open', 'all', 'down', 'dismissed'] as const).map((id) => ({
          id,
          label: t[id],
          href: href(id),
        }))}
      />
      <Found key={show} site={site} show={show} />
    </Page>
  );
}

const searchMs = 250;
const dayMs = 86_400_000;

function Found({ site, show }: { readonly site: string; readonly show: Show }) {
  const t = speak(words);
  const typed = useSignal('');
  const text = useSignal('');
  const period = useSignal<'all' | '7' | '30'>('all');
  useEffect(() => {
    const timer = setTimeout(() => {
      text.value = typed.value.trim();
    }, searchMs);
    return () => clearTimeout(timer);
  }, [typed.value]);
  const query = {
    ...filters[show],
    q: text.value === '' ? undefined : text.value,
    since: sinceOf(period.value),
  };
  const path = `${sitePath(site)}/questions`;
  const isTruncated = useSignal(false);
  const pages = usePages<SiteQuestion>(path, { ...query, limit: 100 }, (answer: Listed) => {
    isTruncated.value = answer.truncated === true;
    return { rows: answer.questions, next: answer.next, total: answer.total };
  });
  const isFiltered = text.value !== '' || period.value !== 'all';
  const rows = pages.rows.value;
  return (
    <>
      {(isFiltered || rows?.length !== 0) && (
        <div class="filters">
          <Field
            label={t.search}
            placeholder={t.search}
            type="search"
            value={typed.value}
            onInput={(value) => {
              typed.value = value;
            }}
          />
          <Select
            label={t.since}
            value={period.value}
            options={[
              { value: 'all', label: t.sinceAll },
              { value: '7', label: t.sinceWeek },
              { value: '30', label: t.sinceMonth },
            ]}
            onChange={(value) => {
              period.value = value;
            }}
          />
          <Button kind="quiet" icon="file" href={pathWith(path, { ...query, format: 'csv' })}>
            {t.csv}
          </Button>
        </div>
      )}
      {pages.total.value !== undefined && pages.total.value > 0 && (
        <p class="quiet small" role="status">
          {t.total(count(pages.total.value))}
          {isTruncated.value && ` · ${t.truncated}`}
        </p>
      )}
      {rows === undefined ? (
        pages.problem.value === undefined ? (
          <Skeleton lines={6} />
        ) : (
          <ErrorNote problem={pages.problem.value} onRetry={pages.reload} />
        )
      ) : rows.length === 0 ? (
        <Nothing site={site} show={show} isFiltered={isFiltered} />
      ) : (
        <QuestionList site={site} pages={pages} rows={rows} isGrouped={show === 'open'} />
      )}
    </>
  );
}

function Nothing(props: {
  readonly site: string;
  readonly show: Show;
  readonly isFiltered: boolean;
}) {
  const t = speak(words);
  const { site, show, isFiltered } = props;
  if (isFiltered || show === 'down' || show === 'dismissed')
    return (
      <EmptyState icon="search" title={t.emptyFoundTitle} text={t.emptyFoundText}>
        <Button href={siteHref(site, '/questions?show=all')}>{t.allQuestions}</Button>
      </EmptyState>
    );
  if (show === 'open')
    return (
      <EmptyState icon="check" title={t.emptyOpenTitle} text={t.emptyOpenText}>
        <Button href={siteHref(site, '/questions?show=all')}>{t.allQuestions}</Button>
      </EmptyState>
    );
  return (
    <EmptyState icon="questions" title={t.emptyAllTitle} text={t.emptyAllText}>
      <Button kind="primary" icon="install" href={siteHref(site, '/install')}>
        {t.install}
      </Button>
    </EmptyState>
  );
}

// The beginning of a day, so that the same choice asks for the same list.
function sinceOf(period: 'all' | '7' | '30'): string | undefined {
  if (period === 'all') return undefined;
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  return new Date(today.getTime() - (Number(period) - 1) * dayMs).toISOString();
}
