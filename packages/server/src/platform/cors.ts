/** CORS of the platform: the origins of the installation, and for a public form those of its own config. */
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../access/scopes.ts';
import type { Headers } from '../http/answer.ts';
import { type Cors, createCors } from '../http/cors.ts';
import type { ResourceRow } from '../store/platform/resources.ts';
import { formSettings } from './forms/form-settings.ts';
import { findOpenForm } from './forms/forms.ts';
import type { Platform } from './platform.ts';

// Headers are computed synchronously, for refusals too; the form is known by then.
const formHeaders = new WeakMap<IncomingMessage, Headers>();

/** From here on every answer to this request, refusals included, can be read by the pages of the form. */
export function answerPagesOf(form: ResourceRow, request: IncomingMessage): void {
  const headers = originHeaders(form, request);
  if (headers !== undefined) formHeaders.set(request, headers);
}

export function createPlatformCors(platform: Platform, origins: ReadonlySet<string>): Cors<Caller> {
  const general = createCors<Caller>(origins);
  return {
    headersFor: (request, route) => ({
      ...general.headersFor(request, route),
      ...formHeaders.get(request),
    }),
    preflight: async (request, routes, params) => {
      const form = routes.some(({ hasOwnOrigins }) => hasOwnOrigins === true)
        ? await findOpenForm(platform, params.id ?? '')
        : undefined;
      const allowed = form === undefined ? undefined : originHeaders(form, request);
      if (allowed?.[allowOrigin] === undefined) return general.preflight(request, routes, params);
      return {
        status: 204,
        headers: {
          ...allowed,
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '7200',
        },
      };
    },
  };
}

const allowOrigin = 'access-control-allow-origin';

/** Undefined for a form that lists none. */
function originHeaders(form: ResourceRow, { headers }: IncomingMessage): Headers | undefined {
  const { origins } = formSettings(form);
  const exposed = { 'access-control-expose-headers': 'Retry-After, X-Request-Id' };
  if (origins[0] === '*') return { [allowOrigin]: '*', ...exposed };
  if (origins.length === 0) return undefined;
  const vary = { vary: 'Origin' };
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return vary;
  return { ...vary, [allowOrigin]: origin, ...exposed };
}
