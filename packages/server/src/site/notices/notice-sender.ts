import type { Language } from '@baraza/contract';
import { limits } from '@baraza/contract';
import type { Mailer } from '../../delivery/mail.ts';
import { createSender, type Outbox, type Outcome, type Sender } from '../../delivery/sender.ts';
import { postSigned } from '../../delivery/signed-post.ts';
import type { Resolve } from '../../http/outbound/safe-outbound-post.ts';
import {
  type ClaimedNotice,
  claimNotices,
  deleteNotice,
  giveBackNotice,
  nextNoticeMs,
  postponeNotice,
  receiverOf,
  releaseNotices,
} from '../../store/site/notices.ts';
import { findSite } from '../../store/site/sites.ts';
import type { Assistant } from '../site.ts';
import { mailOf } from './notice-mail.ts';
import { notifySecret } from './notices.ts';

interface NoticeSenderOptions {
  readonly allowPrivate: boolean;
  /** Undefined where no mail server is configured: mails wait until there is one. */
  readonly mailer: Mailer | undefined;
  readonly timeoutMs?: number;
  readonly pollMs?: number | undefined;
  readonly resolve?: Resolve | undefined;
}

/** Carries notices to the webhooks and mailboxes of the owners. */
export function createNoticeSender(assistant: Assistant, options: NoticeSenderOptions): Sender {
  const { timeoutMs = limits.webhookTimeoutMs } = options;
  return createSender(outboxOf(assistant, { ...options, timeoutMs }), {
    clock: assistant.clock,
    log: assistant.log,
    timeoutMs,
    pollMs: options.pollMs,
  });
}

type Carried = ClaimedNotice & { readonly receiver: string };

function outboxOf(
  assistant: Assistant,
  options: NoticeSenderOptions & { readonly timeoutMs: number },
): Outbox<Carried> {
  const { store, clock, log } = assistant;
  return {
    claim: async (claim) => {
      const claimed = await store.write((tx) => claimNotices(tx, claim));
      return claimed.map((notice) => ({ ...notice, receiver: receiverOf(notice) }));
    },
    nextDueMs: (exceptReceivers) => nextNoticeMs(store, exceptReceivers),
    releaseAll: () => store.write((tx) => releaseNotices(tx, clock())),
    attempt: async (notice, signal) => {
      const outcome = await attempt(assistant, options, notice, signal);
      // The owner wants to hear no more that way: what still waits is dropped.
      if (outcome === undefined) await store.write((tx) => deleteNotice(tx, notice.id));
      return outcome;
    },
    giveBack: ({ id }, takenBy, dueAt) =>
      store.write((tx) => giveBackNotice(tx, { id, takenBy }, dueAt)),
    settle: ({ id, site_id, channel }, takenBy, { state, status, fault, dueAt }) => {
      if (state === 'failed')
        log.warn('a notice was given up', { site: site_id, channel, fault: fault ?? '' });
      return store.write((tx) =>
        state === 'pending'
          ? postponeNotice(tx, { id, takenBy }, { due_at: dueAt, status, fault })
          : deleteNotice(tx, id),
      );
    },
  };
}

async function attempt(
  assistant: Assistant,
  options: NoticeSenderOptions & { readonly timeoutMs: number },
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
  return postSigned({
    id: notice.id,
    payload: notice.payload,
    url: address,
    secret: () => secret,
    nowMs: assistant.clock(),
    version: assistant.version,
    timeoutMs: options.timeoutMs,
    allowPrivate: options.allowPrivate,
    resolve: options.resolve,
    signal,
  });
}
