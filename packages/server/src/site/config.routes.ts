import { createHash } from 'node:crypto';
import {
  type Bilingual,
  configQuerySchema,
  configSchemaOfSite,
  type Language,
  type SiteConfig,
  siteLimits,
} from '@baraza/contract';
import { isNotModified } from '../http/preconditions.ts';
import { pick } from '../kernel/language/bilingual.ts';
import type { SiteRow } from '../store/site/sites.ts';
import type { Assistant } from './assistant.ts';
import { type Offered, offeredTo } from './features.ts';
import type { ProfileHead } from './profile/stored-profile.ts';
import { publicRoute, type SiteRoute } from './route.ts';
import { visitorLanguage } from './visits.ts';
import { assistantName, greetingOf } from './words.ts';

export function configRoutes(
  assistant: Pick<Assistant, 'profiles' | 'voice' | 'off'>,
): readonly SiteRoute[] {
  return [
    publicRoute('GET /v1/sites/:site/config', {
      name: 'getConfig',
      summary: 'Public settings of the assistant',
      query: configQuerySchema,
      answers: { 200: configSchemaOfSite, 304: 'empty' },
      handle: async ({ caller, query, header }) => {
        const profile = await assistant.profiles.headOf(caller.site);
        const accepted = header('accept-language');
        const language = visitorLanguage(query.language, accepted, profile.languages);
        const offered = offeredTo(assistant, profile);
        const body = JSON.stringify(configOf(caller.site, profile, language, offered));
        const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
        const headers = {
          etag,
          'cache-control': `private, max-age=${siteLimits.configMaxAgeSeconds}`,
          vary: 'Origin, Accept-Language',
        };
        return isNotModified(header('if-none-match'), etag)
          ? { status: 304, headers }
          : { status: 200, headers, body };
      },
    }),
  ];
}

/** The public settings of a widget, in one language. */
function configOf(
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
