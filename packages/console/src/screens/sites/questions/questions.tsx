/** What visitors asked: unanswered questions, all questions, those rated as not helpful, and dismissed ones. */
import type { SiteQuestion, TaughtQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, refreshResources } from '../../../api/client.ts';
import { type Pages, usePages } from '../../../api/pages.ts';
import { pathWith } from '../../../api/path.ts';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { Button } from '../../../design/buttons.tsx';
import { Field, Select } from '../../../design/fields.tsx';
import { Icon } from '../../../design/icon.tsx';
import { EmptyState } from '../../../design/notes.tsx';
import { setTo, setterOf, useDebounced } from '../../../design/signals.ts';
import { attempt, toast } from '../../../design/toast.tsx';
import { count } from '../../../words/figures.ts';
import { ListTabs, LoadedRows, OpenCard, SplitList } from '../site/inbox.tsx';
import { siteHref, sitePath } from '../site/site.ts';
import { AskedAgain, QuestionBadge, QuestionFacts, TeachForm } from './teach-form.tsx';
import { t } from './words.ts';
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
  const site = params.site ?? '';
  const show = shows.find((one) => one === query.get('show')) ?? 'open';
  return (
    <Page title={t.title} lead={t.lead}>
      <ListTabs site={site} list="questions" shown={shows} current={show} words={t} />
      <Found key={show} site={site} show={show} />
    </Page>
  );
}

function Found({ site, show }: { readonly site: string; readonly show: Show }) {
  const typed = useSignal('');
  const text = useDebounced(typed.value.trim());
  const period = useSignal<'all' | 'week' | 'month'>('all');
  const isTruncated = useSignal(false);
  const query = {
    ...filters[show],
    ...(text === '' ? {} : { q: text }),
    ...(period.value === 'all' ? {} : { since: sinceOf(period.value) }),
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
  const isFiltered = text !== '' || period.value !== 'all';
  return (
    <>
      {(isFiltered || pages.rows.value?.length !== 0) && (
        <div class="filters unlabelled">
          <Field label={t.search} placeholder={t.search} type="search" value={typed} />
          <Select label={t.since} value={period} options={t.periods} />
          <Button
            kind="quiet"
            icon="file"
            href={pathWith(`${sitePath(site)}/questions`, { ...query, format: 'csv' })}
            label="CSV"
          />
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
  const { site, show, isFiltered } = props;
  if (show === 'all' && !isFiltered)
    return (
      <EmptyState icon="questions" title={t.emptyAllTitle} text={t.emptyAllText}>
        <Button kind="primary" icon="install" href={siteHref(site, '/install')} label={t.install} />
      </EmptyState>
    );
  const about =
    show === 'open' && !isFiltered
      ? ({ icon: 'check', title: t.emptyOpenTitle, text: t.emptyOpenText } as const)
      : ({ icon: 'search', title: t.emptyFoundTitle, text: t.emptyFoundText } as const);
  return (
    <EmptyState {...about}>
      <Button href={siteHref(site, '/questions?show=all')} label={t.allQuestions} />
    </EmptyState>
  );
}

// From the start of a day, so that the same choice requests the same list.
function sinceOf(period: 'week' | 'month'): string {
  const days = { week: 7, month: 30 }[period];
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  return new Date(today.getTime() - (days - 1) * 86_400_000).toISOString();
}

const rowHeight = 92;

function QuestionList(props: {
  readonly site: string;
  readonly pages: Pages<SiteQuestion>;
  readonly rows: readonly SiteQuestion[];
  readonly isGrouped: boolean;
}) {
  const { site, pages, isGrouped } = props;
  const opened = useSignal<string>();
  const setStatus = async (id: string, action: 'dismiss' | 'reopen') => {
    await client.sites[action](site, id, isGrouped ? { group: true } : {});
    void refreshResources(sitePath(site));
  };
  const change = ({ id }: SiteQuestion, action: 'dismiss' | 'reopen') =>
    attempt(async () => {
      await setStatus(id, action);
      leave(id);
      opened.value = undefined;
      toast({
        text: action === 'dismiss' ? t.aside : t.reopened,
        onUndo: () =>
          void attempt(async () => {
            await setStatus(id, action === 'dismiss' ? 'reopen' : 'dismiss');
            pages.reload();
          }),
      });
    });
  // The cursor of grouped questions is an offset: after a removal the next page would skip one question.
  const leave = (id: string) => {
    pages.remove(id);
    if (isGrouped && pages.hasMore.peek()) pages.reload();
  };
  return (
    <SplitList
      label={t.list}
      rowHeight={rowHeight}
      pages={pages}
      rows={props.rows}
      opened={opened}
      row={drawRow}
      card={(question, next) => (
        <QuestionCard
          key={question.id}
          site={site}
          question={question}
          onClose={setTo(opened, undefined)}
          onStatus={(action) => void change(question, action)}
          onChanged={pages.reload}
          onNext={() => {
            opened.value = next?.id;
            if (isGrouped) leave(question.id);
            else pages.replace({ ...question, status: 'taught' });
          }}
        />
      )}
    />
  );
}

const drawRow = (question: SiteQuestion) => (
  <>
    <span class="grow">
      <b class="row-title two-lines" lang={question.language}>
        {question.question}
      </b>
      <span class="row-facts">
        {question.count === undefined && <QuestionBadge question={question} />}
        <QuestionFacts question={question} isInList />
      </span>
    </span>
    <Icon name="forward" />
  </>
);

/** A question that is opened within the list: the given answer, and a form to teach a better one. */
function QuestionCard(props: {
  readonly site: string;
  readonly question: SiteQuestion;
  readonly onClose: () => void;
  readonly onStatus: (action: 'dismiss' | 'reopen') => void;
  /** Closes this question after it was taught, and opens the next one. */
  readonly onNext: () => void;
  readonly onChanged: () => void;
}) {
  const { site, question, onStatus } = props;
  const taught = useSignal<TaughtQuestion>();
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
          onTaught={setterOf(taught)}
          onUnlearned={props.onChanged}
        />
      ) : (
        <AskedAgain taught={taught.value} />
      )}
      <div class="row">
        {taught.value !== undefined && (
          <Button kind="primary" onClick={props.onNext} label={t.next} />
        )}
        <Button
          kind="quiet"
          icon="questions"
          href={siteHref(site, `/questions/${question.id}`)}
          label={t.details}
        />
        {taught.value === undefined && question.status === 'new' && (
          <Button kind="quiet" onClick={() => onStatus('dismiss')} label={t.dismiss} />
        )}
        {question.status === 'dismissed' && (
          <Button kind="quiet" onClick={() => onStatus('reopen')} label={t.reopen} />
        )}
      </div>
    </OpenCard>
  );
}
