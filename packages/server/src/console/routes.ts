/** The console's own endpoints, besides the mirrors of both APIs. */
import {
  consoleLimits,
  endedSessionsSchema,
  issuedKeySchema,
  keyListSchema,
  keyViewSchema,
  newKeySchema,
  platformUsageSchema,
  problemSchema,
  problemStatuses,
  rotateKeySchema,
  sessionListSchema,
  type UsageQuery,
  usageQuerySchema,
} from '@baraza/contract';
import { z } from 'zod';
import { createApiDocument } from '../http/openapi/openapi.ts';
import { endKeyOf, keysOf, makeKey, replaceKey } from './caller-keys.ts';
import type { Console } from './console.ts';
import { endedCookie } from './cookie.ts';
import { endOtherSessions, endSession, listSessions } from './open-sessions.ts';
import { operatorRoutes } from './operator.routes.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { type ConsoleRoute, changeRoute, json, readRoute, sessionPolicy } from './route.ts';
import { sessionRoutes } from './session.routes.ts';
import { platformUsage } from './usage.ts';

export function consoleRoutes(console: Console): readonly ConsoleRoute[] {
  const document = createApiDocument(
    () => routes,
    {
      title: 'Console API',
      version: console.platform.version,
      prefix: '/console/',
      problem: problemSchema,
      problemStatuses: [...problemStatuses, 429],
    },
    console.publicUrl,
  );
  const routes: ConsoleRoute[] = [
    ...sessionRoutes(console),
    ...openSessionRoutes(console),
    ...peopleRoutes(console),
    ...keyRoutes(console),
    {
      ...readRoute(
        '/console/usage',
        'Changes by day, and storage use',
        platformUsageSchema,
        ({ caller, query }) => platformUsage(console.platform, caller, (query as UsageQuery).days),
      ),
      query: usageQuerySchema,
      isQueryStrict: true,
    },
    ...operatorRoutes(console),
    {
      method: 'GET',
      path: '/console/openapi.json',
      summary: 'This document',
      policy: sessionPolicy('read'),
      answers: { 200: z.record(z.string(), z.unknown()) },
      handle: async () => ({ status: 200, body: await document() }),
    },
  ];
  return routes;
}

function openSessionRoutes(console: Console): readonly ConsoleRoute[] {
  const path = '/console/sessions';
  const answers = { 200: endedSessionsSchema };
  return [
    readRoute(path, 'List the open sessions', sessionListSchema, ({ caller }) =>
      listSessions(console, caller),
    ),
    changeRoute('DELETE', path, 'End all other sessions, and links that were not used yet', {
      answers,
      work: ({ caller }) => endOtherSessions(console, caller),
    }),
    {
      method: 'DELETE',
      path: `${path}/:id`,
      summary: 'End a session',
      policy: sessionPolicy('write'),
      answers,
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

function keyRoutes({ keyring }: Console): readonly ConsoleRoute[] {
  const path = '/console/keys';
  return [
    readRoute(
      path,
      'Platform keys and owner credentials, without their secrets',
      keyListSchema,
      async ({ caller }) => ({ keys: await keysOf(keyring, caller) }),
    ),
    changeRoute(
      'POST',
      path,
      'Create a platform key or an owner credential; its secret is shown once',
      {
        body: newKeySchema,
        answers: { 201: issuedKeySchema },
        work: ({ caller, body }) => makeKey(keyring, caller, body),
      },
    ),
    changeRoute(
      'POST',
      `${path}/:id/rotate`,
      'Replace a key by one with the same rights; its secret is shown once',
      {
        body: rotateKeySchema,
        bodyBytesMax: consoleLimits.bodyBytesMax,
        answers: { 201: issuedKeySchema },
        work: ({ caller, params, body }) =>
          replaceKey(keyring, caller, params.id ?? '', body.graceMinutes ?? 0),
      },
    ),
    changeRoute('DELETE', `${path}/:id`, 'Revoke a key', {
      answers: { 200: keyViewSchema },
      work: ({ caller, params }) => endKeyOf(keyring, caller, params.id ?? ''),
    }),
  ];
}
