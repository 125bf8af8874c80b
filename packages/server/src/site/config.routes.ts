import { createHash } from 'node:crypto';
import { configQuerySchema, configSchemaOfSite, siteLimits } from '@baraza/contract';
import { isNotModified } from '../http/preconditions.ts';
import type { Assistant } from './assistant.ts';
import { configOf } from './config.ts';
import { offeredTo } from './features.ts';
import { visitorLanguage } from './language.ts';
import { publicRoute, type SiteRoute } from './route.ts';

export function configRoutes(
  assistant: Pick<Assistant, 'profiles' | 'voice' | 'off'>,
): readonly SiteRoute[] {
  return [
    publicRoute('GET /v1/sites/:site/config', {
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
