/** Links from the contacts of a profile. */
import { betweenNumbers, type Profile } from '@baraza/contract';

/** A link to reach a person: WhatsApp, else phone, else e-mail, else the page of the site. */
export function handoffOf(
  { publicUrl }: { readonly publicUrl: () => string },
  siteId: string,
  profile: Pick<Profile, 'whatsapp' | 'phone' | 'email'>,
): string {
  if (profile.whatsapp.startsWith('https://')) return profile.whatsapp;
  return phoneLink(profile.phone) || mailLink(profile.email) || `${publicUrl()}/s/${siteId}`;
}

/** The link of the first number; '' without one. */
export function phoneLink(phone: string): string {
  const numbers = phone.split(betweenNumbers).map((part) => part.replaceAll(/[^\d+]/g, ''));
  // A slash may also follow the area code within a number.
  const number = numbers.find((part) => digitsIn(part) >= digitsMin) ?? numbers.join('');
  return digitsIn(number) === 0 ? '' : `tel:${number}`;
}

/** '' if the text is not an address. */
export function mailLink(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '';
  // `?` and `&` would start the header fields of the mail.
  return `mailto:${encodeURIComponent(email.slice(0, at).trim())}@${encodeURIComponent(email.slice(at + 1).trim())}`;
}

const digitsMin = 7;

function digitsIn(text: string): number {
  return text.replaceAll(/\D/g, '').length;
}
