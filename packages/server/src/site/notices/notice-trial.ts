/** A test notice that an owner sends to check the addresses for notices. */
import { type Language, minuteMs, type NoticeTest } from '@baraza/contract';
import type { Tried } from '../../delivery/sender.ts';
import { isoTime } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/problem.ts';
import { assertWithinRate } from '../../limits/rate.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { mailWords } from '../words.ts';
import { hashOf, isConfirmed, mailboxOf } from './mailbox.ts';
import { postNotice } from './notices.ts';

const trialsMax = 5;
// For all sites of an owner together.
const trialsOfOwnerMax = 15;
const trialsMs = 10 * minuteMs;

type TrialContext = Pick<
  Assistant,
  'store' | 'clock' | 'makeId' | 'profiles' | 'seal' | 'version' | 'noticeTransports'
>;

/** Sent once, without retries, to the addresses of the saved profile; nothing is stored. */
export async function tryNotices(
  assistant: TrialContext,
  site: SiteRow,
  signal: AbortSignal,
): Promise<NoticeTest> {
  const profile = await assistant.profiles.headOf(site);
  const { webhook, email } = profile.notify;
  if (webhook === undefined && email === undefined)
    throw conflict('No webhook and no e-mail address is saved for notices; save one first.');
  const nowMs = assistant.clock();
  const rates = [
    { bucket: `notice trial ${site.id}`, max: trialsMax },
    { bucket: `notice trial owner ${site.owner_id}`, max: trialsOfOwnerMax },
    // Counters hold hashes of addresses.
    ...[webhook && receiverOf(webhook), email && mailboxOf(email)]
      .filter((address) => address !== undefined)
      .map((address) => ({ bucket: `notice trial to ${hashOf(address)}`, max: trialsMax })),
  ];
  await assistant.store.write(async (tx) => {
    for (const rate of rates) await assertWithinRate(tx, { ...rate, windowMs: trialsMs }, nowMs);
  });
  const id = assistant.makeId('notice');
  const data = { site: site.id };
  const payload = JSON.stringify({ type: 'notice.test', timestamp: isoTime(nowMs), data });
  const language = profile.languages[0] ?? 'en';
  const post = (url: string) =>
    postNotice(assistant, site, { id, url, payload }, assistant.noticeTransports, signal);
  const sent = await Promise.all([
    webhook && resultOf('webhook', post(webhook)),
    email && resultOf('email', tryMail(assistant, site, { id, to: email, language }, signal)),
  ]);
  return { sent: sent.filter((one) => typeof one === 'object') };
}

// Without the query: the receiver is the same.
function receiverOf(webhook: string): string {
  const { origin, pathname } = new URL(webhook);
  return `${origin}${pathname}`;
}

async function tryMail(
  { store, noticeTransports: { mailer } }: Pick<Assistant, 'store' | 'noticeTransports'>,
  site: SiteRow,
  { id, to, language }: { readonly id: string; readonly to: string; readonly language: Language },
  signal: AbortSignal,
): Promise<Tried> {
  if (mailer === undefined)
    return { kind: 'refused', status: null, fault: 'this server has no mail server' };
  if (!(await isConfirmed({ store }, site, to)))
    return { kind: 'refused', status: null, fault: 'the address is not confirmed yet' };
  const { trial: subject, trialIntroduction } = mailWords[language];
  const text = `${trialIntroduction}\n`;
  return mailer.send({ id, to, subject: `${subject} – ${site.id}`, text }, signal);
}

async function resultOf(
  channel: NoticeTest['sent'][number]['channel'],
  sending: Promise<Tried>,
): Promise<NoticeTest['sent'][number]> {
  const outcome = await sending;
  if (outcome.kind === 'delivered')
    return { channel, delivered: true, status: outcome.status, error: null };
  const { status, fault } = outcome;
  return { channel, delivered: false, status, error: fault };
}
