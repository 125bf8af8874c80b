/** Notices to owners, written to the outbox in the transaction of the change that they report. */
import { consoleLimits, type MemberRole, siteLimits } from '@baraza/contract';
import type { Seal } from '../../access/seal.ts';
import type { Outcome } from '../../delivery/retrying-sender.ts';
import { postSigned, type WebhookSettings } from '../../delivery/signed-post.ts';
import { newWebhookSecret } from '../../delivery/webhook-signature.ts';
import { isoTime } from '../../kernel/clock.ts';
import { unavailable } from '../../kernel/problem.ts';
import { insertPushes } from '../../store/push.ts';
import { insertNotice, type NoticeChannel, type NoticeEvent } from '../../store/site/notices.ts';
import { lockSite, type SiteRow, setNotifySecret } from '../../store/site/sites.ts';
import type { Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';

export interface Notice {
  readonly type: NoticeEvent;
  readonly atMs: number;
  readonly data: { readonly [field: string]: unknown };
}

/** The owner's addresses for notices, by channel; read before the transaction that needs them. */
export type NoticeTargets = { readonly [channel in NoticeChannel]?: string };

export type NoticeContext = Pick<Assistant, 'makeId' | 'clock' | 'log' | 'noticeWakeup'>;

export async function enqueueNotices(
  { makeId, clock, log, noticeWakeup }: NoticeContext,
  tx: Writer,
  site: SiteRow,
  targets: NoticeTargets,
  { type, atMs, data }: Notice,
): Promise<void> {
  const payload = JSON.stringify({
    type,
    timestamp: isoTime(atMs),
    data: { site: site.id, ...data },
  });
  for (const channel of ['webhook', 'email'] as const) {
    if (targets[channel] === undefined) continue;
    const [id, created_at] = [makeId('notice'), clock()];
    const notice = { id, site_id: site.id, channel, event: type, payload, created_at };
    if ((await insertNotice(tx, notice, siteLimits.noticesPendingMax)) > 0)
      tx.afterCommit(noticeWakeup.wake);
    else
      log.warn('too many notices of a site are waiting; one was left out', {
        site: site.id,
        channel,
      });
  }
  const pushed = await insertPushes(tx, {
    id: makeId('notice'),
    site_id: site.id,
    ownerId: site.owner_id,
    roles: rolesFor(type),
    event: type,
    // Only ids: the texts are read when the notice is sent.
    payload: type === 'questions.digest' ? payload : JSON.stringify({ data: { id: data.id } }),
    created_at: clock(),
    devicesMax: consoleLimits.pushDevicesPerNoticeMax,
    pendingMax: consoleLimits.pushesPendingMax,
  });
  if (pushed > 0) tx.afterCommit(noticeWakeup.wake);
}

/** Posts a notice to a webhook, signed with the secret of the site. */
export async function postNotice(
  context: Pick<Assistant, 'store' | 'seal' | 'clock' | 'version'>,
  site: SiteRow,
  notice: { readonly id: string; readonly url: string; readonly payload: string },
  settings: WebhookSettings,
  signal: AbortSignal,
): Promise<Outcome> {
  const secret = await notifySecret(context, site);
  return postSigned({ ...notice, secrets: () => [secret] }, context, settings, signal);
}

/** The secret that signs the webhooks of a site, created when it is first needed. */
export async function notifySecret(
  { store, seal }: Pick<Assistant, 'store' | 'seal'>,
  site: SiteRow,
): Promise<string> {
  const known = unsealSecret(seal, site);
  if (known !== undefined) return known;
  return store.write(async (tx) => {
    const held = await lockSite(tx, site.id);
    const other = held === undefined ? undefined : unsealSecret(seal, held);
    if (other !== undefined) return other;
    const secret = newWebhookSecret();
    await setNotifySecret(tx, site.id, seal.close(secret));
    return secret;
  });
}

/** A secret that was sealed with another pepper is never replaced: receivers use it, and maybe other processes. */
function unsealSecret(seal: Seal, { notify_secret: sealed }: SiteRow): string | undefined {
  if (sealed === null) return undefined;
  try {
    return seal.open(sealed);
  } catch (cause) {
    throw unavailable(
      'The secret that signs the notices of this site was encrypted with a different pepper than the one of ' +
        'BARAZA_PEPPER_FILE.',
      { cause },
    );
  }
}

/** Whose devices show a notice: leads are for those who answer them, questions and conversations for everybody. */
export function rolesFor(event: NoticeEvent): readonly MemberRole[] {
  return event === 'lead.created' ? ['owner', 'answerer'] : ['owner', 'editor', 'answerer'];
}
