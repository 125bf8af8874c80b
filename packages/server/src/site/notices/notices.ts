/** Notices to owners, written to the outbox in the transaction of the change that they report. */
import { siteLimits } from '@baraza/contract';
import type { Mailer } from '../../delivery/mail.ts';
import type { WebhookSettings } from '../../delivery/signed-post.ts';
import { newWebhookSecret } from '../../delivery/webhook-signature.ts';
import { isoTime } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { insertNotice, type NoticeChannel } from '../../store/site/notices.ts';
import { holdSite, type SiteRow, setNotifySecret } from '../../store/site/sites.ts';
import type { Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';

/** How notices leave this server. */
export interface NoticeWays extends WebhookSettings {
  /** Undefined where no mail server is configured. */
  readonly mailer: Mailer | undefined;
}

export interface Notice {
  readonly type: 'lead.created' | 'question.unanswered' | 'questions.digest';
  readonly atMs: number;
  readonly data: { readonly [field: string]: unknown };
}

/** Where an owner wants notices, by channel; read before the transaction that needs it. */
export type NoticeTargets = { readonly [channel in NoticeChannel]?: string };

export async function enqueueNotices(
  assistant: Assistant,
  tx: Writer,
  site: SiteRow,
  ways: NoticeTargets,
  { type, atMs, data }: Notice,
): Promise<void> {
  const payload = JSON.stringify({
    type,
    timestamp: isoTime(atMs),
    data: { site: site.id, ...data },
  });
  for (const channel of ['webhook', 'email'] as const) {
    if (ways[channel] === undefined) continue;
    const added = await insertNotice(
      tx,
      {
        id: assistant.makeId('notice'),
        site_id: site.id,
        channel,
        event: type,
        payload,
        created_at: assistant.clock(),
      },
      siteLimits.noticesPendingMax,
    );
    if (added > 0) tx.afterCommit(assistant.noticeBell.ring);
    else
      assistant.log.warn('too many notices of a site are waiting; one was left out', {
        site: site.id,
        channel,
      });
  }
}

/** The secret that signs the webhooks of a site, created when it is first needed. */
export async function notifySecret(assistant: Assistant, site: SiteRow): Promise<string> {
  const known = unsealSecret(assistant, site);
  if (known !== undefined) return known;
  return assistant.store.write(async (tx) => {
    const held = await holdSite(tx, site.id);
    const other = held === undefined ? undefined : unsealSecret(assistant, held);
    if (other !== undefined) return other;
    const secret = newWebhookSecret();
    await setNotifySecret(tx, site.id, assistant.seal.close(secret));
    return secret;
  });
}

/** A secret that was sealed with another pepper is never replaced: receivers use it, and maybe other processes. */
function unsealSecret({ seal }: Assistant, { notify_secret: sealed }: SiteRow): string | undefined {
  if (sealed === null) return undefined;
  try {
    return seal.open(sealed);
  } catch (cause) {
    throw new Problem(
      'unavailable',
      'The secret that signs the notices of this site was sealed with another pepper than the one of ' +
        'BARAZA_PEPPER_FILE.',
      { cause },
    );
  }
}
