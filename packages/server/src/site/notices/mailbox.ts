/**
 * E-mail addresses for notices. Anyone could enter the address of another person, so an address gets one mail with a
 * link first, and notices only after a person has opened it and confirmed. An owner confirms it once for all sites.
 */
import { hash, randomBytes } from 'node:crypto';
import { dayMs, type Language } from '@baraza/contract';
import type { Mail } from '../../delivery/mail.ts';
import { conflict } from '../../kernel/problem.ts';
import { assertWithinRate } from '../../limits/rate.ts';
import { aboutOf, receiverOf, resumeOwner } from '../../store/outbox.ts';
import {
  confirmMailbox,
  findMailbox,
  findMailboxOfLink,
  offerMailboxLink,
} from '../../store/site/mailboxes.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { confirmationLink } from '../pages/links.ts';
import { mailWords } from '../words.ts';

const linkMs = 3 * dayMs;
// For each address, and for each owner.
const mailsADay = 3;
// Links of one site that wait.
const pendingMax = 1_000;

export type MailboxContext = Pick<
  Assistant,
  'store' | 'clock' | 'makeId' | 'log' | 'profiles' | 'seal' | 'outbox' | 'noticeTransports'
>;

type MailboxState = 'confirmed' | 'waiting';

/** Undefined if no address is saved, or no mail is sent here at all. */
export async function mailboxState(
  {
    store,
    profiles,
    noticeTransports,
  }: Pick<MailboxContext, 'store' | 'profiles' | 'noticeTransports'>,
  site: SiteRow,
): Promise<MailboxState | undefined> {
  const { email } = (await profiles.headOf(site)).notify;
  if (email === undefined || noticeTransports.mailer === undefined) return undefined;
  return (await isConfirmed({ store }, site, email)) ? 'confirmed' : 'waiting';
}

export async function isConfirmed(
  { store }: Pick<MailboxContext, 'store'>,
  { owner_id }: Pick<SiteRow, 'owner_id'>,
  email: string,
): Promise<boolean> {
  return ((await findMailbox(store, owner_id, email))?.confirmed_at ?? null) !== null;
}

/** Sends the link to a new address; called after a change of a profile. Never rejects. */
export async function sendFirstLink(context: MailboxContext, site: SiteRow): Promise<void> {
  const { store, profiles, noticeTransports, log } = context;
  if (noticeTransports.mailer === undefined) return;
  try {
    const { email } = (await profiles.headOf(site)).notify;
    if (email === undefined || (await findMailbox(store, site.owner_id, email))) return;
    await sendLink(context, site, email);
  } catch (cause) {
    // Over the limit, or the store is unreachable: the owner can ask for it again.
    log.warn('a link to confirm an address was not sent', { site: site.id, cause });
  }
}

/** Sends the link again, at the owner's request. */
export async function resendLink(context: MailboxContext, site: SiteRow): Promise<void> {
  const { email } = (await context.profiles.headOf(site)).notify;
  if (email === undefined)
    throw conflict('No e-mail address is saved for notices; save one first.');
  if (context.noticeTransports.mailer === undefined)
    throw conflict('This server sends no mail: BARAZA_SMTP_URL is not set.');
  if (await isConfirmed(context, site, email)) throw conflict('This address is confirmed already.');
  await sendLink(context, site, email);
}

/** Counts, stores and enqueues in one transaction; the outbox sends it. */
async function sendLink(context: MailboxContext, site: SiteRow, email: string): Promise<void> {
  const { store, clock, makeId, seal, outbox } = context;
  const token = randomBytes(32).toString('base64url');
  const nowMs = clock();
  await store.write(async (tx) => {
    for (const bucket of [hashOf(mailboxOf(email)), `owner ${site.owner_id}`])
      await assertWithinRate(
        tx,
        { bucket: `confirm mail ${bucket}`, max: mailsADay, windowMs: dayMs },
        nowMs,
      );
    const offered = await offerMailboxLink(tx, {
      owner_id: site.owner_id,
      email,
      token_hash: hashOf(token),
      expires_at: nowMs + linkMs,
    });
    if (offered === 0) return;
    const id = makeId('notice');
    const item = { id, kind: 'mail', owner: site.owner_id, place: id, created_at: nowMs } as const;
    const payload = JSON.stringify({ type: linkEvent, email, token: seal.close(token) });
    // A line of its own: the mails of the site are held until the link was used.
    const [receiver, about] = [receiverOf(site.id, 'link'), aboutOf(site.id)];
    await outbox.enqueue(tx, { ...item, receiver, about, payload }, pendingMax);
  });
}

/** The address without a plus suffix, which does not change the mailbox. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  return `${name.split('+', 1)[0]}@${domain}`;
}

/** The event of the mail with the link, in the outbox. */
export const linkEvent = 'email.confirm';

export function linkMail(
  { seal, publicUrl }: Pick<Assistant, 'seal' | 'publicUrl'>,
  { id, payload }: { readonly id: string; readonly payload: string },
  siteId: string,
  language: Language,
): Mail {
  const { email, token } = JSON.parse(payload) as { email: string; token: string };
  const words = mailWords[language];
  const link = confirmationLink(publicUrl(), seal.open(token), language);
  return {
    id,
    to: email,
    subject: `${words.confirm} – ${siteId}`,
    text: [words.confirmIntroduction(siteId), '', link, '', words.confirmIgnore, ''].join('\n'),
  };
}

/** The address that a link is for; undefined if it is no longer valid. */
export async function mailboxOfLink(
  { store, clock }: Pick<MailboxContext, 'store' | 'clock'>,
  token: string,
): Promise<string | undefined> {
  return (await findMailboxOfLink(store, hashOf(token), clock()))?.email;
}

/** Confirms an address, once, and releases its held mail. Returns the address; undefined if the link is not valid. */
export function useLink(
  { store, clock, outbox }: Pick<MailboxContext, 'store' | 'clock' | 'outbox'>,
  token: string,
): Promise<string | undefined> {
  return store.write(async (tx) => {
    const nowMs = clock();
    const mailbox = await findMailboxOfLink(tx, hashOf(token), nowMs);
    if (mailbox === undefined || (await confirmMailbox(tx, hashOf(token), nowMs)) === 0)
      return undefined;
    await resumeOwner(tx, 'mail', mailbox.owner_id, nowMs);
    tx.afterCommit(() => outbox.wake('mail'));
    return mailbox.email;
  });
}

export function hashOf(text: string): string {
  return hash('sha256', text, 'base64url');
}
