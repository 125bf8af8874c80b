import type { Language } from '@baraza/contract';
import { createSender, type Outcome, type Sender } from '../../delivery/retrying-sender.ts';
import { openOutbox, settleTry } from '../../store/outbox.ts';
import { type ClaimedNotice, deleteNotice, noticeOutbox } from '../../store/site/notices.ts';
import { findSite } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { consolePage, conversationPage } from '../pages/links.ts';
import { digestMail, viewDigest } from './digest-view.ts';
import { isConfirmed, linkEvent, linkMail, sendFirstLink } from './mailbox.ts';
import { mailOf } from './notice-mail.ts';
import type { NoticeTransports } from './notice-wakeup.ts';
import { postNotice } from './notices.ts';

// A slow mail server may take this long, and no other process may send the same mail meanwhile.
const mailMsMax = 60_000;

type SenderContext = Pick<
  Assistant,
  | 'store'
  | 'clock'
  | 'log'
  | 'profiles'
  | 'seal'
  | 'version'
  | 'consoleUrl'
  | 'publicUrl'
  | 'makeId'
  | 'noticeWakeup'
>;

/** Sends notices to the webhooks and mailboxes of the owners. */
export function createNoticeSender(
  assistant: SenderContext,
  transports: NoticeTransports,
  pollMs?: (() => number) | undefined,
): Sender {
  const { store, clock, log } = assistant;
  return createSender(
    openOutbox<ClaimedNotice>(store, clock, noticeOutbox),
    {
      attempt: async (notice, signal) => {
        const outcome = await attempt(assistant, transports, notice, signal);
        // The site or its address for notices is gone.
        if (outcome === undefined) await store.write((tx) => deleteNotice(tx, notice.id));
        return outcome;
      },
      settle: ({ id, site_id, channel }, takenBy, { state, status, fault, dueAt }) => {
        if (state === 'failed')
          log.warn('a notice was given up', { site: site_id, channel, fault: fault ?? '' });
        const later = { state, due_at: dueAt, status, fault, finished_at: null };
        return store.write((tx) =>
          state === 'pending'
            ? settleTry(tx, noticeOutbox, { id, takenBy }, later)
            : deleteNotice(tx, id),
        );
      },
    },
    { clock, log, timeoutMs: Math.max(transports.timeoutMs ?? 0, mailMsMax), pollMs },
  );
}

/** Undefined if the notice must not be sent any more. */
async function attempt(
  assistant: SenderContext,
  transports: NoticeTransports,
  notice: ClaimedNotice,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { id, channel, event } = notice;
  const site = await findSite(assistant.store, notice.site_id);
  if (site === undefined) return undefined;
  const profile = await assistant.profiles.headOf(site);
  const { [channel]: address } = profile.notify;
  if (address === undefined) return undefined;
  const isDigest = event === 'questions.digest';
  const digest = isDigest ? await viewDigest(assistant, site, notice.payload) : undefined;
  if (isDigest && digest === undefined) return undefined;
  if (channel === 'webhook') {
    const payload = digest === undefined ? notice.payload : JSON.stringify(digest);
    return postNotice(assistant, site, { id, url: address, payload }, transports, signal);
  }
  if (isDigest && mayBeSent(notice)) return undefined;
  if (transports.mailer === undefined)
    return { kind: 'refused', status: null, fault: 'BARAZA_SMTP_URL is not set' };
  const language: Language = profile.languages[0] ?? 'en';
  if (event === linkEvent) {
    const mail = linkMail(assistant, notice, site.id, language);
    return mail.to === address ? transports.mailer.send(mail, signal) : undefined;
  }
  if (!(await isConfirmed(assistant, site, address))) {
    await sendFirstLink({ ...assistant, noticeTransports: transports }, site);
    return { kind: 'held' };
  }
  const pageOf = event === 'conversation.waiting' ? conversationPage : consolePage;
  const page = (thing: string) => pageOf(assistant.consoleUrl(), site.id, thing);
  const mail =
    digest === undefined
      ? mailOf(notice, site.id, language, page)
      : { id, ...digestMail({ digest, language, rhythm: profile.notify.digest ?? 'daily' }) };
  return transports.mailer.send({ to: address, ...mail }, signal);
}

/**
 * Two processes in a row ended while they sent it: it may have been sent twice, and a person must not get it a third
 * time. A webhook recognises it by its id.
 */
function mayBeSent({ tries, fault }: ClaimedNotice): boolean {
  return tries > 2 && fault === null;
}
