import type { LeadStatus, SiteLead } from '@baraza/contract';
import { client } from '../../../api/client.ts';
import { refreshResources, useResource } from '../../../api/resource.ts';
import { useFlag } from '../../../design/base/flag.ts';
import { Button } from '../../../design/controls/button.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { Confirm } from '../../../design/parts/confirm.tsx';
import { moment } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { OpenCard } from '../site/open-card.tsx';
import { siteHref, sitePath } from '../site/site.ts';
import { ContactButtons } from './contact-buttons.tsx';
import { words } from './words.ts';

export function LeadCard(props: {
  readonly site: string;
  readonly timezone: string;
  readonly lead: SiteLead;
  readonly onClose: () => void;
  readonly onStatus: (status: LeadStatus) => void;
  readonly onDeleted: () => void;
}) {
  const t = speak(words);
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
      <ContactButtons contact={lead.contact} timezone={props.timezone} />
      {lead.page !== null && (
        <p class="quiet small lead-page">
          {t.page}: {lead.page}
        </p>
      )}
      <div class="row">
        {lead.status === 'new' ? (
          <Button icon="check" onClick={() => onStatus('done')}>
            {t.markDone}
          </Button>
        ) : (
          <Button icon="again" onClick={() => onStatus('new')}>
            {lead.status === 'suspect' ? t.notSpam : t.markNew}
          </Button>
        )}
        {lead.question_id !== null && <SeeQuestion site={site} question={lead.question_id} />}
        <Button kind="quiet" icon="trash" onClick={deleting.on}>
          {t.delete}
        </Button>
      </div>
      {deleting.isOn && (
        <Confirm
          title={t.deleteTitle}
          action={t.delete}
          cancel={t.keep}
          onConfirm={remove}
          onClose={deleting.off}
        >
          <p>{t.deleteText}</p>
        </Confirm>
      )}
    </OpenCard>
  );
}

/** Leads to the last unanswered question of their conversation, or to its last question. */
function SeeQuestion(props: { readonly site: string; readonly question: string }) {
  const { site, question } = props;
  const details = useResource(`${sitePath(site)}/questions/${question}`, (signal) =>
    client.sites.question(site, question, { signal }),
  );
  const asked = details.data.value?.conversation ?? [];
  const wanted = asked.findLast(({ answered }) => !answered) ?? asked.at(-1);
  return (
    <Button
      kind="quiet"
      icon="questions"
      href={siteHref(site, `/questions/${encodeURIComponent(wanted?.id ?? question)}`)}
    >
      {speak(words).seeQuestion}
    </Button>
  );
}
