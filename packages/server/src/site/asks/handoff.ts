import type { Profile } from '@baraza/contract';
import type { Assistant } from '../assistant.ts';
import { mailLink, phoneLink } from '../profile/contact-links.ts';

/** Where a visitor goes on with a person: always a link, the one that is nearest to a talk. */
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
