/** The inbox of people who left a contact. */
import type { LeadStatus, SiteLead } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../../../api/client.ts';
import { usePages } from '../../../api/pages.ts';
import { refreshResources } from '../../../api/resource.ts';
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { into, put } from '../../../design/base/bind.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { ago } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { attempt } from '../site/attempt.ts';
import { ListTabs } from '../site/list-tabs.tsx';
import { siteHref, sitePath, useSite } from '../site/site.ts';
import { LoadedRows, SplitList } from '../site/split-list.tsx';
import { LeadCard } from './lead-card.tsx';
import { words } from './words.ts';
import './leads.css';

const statuses = ['new', 'done', 'suspect'] as const;

export function Leads({ params, query }: ScreenProps) {
  const t = speak(words);
  const site = params.site ?? '';
  const status = statuses.find((one) => one === query.get('show')) ?? 'new';
  return (
    <Page title={t.title} lead={t.lead}>
      <ListTabs site={site} list="leads" shown={statuses} current={status} words={t} />
      <Inbox key={status} site={site} status={status} wanted={params.id} />
    </Page>
  );
}

const rowHeight = 84;
const drawRow = (lead: SiteLead) => <LeadRow lead={lead} />;

function Inbox(props: {
  readonly site: string;
  readonly status: LeadStatus;
  readonly wanted: string | undefined;
}) {
  const t = speak(words);
  const { site, status } = props;
  const text = useSignal('');
  const opened = useSignal(props.wanted);
  const timezone = useSite(site).data.value?.profile.timezone ?? '';
  const pages = usePages<SiteLead>(
    `${site} ${status}`,
    async (cursor, signal) => {
      const options = { status, limit: 200, cursor, signal };
      const { leads, next } = await client.sites.leads(site, options);
      return { rows: leads, next };
    },
    ({ id }) => id,
  );
  const all = pages.rows.value;
  const wanted = text.value.trim().toLowerCase();
  // The search runs in the page, so it needs all leads.
  useEffect(() => {
    if (wanted !== '' && pages.hasMore.value) pages.more();
  }, [wanted, all]);
  if (all === undefined) return <LoadedRows pages={pages}>{() => null}</LoadedRows>;
  if (all.length === 0) return <EmptyInbox site={site} status={status} />;
  const rows = all.filter((lead) => textOf(lead).includes(wanted));
  const setStatus = async (lead: SiteLead, next: LeadStatus) => {
    await client.sites.setLeadStatus(site, lead.id, next);
    void refreshResources(sitePath(site));
    opened.value = undefined;
    if (next === status) pages.reload();
    else pages.remove(lead.id);
  };
  const move = (lead: SiteLead, next: LeadStatus) =>
    attempt(async () => {
      await setStatus(lead, next);
      toast({
        text: next === 'done' ? t.doneToast : t.newToast,
        onUndo: () => void attempt(() => setStatus(lead, lead.status)),
      });
    });
  return (
    <>
      <div class="line unlabelled">
        <Field
          label={t.search}
          placeholder={t.searchShort}
          type="search"
          value={text.value}
          onInput={into(text)}
        />
        <Button
          kind="quiet"
          icon="file"
          href={`${sitePath(site)}/leads?status=${status}&format=csv`}
        >
          CSV
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
              onClose={put(opened, undefined)}
              onStatus={(next) => void move(lead, next)}
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
          {[lead.name && lead.contact, lead.message].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Icon name="forward" />
    </>
  );
}

function EmptyInbox({ site, status }: { readonly site: string; readonly status: LeadStatus }) {
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
