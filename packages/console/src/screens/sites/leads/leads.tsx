/** The inbox of visitors who left a number or an address. */
import type { LeadStatus, SiteLead } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client, refreshResources, useResource } from '../../../api/client.ts';
import { usePages } from '../../../api/pages.ts';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { Button } from '../../../design/buttons.tsx';
import { Confirm } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { Icon } from '../../../design/icon.tsx';
import { EmptyState } from '../../../design/notes.tsx';
import { setTo, useFlag } from '../../../design/signals.ts';
import { attempt, toast } from '../../../design/toast.tsx';
import { ago, moment } from '../../../words/figures.ts';
import { ListTabs, LoadedRows, OpenCard, SplitList } from '../site/inbox.tsx';
import { siteHref, sitePath, useSite } from '../site/site.ts';
import { ContactButtons } from './contact-buttons.tsx';
import { t } from './words.ts';
import './leads.css';

const statuses = ['new', 'done', 'suspect'] as const;

export function Leads({ params, query }: ScreenProps) {
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
const drawRow = (lead: SiteLead) => (
  <>
    <span class="grow stack tight">
      <b class="clip">{lead.name || lead.contact}</b>
      <span class="quiet small clip">
        {[ago(lead.received_at), lead.name && lead.contact, lead.message]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
    <Icon name="forward" />
  </>
);

function Inbox(props: {
  readonly site: string;
  readonly status: LeadStatus;
  readonly wanted: string | undefined;
}) {
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
  // The search runs in the browser, so it needs all leads.
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
        onUndo: () => attempt(() => setStatus(lead, lead.status)),
      });
    });
  return (
    <>
      <div class="line unlabelled">
        <Field label={t.search} placeholder={t.searchShort} type="search" value={text} />
        <Button
          kind="quiet"
          icon="file"
          href={`${sitePath(site)}/leads?status=${status}&format=csv`}
          label="CSV"
        />
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
              onClose={setTo(opened, undefined)}
              onStatus={(next) => void move(lead, next)}
              onDeleted={() => pages.remove(lead.id)}
            />
          )}
        />
      )}
    </>
  );
}

function EmptyInbox({ site, status }: { readonly site: string; readonly status: LeadStatus }) {
  if (status !== 'new') return <EmptyState icon="leads" title={t.emptyTitle} text={t.emptyText} />;
  return (
    <EmptyState icon="leads" title={t.emptyNewTitle} text={t.emptyNewText}>
      <Button href={siteHref(site, '/settings')} label={t.notices} />
    </EmptyState>
  );
}

function textOf({ name, contact, message }: SiteLead): string {
  return `${name}\n${contact}\n${message}`.toLowerCase();
}

function LeadCard(props: {
  readonly site: string;
  readonly timezone: string;
  readonly lead: SiteLead;
  readonly onClose: () => void;
  readonly onStatus: (status: LeadStatus) => void;
  readonly onDeleted: () => void;
}) {
  const { site, lead, onStatus } = props;
  const deleting = useFlag();
  const remove = async () => {
    await client.sites.deleteLead(site, lead.id);
    deleting.off();
    toast({ text: t.deleted });
    props.onDeleted();
    void refreshResources(sitePath(site));
  };
  return (
    <OpenCard
      title={lead.name || lead.contact}
      facts={
        <span class="quiet small">
          {lead.name !== '' && `${lead.contact} · `}
          {moment(lead.received_at)}
        </span>
      }
      onClose={props.onClose}
    >
      {lead.message !== '' && (
        <p class="soft-note lead-message" lang={lead.language ?? undefined}>
          {lead.message}
        </p>
      )}
      {lead.question_id !== null && <Asked site={site} question={lead.question_id} />}
      <ContactButtons contact={lead.contact} timezone={props.timezone} />
      {lead.page !== null && (
        <p class="quiet small anywhere">
          {t.page}: {lead.page}
        </p>
      )}
      <div class="row">
        {lead.status === 'new' ? (
          <Button icon="check" onClick={() => onStatus('done')} label={t.markDone} />
        ) : (
          <Button
            icon="again"
            onClick={() => onStatus('new')}
            label={lead.status === 'suspect' ? t.notSpam : t.markNew}
          />
        )}
        <Button kind="quiet" icon="trash" onClick={deleting.on} label={t.delete} />
      </div>
      {deleting.isOn && (
        <Confirm
          title={t.deleteTitle}
          action={t.delete}
          cancel={t.keep}
          onConfirm={remove}
          onClose={deleting.off}
          text={t.deleteText}
        />
      )}
    </OpenCard>
  );
}

/** The question of the lead, with a link to it. */
function Asked(props: { readonly site: string; readonly question: string }) {
  const { site, question } = props;
  const details = useResource(`${sitePath(site)}/questions/${question}`, (signal) =>
    client.sites.question(site, question, { signal }),
  );
  const asked = details.data.value?.question;
  if (asked === undefined) return null;
  return (
    <div class="stack tight">
      <span class="quiet small">{asked.answered ? t.asked : t.unanswered}</span>
      <p class="soft-note lead-message" lang={asked.language ?? undefined}>
        {asked.question}
      </p>
      <Button
        kind="quiet"
        icon="questions"
        href={siteHref(site, `/questions/${encodeURIComponent(question)}`)}
        label={t.seeQuestion}
      />
    </div>
  );
}
