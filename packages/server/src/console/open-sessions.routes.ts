import { endedSessionsSchema, sessionListSchema } from '@baraza/contract';
import type { Console } from './console.ts';
import { endedCookie } from './cookie.ts';
import { endOtherSessions, endSession, listSessions } from './open-sessions.ts';
import { type ConsoleRoute, json, sessionPolicy } from './route.ts';

const path = '/console/sessions';

export function openSessionRoutes(console: Console): readonly ConsoleRoute[] {
  return [
    {
      method: 'GET',
      path,
      summary: 'Where somebody is signed in',
      policy: sessionPolicy('read'),
      answers: { 200: sessionListSchema },
      handle: async ({ caller }) => json(200, await listSessions(console, caller)),
    },
    {
      method: 'DELETE',
      path,
      summary: 'End all other sessions, and links that were not used yet',
      policy: sessionPolicy('write'),
      answers: { 200: endedSessionsSchema },
      handle: async ({ caller }) => json(200, await endOtherSessions(console, caller)),
    },
    {
      method: 'DELETE',
      path: `${path}/:id`,
      summary: 'End a session',
      policy: sessionPolicy('write'),
      answers: { 200: endedSessionsSchema },
      handle: async ({ caller, params }) => {
        const { wasOwn } = await endSession(console, caller, params.id ?? '');
        return {
          ...json(200, { ended: 1, links: 0 }),
          ...(wasOwn ? { headers: { 'set-cookie': endedCookie(console.publicUrl()) } } : {}),
        };
      },
    },
  ];
}
