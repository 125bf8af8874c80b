import type { IncomingMessage } from 'node:http';
import type { Access, Service } from '@baraza/contract';
import type { Headers } from './answer.ts';
import type { KeyWatchOptions } from './connections/key-watch.ts';
import type { Cors } from './cors.ts';
import type { Refusals } from './refusal.ts';
import type { Route } from './route.ts';

/** Routes of a service that share who may call, which pages may read, and how errors look. */
export interface RouteGroup<Caller> extends KeyWatchOptions<Caller> {
  /** Unknown paths below it are refused by the rules of this group; the service itself has none. */
  readonly prefix?: string;
  readonly routes: readonly Route<Caller>[];
  /** Throws the refusal of a request that does not belong to this group, before authentication. */
  readonly admit?: (request: IncomingMessage) => void;
  /** Authenticates the caller, or throws the refusal; called for every route that needs a credential. */
  readonly authenticate: (
    authorization: string | undefined,
    call: {
      readonly route: Route<Caller>;
      readonly request: IncomingMessage;
      readonly params: { readonly [name: string]: string };
    },
  ) => Promise<Caller>;
  /** Throws when the caller's scopes do not cover the service of the path. */
  readonly authorise: (caller: Caller, service: Service, access: Access) => void;
  /** The caller as named in the log. */
  readonly ownerOf: (caller: Caller) => string;
  readonly headers: Headers;
  readonly cors: Cors<Caller>;
  /** The error format; by default the platform's. */
  readonly refusals?: Refusals;
}

/** Whether a URL lies below the prefix of a group. */
export function isBelow(url: string): (group: Pick<RouteGroup<never>, 'prefix'>) => boolean {
  const [path = ''] = url.split('?', 1);
  return ({ prefix }) => prefix !== undefined && (path === prefix || path.startsWith(`${prefix}/`));
}
