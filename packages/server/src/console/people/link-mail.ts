/** The texts of mails with a link. In both languages: what a reader speaks is not known here. */
import type { Mail } from '../../delivery/mail.ts';
import { oneLine } from '../../site/notices/notice-mail.ts';

interface NamedLink {
  /** The owner whose console it opens. */
  readonly owner: string;
  readonly url: string;
}

export function signInMail(links: readonly NamedLink[]): Omit<Mail, 'to' | 'id'> {
  const lines =
    links.length === 1
      ? [links[0]?.url ?? '']
      : links.flatMap(({ owner, url }) => [`${oneLine(owner)}:`, url, '']);
  return {
    subject: 'Kiungo chako cha kuingia Baraza – Your sign-in link',
    text: [
      'Fungua kiungo hiki ili uingie. Kinafanya kazi mara moja tu, ndani ya dakika 15.',
      'Open this link to sign in. It works once, within 15 minutes.',
      '',
      ...lines,
      '',
      'Kama hukukiomba, puuza barua hii. If you did not ask for it, ignore this e-mail.',
      '',
    ].join('\n'),
  };
}

export function invitationMail(
  invited: { readonly name: string; readonly by: string } & NamedLink,
): Omit<Mail, 'to' | 'id'> {
  // A name must not look like a paragraph of ours.
  const [owner, by, name] = [invited.owner, invited.by, invited.name].map(oneLine);
  return {
    subject: `${by} – ${owner}: Baraza`,
    text: [
      `Habari ${name},`,
      `${by} amekualika kufanya kazi pamoja kwenye Baraza ya ${owner}.`,
      'Fungua kiungo hiki ili uingie. Kinafanya kazi mara moja tu, ndani ya siku 7.',
      '',
      `Hello ${name},`,
      `${by} has invited you to work together on ${owner} in Baraza.`,
      'Open this link to sign in. It works once, within 7 days.',
      '',
      invited.url,
      '',
    ].join('\n'),
  };
}

/** It works only where the person is signed in, so it does no harm to someone whose address another person entered. */
export function confirmationMail(
  asked: { readonly name: string } & NamedLink,
): Omit<Mail, 'to' | 'id'> {
  const [owner, name] = [asked.owner, asked.name].map(oneLine);
  return {
    subject: 'Thibitisha barua pepe yako – Confirm your e-mail address',
    text: [
      `Habari ${name},`,
      `Fungua kiungo hiki pale ulipoingia kwenye Baraza ya ${owner}, ndani ya siku 3. Baada ya hapo`,
      'unaweza kuingia kwa kiungo cha barua pepe.',
      '',
      `Hello ${name},`,
      `Open this link where you are signed in to ${owner} in Baraza, within 3 days. After that you can`,
      'sign in with a link by e-mail.',
      '',
      asked.url,
      '',
      'Kama hukukiomba, puuza barua hii. If you did not ask for it, ignore this e-mail.',
      '',
    ].join('\n'),
  };
}
