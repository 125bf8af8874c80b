/** The inbox of people who want to be called back. */
import type { LeadList, SiteLead } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { pathWith } from '../../../api/call.ts';
import { useCommands } from '../../../app/commands.ts';
import { Page } from '../../../app/page.tsx';
import { navigate, type ScreenProps } from '../../../app/router.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { LinkTabs } from '../../../design/lists/tabs.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
import { ago } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { siteHref, sitePath, useSite } from '../site/site.ts';
import { SplitList } from '../site/split-list.tsx';
import { usePages } from '../site/use-pages.ts';
import { moveLead } from './lead-actions.ts';
import { LeadCard } from './lead-card.tsx';
import { words } from './words.ts';
import './leads.css';

const statuses = ['new', 'done', 'suspect'] as const;
type Status = (typeof statuses)[number];

export function Leads({ params, query }: ScreenProps) {
  const t = speak(words);
  const site = params.site ?? '';
  const shown = query.get('show');
  const status = statuses.find((one) => one === shown) ?? 'new';
  const href = (one: Status) => siteHref(site, `/leads${one === 'new' ? '' : `?show=${one}`}`);
  useCommands(
    () =>
      statuses.map((one) => ({
        id: `leads ${one}`,
        title: `${t.title}: ${t[one]}`,
        icon: 'leads' as const,
        run: () => navigate(href(one).slice(1)),
      })),
    [site],
  );
  return (
    <Page title={t.title} lead={t.lead}>
      <LinkTabs
        label={t.show}
        current={status}
        tabs={statuses.map((id) => ({ id, label: t[id], href: href(id) }))}
      />
      <Inbox key={status} site={site} status={status} wanted={params.id} />
    </Page>
  );
}

const rowHeight = 84;
const drawRow = (lead: SiteLead) => <LeadRow lead={lead} />;

function Inbox(props: {
  readonly site: string;
  readonly status: Status;
  readonly wanted: string | undefined;
}) {
  const t = speak(words);
  const { site, status } = props;
  const text = useSignal('');
  const opened = useSignal(props.wanted);
  const path = `${sitePath(site)}/leads`;
  const details = useSite(site);
  const timezone = details.data.value?.profile.timezone ?? '';
  const pages = usePages<SiteLead>(path, { status, limit: 200 }, (answer: LeadList) => ({
    rows: answer.leads,
    next: answer.next,
  }));
  const all = pages.rows.value;
  const wanted = text.value.trim().toLowerCase();
  // Leads are searched here, so all of them have to be here.
  useEffect(() => {
    if (wanted !== '' && pages.hasMore.value) void pages.more();
  }, [wanted, all]);
  const rows = wanted === '' ? all : all?.filter((lead) => textOf(lead).includes(wanted));
  if (rows === undefined)
    return pages.problem.value === undefined ? (
      <Skeleton lines={6} />
    ) : (
      <ErrorNote problem={pages.problem.value} onRetry={pages.reload} />
    );
  if (all?.length === 0) return <Nobody site={site} status={status} />;
  return (
    <>
      <div class="lead-filters">
        <Field
          label={t.search}
          placeholder={t.searchShort}
          type="search"
          value={text.value}
          onInput={(value) => {
            text.value = value;
          }}
        />
        <Button kind="quiet" icon="file" href={pathWith(path, { status, format: 'csv' })}>
          {t.csv}
        </Button>
      </div>
      {rows.length === 0 ? (
        <p class="quiet" role="status">
          {t.notFound}
        </p>
      ) : (
        <SplitList
          label={t.list}
          rowHeight={rowHeight}
          pages={pages}
          rows={rows}
          opened={opened}
          row={drawRow}
          card={(lead) => (
            <LeadCard
              key={lead.id}
              site={site}
              timezone={timezone}
              lead={lead}
              onClose={() => {
                opened.value = undefined;
              }}
              onStatus={(next) =>
                void moveLead(site, lead, next, (moved) => {
                  opened.value = undefined;
                  if (moved.status === status) pages.reload();
                  else pages.remove(moved.id);
                })
              }
              onDeleted={() => pages.remove(lead.id)}
            />
          )}
        />
      )}
    </>
  );
}

function LeadRow({ lead }: { readonly lead: SiteLead }) {
  return (
    <>
      <span class="grow stack tight">
        <span class="lead-line">
          <b class="clip grow">{lead.name || lead.contact}</b>
          <span class="quiet small">{ago(lead.received_at)}</span>
        </span>
        <span class="quiet small clip">
          {[lead.name === '' ? '' : lead.contact, lead.message].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Icon name="forward" />
    </>
  );
}

function Nobody({ site, status }: { readonly site: string; readonly status: Status }) {
  const t = speak(words);
  if (status !== 'new') return <EmptyState icon="leads" title={t.emptyTitle} text={t.emptyText} />;
  return (
    <EmptyState icon="leads" title={t.emptyNewTitle} text={t.emptyNewText}>
      <Button href={siteHref(site, '/settings')}>{t.notices}</Button>
    </EmptyState>
  );
}

function textOf({ name, contact, message }: SiteLead): string {
  return `${name}\n${contact}\n${message}`.toLowerCase();
}
