import type { Language } from '@baraza/contract';
import { isDoubtful, sendOnce } from '../../delivery/mail.ts';
import type { Handler, Outcome } from '../../delivery/sender.ts';
import type { Transports } from '../../delivery/signed-post.ts';
import type { Item } from '../../store/outbox.ts';
import { findSite, type SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { consolePage, conversationPage } from '../pages/links.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { digestMail, viewDigest } from './digest-view.ts';
import { isConfirmed, linkEvent, linkMail, sendFirstLink } from './mailbox.ts';
import { mailOf } from './notice-mail.ts';
import { postNotice } from './notices.ts';

type NoticeContext = Pick<
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
  | 'outbox'
>;

/** Sends notices to the webhooks of the owners, and mails to their mailboxes. */
export function noticeHandlers(assistant: NoticeContext, transports: Transports) {
  const { timeoutMs } = transports;
  const handler = (attempt: typeof postOne, channel: string): Handler => ({
    attempt: (item, signal) => attempt(assistant, transports, item, signal),
    settle: async (_tx, { receiver }, { state, fault }) => {
      const [site] = receiver.split(' ');
      if (state === 'failed')
        assistant.log.warn('a notice was given up', { site, channel, fault: fault ?? '' });
    },
    ...(timeoutMs !== undefined && channel === 'webhook' && { lane: { attemptMs: timeoutMs } }),
  });
  return { notice: handler(postOne, 'webhook'), mail: handler(mailOne, 'email') };
}

async function postOne(
  assistant: NoticeContext,
  transports: Transports,
  { id, receiver, payload }: Item,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const found = await siteOf(assistant, receiver);
  const url = found?.profile.notify.webhook;
  const body = found && (await bodyOf(assistant, found.site, payload));
  if (found === undefined || url === undefined || body === undefined) return undefined;
  return postNotice(assistant, found.site, { id, url, payload: body }, transports, signal);
}

/** Undefined if there is nothing to report any more. */
async function bodyOf(assistant: NoticeContext, site: SiteRow, payload: string) {
  if (eventOf(payload) !== 'questions.digest') return payload;
  const digest = await viewDigest(assistant, site, payload);
  return digest && JSON.stringify(digest);
}

async function mailOne(
  assistant: NoticeContext,
  transports: Transports,
  item: Item,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const found = await siteOf(assistant, item.receiver);
  const to = found?.profile.notify.email;
  if (found === undefined || to === undefined || isDoubtful(item)) return undefined;
  if (transports.mailer === undefined)
    return { kind: 'refused', status: null, fault: 'BARAZA_SMTP_URL is not set' };
  const { site, profile } = found;
  const language: Language = profile.languages[0] ?? 'en';
  if (eventOf(item.payload) === linkEvent) {
    const mail = linkMail(assistant, item, site.id, language);
    return mail.to === to ? sendOnce(transports.mailer, mail, signal) : undefined;
  }
  if (!(await isConfirmed(assistant, site, to))) {
    await sendFirstLink({ ...assistant, noticeTransports: transports }, site);
    return { kind: 'held' };
  }
  const mail = await mailAbout(assistant, found, item, language);
  return mail && sendOnce(transports.mailer, { to, ...mail }, signal);
}

async function mailAbout(
  assistant: NoticeContext,
  { site, profile }: Found,
  { id, payload }: Item,
  language: Language,
) {
  const event = eventOf(payload);
  if (event === 'questions.digest') {
    const digest = await viewDigest(assistant, site, payload);
    const rhythm = profile.notify.digest ?? 'daily';
    return digest && { id, ...digestMail({ digest, language, rhythm }) };
  }
  const pageOf = event === 'conversation.waiting' ? conversationPage : consolePage;
  const page = (thing: string) => pageOf(assistant.consoleUrl(), site.id, thing);
  return mailOf({ id, event, payload }, site.id, language, page);
}

interface Found {
  readonly site: SiteRow;
  readonly profile: ProfileHead;
}

async function siteOf(
  { store, profiles }: NoticeContext,
  receiver: string,
): Promise<Found | undefined> {
  const [id = ''] = receiver.split(' ');
  const site = await findSite(store, id);
  return site && { site, profile: await profiles.headOf(site) };
}

function eventOf(payload: string): string {
  return (JSON.parse(payload) as { readonly type: string }).type;
}
