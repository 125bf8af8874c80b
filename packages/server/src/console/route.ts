import type { Access } from '@baraza/contract';
import type { TextAnswer } from '../http/answer.ts';
import type { Policy, Route } from '../http/route.ts';
import type { Signed } from './sessions.ts';

export type ConsoleRoute = Route<Signed>;

/** For whoever is signed in; with a JSON body where it may have bytes. */
export function sessionPolicy(access: Access, bodyBytesMax = 0): Policy {
  return {
    credential: 'session',
    scope: 'any',
    access,
    body: bodyBytesMax === 0 ? 'none' : 'json',
    bodyBytesMax,
  };
}

export function json(status: number, body: object): TextAnswer {
  return { status, body: JSON.stringify(body) };
}
