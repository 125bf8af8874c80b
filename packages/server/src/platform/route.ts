import { limits } from '@baraza/contract';
import type { Caller } from '../access/scopes.ts';
import type { Policy, Route } from '../http/route.ts';

export type PlatformRoute = Route<Caller>;

/** The policy of a route that needs a key, and takes a JSON body or none. */
export function keyPolicy(
  scope: Policy['scope'],
  access: Policy['access'],
  body: 'json' | 'none' = 'none',
): Policy {
  const bodyBytesMax = body === 'json' ? limits.jsonBodyBytesMax : 0;
  return { credential: 'key', scope, access, body, bodyBytesMax };
}

/** A policy that also admits callers whom a rule of the resource lets in. */
export function openedBy(policy: Policy, ...rules: NonNullable<Policy['openedBy']>): Policy {
  return { ...policy, openedBy: rules };
}
