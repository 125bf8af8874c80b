import type { Language } from '@baraza/contract';
import type { Mailer } from '../../delivery/mail.ts';
import { createSender, type Outcome, type Sender } from '../../delivery/retrying-sender.ts';
import { postSigned, type WebhookSettings } from '../../delivery/signed-post.ts';
import { openOutbox, settleTry } from '../../store/outbox.ts';
import { type ClaimedNotice, deleteNotice, noticeOutbox } from '../../store/site/notices.ts';
import { findSite } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { consolePage } from '../pages/console-page.ts';
import { digestMail } from './digest-mail.ts';
import { viewDigest } from './digest-view.ts';
import { mailOf } from './notice-mail.ts';
import { notifySecret } from './notices.ts';

interface NoticeSenderOptions extends WebhookSettings {
  /** Undefined where no mail server is configured: mails wait until there is one. */
  readonly mailer: Mailer | undefined;
  readonly pollMs?: (() => number) | undefined;
}

// A slow mail server may take this long, and nobody else is to send the same mail meanwhile.
const mailMsMax = 60_000;

/** Carries notices to the webhooks and mailboxes of the owners. */
export function createNoticeSender(assistant: Assistant, options: NoticeSenderOptions): Sender {
  const { store, clock, log } = assistant;
  const { timeoutMs, pollMs } = options;
  return createSender(
    openOutbox<ClaimedNotice>(store, clock, noticeOutbox),
    {
      attempt: async (notice, signal) => {
        const outcome = await attempt(assistant, options, notice, signal);
        // The owner wants to hear no more that way: what still waits is dropped.
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
    { clock, log, timeoutMs: Math.max(timeoutMs ?? 0, mailMsMax), pollMs },
  );
}

async function attempt(
  assistant: Assistant,
  options: NoticeSenderOptions,
  notice: ClaimedNotice,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const site = await findSite(assistant.store, notice.site_id);
  if (site === undefined) return undefined;
  const profile = await assistant.profiles.headOf(site);
  const { [notice.channel]: address } = profile.notify;
  if (address === undefined) return undefined;
  const digest =
    notice.event === 'questions.digest'
      ? await viewDigest(assistant, site, notice.payload)
      : undefined;
  if (notice.event === 'questions.digest' && digest === undefined) return undefined;
  const { id } = notice;
  if (notice.channel === 'email') {
    if (digest !== undefined && isSentPerhaps(notice)) return undefined;
    const { mailer } = options;
    if (mailer === undefined)
      return { kind: 'refused', status: null, fault: 'BARAZA_SMTP_URL is not set' };
    const language: Language = profile.languages[0] ?? 'en';
    const page = (question: string) => consolePage(assistant.consoleUrl(), site.id, question);
    const mail =
      digest === undefined
        ? mailOf(notice, site.id, language, page)
        : { id, ...digestMail({ digest, language, rhythm: profile.notify.digest ?? 'daily' }) };
    return mailer.send({ to: address, ...mail }, signal);
  }
  const secret = await notifySecret(assistant, site);
  const payload = digest === undefined ? notice.payload : JSON.stringify(digest);
  return postSigned(
    { id, payload, url: address, secrets: () => [secret] },
    assistant,
    options,
    signal,
  );
}

/**
 * Two processes in a row ended while they sent it and could not say how that went: it has perhaps been sent twice,
 * and a person is not to get it a third time. A webhook knows it by its id.
 */
function isSentPerhaps({ tries, fault }: ClaimedNotice): boolean {
  return tries > 2 && fault === null;
}
