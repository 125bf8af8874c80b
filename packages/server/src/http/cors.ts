/** The CORS of a service: which pages may read its answers, from a fixed list of origins. */
import type { IncomingMessage } from 'node:http';
import type { Headers, TextAnswer } from './answer.ts';
import type { Route } from './route.ts';

/** CORS: which pages may read the answers of a service. */
export interface Cors<Caller> {
  /** Headers of any answer, refusals included; the route is undefined for an unknown path. */
  readonly headersFor: (request: IncomingMessage, route: Route<Caller> | undefined) => Headers;
  /**
   * The answer to a preflight, or undefined if no page may call; rejects with the refusal.
   * `routes` is empty for an unknown path.
   */
  readonly preflight: (
    request: IncomingMessage,
    routes: readonly Route<Caller>[],
    params: { readonly [name: string]: string },
  ) => Promise<TextAnswer | undefined>;
}

export const exposedHeaders =
  'ETag, Accept-Ranges, Content-Disposition, Content-Range, Last-Modified, Location, Retry-After, ' +
  'Idempotent-Replayed, Platform-Version, X-Request-Id';

/** What a page may send. */
export const preflightHeaders: Headers = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Modified-Since, If-Range, ' +
    'Range, Last-Event-ID',
  'access-control-max-age': '7200',
};

/** One rule for all paths. No page may call unless its origin is listed: keys belong on servers. */
export function createCors<Caller>(origins: ReadonlySet<string>): Cors<Caller> {
  const none: Headers = {};
  const varied: Headers = { vary: 'Origin' };
  const headersFor = ({ headers }: IncomingMessage): Headers => {
    const { origin } = headers;
    if (origins.size === 0) return none;
    if (origin === undefined || !origins.has(origin)) return varied;
    return {
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposedHeaders,
    };
  };
  return {
    headersFor,
    preflight: async ({ headers }) => {
      const { origin } = headers;
      if (origin === undefined || !origins.has(origin)) return undefined;
      return {
        status: 204,
        headers: preflightHeaders,
      };
    },
  };
}
