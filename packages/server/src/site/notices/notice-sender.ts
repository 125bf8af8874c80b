import type { Language } from '@baraza/contract';
import type { Mailer } from '../../delivery/mail.ts';
import { createSender, type Outcome, type Sender } from '../../delivery/retrying-sender.ts';
import { postSigned, type WebhookSettings } from '../../delivery/signed-post.ts';
import { openOutbox, settleTry } from '../../store/outbox.ts';
import { type ClaimedNotice, deleteNotice, noticeOutbox } from '../../store/site/notices.ts';
import { findSite } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { mailOf } from './notice-mail.ts';
import { notifySecret } from './notices.ts';

interface NoticeSenderOptions extends WebhookSettings {
  /** Undefined where no mail server is configured: mails wait until there is one. */
  readonly mailer: Mailer | undefined;
  readonly pollMs?: number | undefined;
}

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
    { clock, log, timeoutMs, pollMs },
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
  const profile = await assistant.library.profileOf(site);
  const address = profile.notify[notice.channel];
  if (address === undefined) return undefined;
  if (notice.channel === 'email') {
    const { mailer } = options;
    if (mailer === undefined)
      return { kind: 'refused', status: null, fault: 'BARAZA_SMTP_URL is not set' };
    const language: Language = profile.languages[0] ?? 'en';
    return mailer.send({ to: address, ...mailOf(notice, site.id, language) }, signal);
  }
  const secret = await notifySecret(assistant, site);
  const { id, payload } = notice;
  return postSigned(
    { id, payload, url: address, secrets: () => [secret] },
    assistant,
    options,
    signal,
  );
}
