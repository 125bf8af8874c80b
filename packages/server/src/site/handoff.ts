import type { Profile } from '@baraza/contract';
import type { Assistant } from './site.ts';

/** Where a visitor goes on with a person: always a link, the one that is nearest to a talk. */
export function handoffOf(
  assistant: Pick<Assistant, 'publicUrl'>,
  siteId: string,
  profile: Pick<Profile, 'whatsapp' | 'phone' | 'email'>,
): string {
  if (profile.whatsapp.startsWith('https://')) return profile.whatsapp;
  const phone = profile.phone.replaceAll(/[^\d+]/g, '');
  if (/\d/.test(phone)) return `tel:${phone}`;
  if (profile.email.includes('@')) return `mailto:${encodeURI(profile.email.trim())}`;
  return `${assistant.publicUrl()}/s/${siteId}`;
}
