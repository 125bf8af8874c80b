import type { Profile } from '@baraza/contract';
import type { Assistant } from '../assistant.ts';
import { mailLink, phoneLink } from '../profile/contact-links.ts';

/** A link to reach a person: WhatsApp, else phone, else e-mail, else the page of the site. */
export function handoffOf(
  assistant: Pick<Assistant, 'publicUrl'>,
  siteId: string,
  profile: Pick<Profile, 'whatsapp' | 'phone' | 'email'>,
): string {
  if (profile.whatsapp.startsWith('https://')) return profile.whatsapp;
  return (
    phoneLink(profile.phone) || mailLink(profile.email) || `${assistant.publicUrl()}/s/${siteId}`
  );
}
