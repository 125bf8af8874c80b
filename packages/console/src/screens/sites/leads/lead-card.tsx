import type { SiteLead, SiteQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../../api/call.ts';
import { refreshResources, useResource } from '../../../api/resource.ts';
import { useWork } from '../../../api/work.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { moment } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { siteHref, sitePath } from '../site/site.ts';
import { ContactButtons } from './contact-buttons.tsx';
import { words } from './words.ts';

export function LeadCard(props: {
  readonly site: string;
  readonly timezone: string;
  readonly lead: SiteLead;
  readonly onClose: () => void;
  readonly onStatus: (status: SiteLead['status']) => void;
  readonly onDeleted: () => void;
}) {
  const t = speak(words);
  const { site, lead } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section class="lead-card stack">
      <div class="row apart lead-head">
        <div class="grow stack tight">
          <h2 ref={heading} tabIndex={-1}>
            {lead.name || lead.contact}
          </h2>
          <span class="quiet small">
            {lead.name !== '' && `${lead.contact} · `}
            {moment(lead.received_at)}
          </span>
        </div>
        <Button kind="quiet" icon="close" isIconOnly onClick={props.onClose}>
          {t.close}
        </Button>
      </div>
      {lead.message !== '' && (
        <p class="lead-message" lang={lead.language ?? undefined}>
          {lead.message}
        </p>
      )}
      <ContactButtons contact={lead.contact} timezone={props.timezone} />
      {lead.page !== null && (
        <p class="quiet small lead-page">
          {t.page}: {lead.page}
        </p>
      )}
      <div class="row lead-acts">
        {lead.status === 'new' && (
          <Button icon="check" onClick={() => props.onStatus('done')}>
            {t.markDone}
          </Button>
        )}
        {lead.status !== 'new' && (
          <Button icon="again" onClick={() => props.onStatus('new')}>
            {lead.status === 'suspect' ? t.notSpam : t.markNew}
          </Button>
        )}
        {lead.question_id !== null && <SeeQuestion site={site} question={lead.question_id} />}
        <DeleteLead {...props} />
      </div>
    </section>
  );
}

/** Of what they asked, the one that nothing answered; else the last. */
function SeeQuestion(props: { readonly site: string; readonly question: string }) {
  const t = speak(words);
  const { site, question } = props;
  const path = `${sitePath(site)}/questions/${encodeURIComponent(question)}`;
  const details = useResource(path, (signal) =>
    call<{ readonly conversation: readonly SiteQuestion[] }>('GET', path, { signal }),
  );
  const asked = details.data.value?.conversation ?? [];
  const wanted = asked.findLast(({ answered }) => !answered) ?? asked.at(-1);
  return (
    <Button
      kind="quiet"
      icon="questions"
      href={siteHref(site, `/questions/${encodeURIComponent(wanted?.id ?? question)}`)}
    >
      {t.seeQuestion}
    </Button>
  );
}

function DeleteLead(props: {
  readonly site: string;
  readonly lead: SiteLead;
  readonly onDeleted: () => void;
}) {
  const t = speak(words);
  const isAsking = useSignal(false);
  const attempt = useWork();
  const close = () => {
    isAsking.value = false;
  };
  const remove = () =>
    attempt.run(async () => {
      const path = sitePath(props.site);
      await call('DELETE', `${path}/leads/${props.lead.id}`);
      close();
      toast({ text: t.deleted });
      props.onDeleted();
      void refreshResources(path);
    });
  return (
    <>
      <Button
        kind="quiet"
        icon="trash"
        onClick={() => {
          isAsking.value = true;
        }}
      >
        {t.delete}
      </Button>
      {isAsking.value && (
        <Dialog
          title={t.deleteTitle}
          onClose={close}
          actions={
            <>
              <Button kind="danger" isBusy={attempt.isBusy.value} onClick={() => void remove()}>
                {t.delete}
              </Button>
              <Button onClick={close}>{t.keep}</Button>
            </>
          }
        >
          <p>{t.deleteText}</p>
          {attempt.problem.value !== undefined && <ErrorNote problem={attempt.problem.value} />}
        </Dialog>
      )}
    </>
  );
}
