import type { Bilingual, Language, SiteConfig } from '@baraza/contract';
import { pick } from '../kernel/language/bilingual.ts';
import type { SiteRow } from '../store/site/sites.ts';
import type { Offered } from './features.ts';
import type { ProfileHead } from './profile/stored-profile.ts';
import { assistantName, greetingOf } from './words.ts';

/** The public settings of a widget, in one language. */
export function configOf(
  site: Pick<SiteRow, 'status'>,
  profile: ProfileHead,
  language: Language,
  offered: Offered,
): SiteConfig {
  const translate = (text: Bilingual) => pick(text, language);
  const business = translate(profile.business);
  return {
    name: translate(profile.name) || assistantName[language],
    business,
    greeting: translate(profile.greeting) || greetingOf(business)[language],
    colour: profile.colour,
    position: profile.position,
    suggestions: profile.suggestions.map(translate),
    whatsapp: profile.whatsapp,
    voice: offered.voice,
    enabled: site.status === 'active',
    languages: [...profile.languages],
    language,
    speak: offered.speak,
    live: offered.live,
    feedback: profile.feedback,
    privacy: translate(profile.privacy),
    ...(profile.people ? { people: true } : {}),
  };
}
