/** Notices to owners, written to the outbox in the transaction of the change that they report. */
import { type MemberRole, siteLimits } from '@baraza/contract';
import type { Seal } from '../../access/seal.ts';
import type { Tried } from '../../delivery/sender.ts';
import { postSigned, type WebhookSettings } from '../../delivery/signed-post.ts';
import { newWebhookSecret } from '../../delivery/webhook-signature.ts';
import { isoTime } from '../../kernel/clock.ts';
import { unavailable } from '../../kernel/problem.ts';
import { aboutOf, receiverOf } from '../../store/outbox.ts';
import { takePushPlaces } from '../../store/push.ts';
import { lockSite, type SiteRow, setNotifySecret } from '../../store/site/sites.ts';
import type { Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';

export type NoticeEvent =
  | 'lead.created'
  | 'question.unanswered'
  | 'questions.digest'
  | 'conversation.waiting';

export interface Notice {
  readonly type: NoticeEvent;
  readonly atMs: number;
  readonly data: { readonly [field: string]: unknown };
}

/** The owner's addresses for notices, by channel; read before the transaction that needs them. */
export interface NoticeTargets {
  readonly webhook?: string;
  readonly email?: string;
}

export type NoticeContext = Pick<Assistant, 'makeId' | 'clock' | 'log' | 'outbox'>;

const kinds = { webhook: 'notice', email: 'mail' } as const;

export async function enqueueNotices(
  { makeId, clock, log, outbox }: NoticeContext,
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
  const [owner, created_at] = [site.owner_id, clock()];
  const about = aboutOf(
    site.id,
    data.conversation as string | null | undefined,
    String(data.id ?? ''),
  );
  // In the order of their kinds, as deletions lock them.
  for (const channel of ['email', 'webhook'] as const) {
    if (targets[channel] === undefined) continue;
    const [id, kind, receiver] = [makeId('notice'), kinds[channel], receiverOf(site.id)];
    const item = { id, kind, owner, receiver, place: id, created_at, about, payload };
    if (!(await outbox.enqueue(tx, item, siteLimits.noticesPendingMax)))
      log.warn('too many notices of a site are waiting; one was left out', {
        site: site.id,
        channel,
      });
  }
  // Only ids: the texts are read when it is sent.
  const shown = type === 'questions.digest' ? data : { id: data.id };
  const devices = await takePushPlaces(tx, owner, rolesFor(type), created_at);
  const id = makeId('notice');
  await outbox.insert(
    tx,
    devices.map(({ receiver }) => ({
      ...{ id: `${id} ${receiver}`, kind: 'push', owner, receiver, place: id, created_at, about },
      payload: JSON.stringify({
        site: site.id,
        event: type,
        timestamp: isoTime(atMs),
        data: shown,
      }),
    })),
  );
}

/** Posts a notice to a webhook, signed with the secret of the site. */
export async function postNotice(
  context: Pick<Assistant, 'store' | 'seal' | 'clock' | 'version'>,
  site: SiteRow,
  notice: { readonly id: string; readonly url: string; readonly payload: string },
  settings: WebhookSettings,
  signal: AbortSignal,
): Promise<Tried> {
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
