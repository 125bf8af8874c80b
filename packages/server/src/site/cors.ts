/** CORS headers and preflights of a site; `access/origins.ts` decides which origins may call. */
import { siteLimits } from '@baraza/contract';
import { checkPreflight } from '../access/origins.ts';
import type { Headers } from '../http/answer.ts';
import type { Cors } from '../http/cors.ts';
import { Problem } from '../kernel/problem.ts';
import { findSite } from '../store/site/sites.ts';
import { gateOf } from './admission.ts';
import type { Assistant, SiteCaller } from './assistant.ts';

const none: Headers = {};
const exposed = 'retry-after, ratelimit, ratelimit-policy, x-voice, etag, x-request-id';

/**
 * Public endpoints echo the origin, also on refusals, so that a page can read why it was refused; these answers
 * contain no secrets. Owner endpoints send no CORS headers.
 */
export function createSiteCors(assistant: Pick<Assistant, 'store'>): Cors<SiteCaller> {
  return {
    headersFor: ({ headers }, route) => {
      if (route?.policy.credential !== 'site') return none;
      const origin = echoableOrigin(headers.origin);
      return origin === undefined
        ? { vary: 'Origin' }
        : {
            vary: 'Origin',
            'access-control-allow-origin': origin,
            'access-control-expose-headers': exposed,
          };
    },
    preflight: async (request, routes, params) => {
      const origin = echoableOrigin(request.headers.origin);
      if (routes.length === 0 || origin === undefined) return undefined;
      // Without a site the preflight passes, so that the page can read the 404 of the call itself.
      const site = await findSite(assistant.store, params.site ?? '');
      if (site !== undefined) {
        const verdict = checkPreflight(gateOf(site), request.headers.origin);
        if (!verdict.admitted)
          throw new Problem(verdict.code, verdict.sentence, { headers: { vary: 'Origin' } });
      }
      return {
        status: 204,
        headers: {
          vary: 'Origin',
          'access-control-allow-origin': origin,
          'access-control-allow-methods': [...new Set(routes.map(({ method }) => method))].join(
            ', ',
          ),
          'access-control-allow-headers': 'content-type, x-site-key, x-visitor',
          'access-control-max-age': siteLimits.corsMaxAgeSeconds,
        },
      };
    },
  };
}

// Only characters that are safe in a response header; browsers send no others.
function echoableOrigin(origin: string | undefined): string | undefined {
  if (origin === undefined || origin.length > siteLimits.originCharactersMax) return undefined;
  return /^[\x21-\x7e]+$/.test(origin) ? origin : undefined;
}
