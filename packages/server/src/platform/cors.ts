/** CORS of the platform: the origins of the installation, and for a public form those in its config. */
import type { IncomingMessage } from 'node:http';
import { isId } from '@baraza/contract';
import type { Caller } from '../access/scopes.ts';
import type { Headers } from '../http/answer.ts';
import { type Cors, createCors, exposedHeaders, preflightHeaders } from '../http/cors.ts';
import type { Params } from '../http/route.ts';
import { findAnyResource, type ResourceRow } from '../store/platform/resources.ts';
import { formSettings, isForm } from './forms/form-settings.ts';
import { isOpenForm } from './forms/forms.ts';
import { parsedConfig } from './parsed-config.ts';
import type { Platform } from './platform.ts';
import type { PlatformRoute } from './route.ts';
import { isOpen, ruleNames } from './rules/access-rules.ts';
import { isUsers } from './users/account-record.ts';

// Headers are computed synchronously, for refusals too; the form is known by then.
const formHeaders = new WeakMap<IncomingMessage, Headers>();

/** From here on every answer to this request, refusals included, can be read by the pages of the form. */
export function answerPagesOf(form: ResourceRow, request: IncomingMessage): void {
  const headers = originHeaders(form, request);
  if (headers !== undefined) formHeaders.set(request, headers);
}

/** Like `answerPagesOf`, for pages of every origin. */
export function answerEveryPage(request: IncomingMessage): void {
  formHeaders.set(request, { [allowOrigin]: '*', 'access-control-expose-headers': exposedHeaders });
}

/** Whether a browser says that a page of another origin calls; pages cannot set this header. */
export function isForeignPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin !== undefined && (site === 'cross-site' || site === 'same-site');
}

export function createPlatformCors(platform: Platform, origins: ReadonlySet<string>): Cors<Caller> {
  const general = createCors<Caller>(origins);
  return {
    headersFor: (request, route) => ({
      ...general.headersFor(request, route),
      ...formHeaders.get(request),
    }),
    preflight: async (request, routes, params) => {
      const allowed = await headersOfPath(platform, request, routes, params);
      if (allowed?.[allowOrigin] === undefined) {
        const listed = await general.preflight(request, routes, params);
        return listed ?? preflightForRefusal(request, routes);
      }
      return {
        status: 204,
        headers: { ...allowed, ...preflightHeaders, ...preflightOf(routes) },
      };
    },
  };
}

/** Lets a page call routes that need a key, so that it can read why it is refused (`users/callers.request.ts`). */
function preflightForRefusal(request: IncomingMessage, routes: readonly PlatformRoute[]) {
  const isForKeys =
    routes.length > 0 &&
    routes.every(({ policy }) => policy.credential === 'key' && policy.openedBy === undefined);
  if (!isForKeys || !isForeignPage(request)) return undefined;
  return {
    status: 204,
    headers: { ...preflightHeaders, ...preflightOf(routes), [allowOrigin]: '*' },
  };
}

const allowOrigin = 'access-control-allow-origin';

function preflightOf(routes: readonly PlatformRoute[]): Headers {
  const methods = routes.map(({ method }) => method).join(', ');
  const isForm = routes.every(({ path }) => path.startsWith('/forms/'));
  return {
    'access-control-allow-methods': methods,
    ...(isForm ? { 'access-control-allow-headers': 'content-type' } : {}),
  };
}

/** The origins of a public form, of accounts and of resources with rules: their callers need no key. */
async function headersOfPath(
  platform: Platform,
  request: IncomingMessage,
  routes: readonly PlatformRoute[],
  { id }: Params,
): Promise<Headers | undefined> {
  const admitsKeyless = routes.some(({ policy }) => policy.openedBy !== undefined);
  const isOwn = routes.some(({ hasOwnOrigins }) => hasOwnOrigins === true);
  if (!admitsKeyless && !isOwn) return undefined;
  // Events and batches: the resources are in the body or the query, and each is asked there.
  if (id === undefined) return { [allowOrigin]: '*' };
  const row = isId('resource', id) ? await findAnyResource(platform.store, id) : undefined;
  const isCallable =
    row !== undefined && (isUsers(row) || isOpenForm(row) || isOpen(row, ruleNames));
  return isCallable ? originHeaders(row, request) : undefined;
}

/** Undefined for a form that lists none. */
function originHeaders(form: ResourceRow, { headers }: IncomingMessage): Headers | undefined {
  const origins = originsOf(form);
  const exposed = { 'access-control-expose-headers': exposedHeaders };
  if (origins[0] === '*') return { [allowOrigin]: '*', ...exposed };
  if (origins.length === 0) return undefined;
  const vary = { vary: 'Origin' };
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return vary;
  return { ...vary, [allowOrigin]: origin, ...exposed };
}

/** Callers without a key have nothing that a page could use without them: any page may call unless some are listed. */
function originsOf(row: ResourceRow): readonly string[] {
  const { origins } = formSettings(row);
  const isListed = parsedConfig(row.config).origins !== undefined;
  return origins.length > 0 || isListed || isForm(row) ? origins : ['*'];
}
