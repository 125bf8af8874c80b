import type { Headers, TextAnswer } from './answer.ts';

/** None unless origins are listed: keys belong on servers. */
export interface Cors {
  readonly headersFor: (origin: string | undefined) => Headers;
  /** The answer to a preflight, or undefined where no origin may call. */
  readonly preflight: (origin: string | undefined) => TextAnswer | undefined;
}

const exposed =
  'ETag, Accept-Ranges, Content-Disposition, Content-Range, Last-Modified, Location, Retry-After, Idempotent-Replayed, Platform-Version, X-Request-Id';

export function createCors(origins: ReadonlySet<string>): Cors {
  const none: Headers = {};
  const varied: Headers = { vary: 'Origin' };
  const headersFor = (origin: string | undefined): Headers => {
    if (origins.size === 0) return none;
    if (origin === undefined || !origins.has(origin)) return varied;
    return {
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
    };
  };
  return {
    headersFor,
    preflight: (origin) => {
      if (origin === undefined || !origins.has(origin)) return undefined;
      return {
        status: 204,
        headers: {
          'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
          'access-control-allow-headers':
            'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Modified-Since, If-Range, Range, Last-Event-ID',
          'access-control-max-age': '7200',
        },
      };
    },
  };
}
