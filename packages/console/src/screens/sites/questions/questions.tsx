/** What visitors asked: what to answer first, everything, and what they did not like. */
import type { SiteQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../../../api/client.ts';
import { usePages } from '../../../api/pages.ts';
import { pathWith } from '../../../api/path.ts';
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { into } from '../../../design/base/bind.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { ListTabs } from '../site/list-tabs.tsx';
import { siteHref, sitePath } from '../site/site.ts';
import { LoadedRows } from '../site/split-list.tsx';
import { QuestionList } from './question-list.tsx';
import { words } from './words.ts';
import '../../../design/parts/parts.css';
import './questions.css';

const filters = {
  open: { unanswered: true, group: true },
  all: {},
  down: { feedback: 'down' },
  dismissed: { status: 'dismissed' },
} as const;
type Show = keyof typeof filters;
const shows = Object.keys(filters) as readonly Show[];

export function Questions({ params, query }: ScreenProps) {
  const t = speak(words);
  const site = params.site ?? '';
  const show = shows.find((one) => one === query.get('show')) ?? 'open';
  return (
    <Page title={t.title} lead={t.lead}>
      <ListTabs site={site} list="questions" shown={shows} current={show} words={t} />
      <Found key={show} site={site} show={show} />
    </Page>
  );
}

const searchMs = 250;

function Found({ site, show }: { readonly site: string; readonly show: Show }) {
  const t = speak(words);
  const typed = useSignal('');
  const text = useSignal('');
  const period = useSignal<'all' | '7' | '30'>('all');
  const isTruncated = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => into(text)(typed.value.trim()), searchMs);
    return () => clearTimeout(timer);
  }, [typed.value]);
  const query = {
    ...filters[show],
    ...(text.value === '' ? {} : { q: text.value }),
    ...(period.value === 'all' ? {} : { since: sinceOf(Number(period.value)) }),
  };
  const pages = usePages<SiteQuestion>(
    `${site} ${JSON.stringify(query)}`,
    async (cursor, signal) => {
      const options = { ...query, limit: 100, cursor, signal };
      const { questions, next, total, truncated } = await client.sites.questions(site, options);
      isTruncated.value = truncated === true;
      return { rows: questions, next, total: total ?? null };
    },
    ({ id }) => id,
  );
  const isFiltered = text.value !== '' || period.value !== 'all';
  return (
    <>
      {(isFiltered || pages.rows.value?.length !== 0) && (
        <div class="filters unlabelled">
          <Field
            label={t.search}
            placeholder={t.search}
            type="search"
            value={typed.value}
            onInput={into(typed)}
          />
          <Select
            label={t.since}
            value={period.value}
            options={[
              { value: 'all', label: t.sinceAll },
              { value: '7', label: t.sinceWeek },
              { value: '30', label: t.sinceMonth },
            ]}
            onChange={into(period)}
          />
          <Button
            kind="quiet"
            icon="file"
            href={pathWith(`${sitePath(site)}/questions`, { ...query, format: 'csv' })}
          >
            CSV
          </Button>
        </div>
      )}
      {pages.total.value !== undefined && pages.total.value > 0 && (
        <p class="quiet small" role="status">
          {t.total(count(pages.total.value))}
          {isTruncated.value && ` · ${t.truncated}`}
        </p>
      )}
      <LoadedRows pages={pages}>
        {(rows) =>
          rows.length === 0 ? (
            <Nothing site={site} show={show} isFiltered={isFiltered} />
          ) : (
            <QuestionList site={site} pages={pages} rows={rows} isGrouped={show === 'open'} />
          )
        }
      </LoadedRows>
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
  if (show === 'all' && !isFiltered)
    return (
      <EmptyState icon="questions" title={t.emptyAllTitle} text={t.emptyAllText}>
        <Button kind="primary" icon="install" href={siteHref(site, '/install')}>
          {t.install}
        </Button>
      </EmptyState>
    );
  const about =
    show === 'open' && !isFiltered
      ? ({ icon: 'check', title: t.emptyOpenTitle, text: t.emptyOpenText } as const)
      : ({ icon: 'search', title: t.emptyFoundTitle, text: t.emptyFoundText } as const);
  return (
    <EmptyState {...about}>
      <Button href={siteHref(site, '/questions?show=all')}>{t.allQuestions}</Button>
    </EmptyState>
  );
}

// From the start of a day, so that the same choice asks for the same list.
function sinceOf(days: number): string {
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  return new Date(today.getTime() - (days - 1) * 86_400_000).toISOString();
}
