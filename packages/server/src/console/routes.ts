/** The console's own endpoints, besides the mirrors of both APIs. */
import type { IncomingMessage } from 'node:http';
import {
  consoleLimits,
  endedSessionsSchema,
  issuedKeySchema,
  keyListSchema,
  keyViewSchema,
  type NewKey,
  newKeySchema,
  platformUsageSchema,
  problemSchema,
  problemStatuses,
  type RotateKey,
  rotateKeySchema,
  type SignIn,
  sessionListSchema,
  sessionViewSchema,
  signedOutSchema,
  signInSchema,
  type UsageQuery,
  usageQuerySchema,
} from '@baraza/contract';
import { z } from 'zod';
import { createDailyCode } from '../access/daily-code.ts';
import { clientNetwork } from '../http/client-address.ts';
import { describeApi } from '../http/openapi.ts';
import { asProblem } from '../kernel/problem.ts';
import { assertWithinRate } from '../limits/rate.ts';
import type { Console } from './console.ts';
import { endedCookie, readSessionCookie, sessionCookie } from './cookie.ts';
import { endKeyOf, keysOf, makeKey, replaceKey } from './keys.ts';
import { endOtherSessions, endSession, listSessions } from './open-sessions.ts';
import { operatorRoutes } from './operator.routes.ts';
import { type ConsoleRoute, changeRoute, json, readRoute, sessionPolicy } from './route.ts';
import { assertSameOrigin } from './same-origin.ts';
import { viewSession } from './session-view.ts';
import { signIn, signOut } from './sessions.ts';
import { platformUsage } from './usage.ts';

export function consoleRoutes(console: Console): readonly ConsoleRoute[] {
  const routes: ConsoleRoute[] = [
    ...sessionRoutes(console),
    ...openSessionRoutes(console),
    ...keyRoutes(console),
    {
      ...readRoute(
        '/console/usage',
        'What was changed on each day, and what is stored',
        platformUsageSchema,
        ({ caller, query }) => platformUsage(console.platform, caller, (query as UsageQuery).days),
      ),
      query: usageQuerySchema,
      isQueryStrict: true,
    },
    ...operatorRoutes(console),
    readRoute(
      '/console/openapi.json',
      'This document',
      z.record(z.string(), z.unknown()),
      async () =>
        describeApi(routes, {
          title: 'Console API',
          version: console.platform.version,
          serverUrl: console.publicUrl(),
          prefix: '/console/',
          problem: problemSchema,
          problemStatuses: [...problemStatuses, 429],
        }),
    ),
  ];
  return routes;
}

function sessionRoutes(console: Console): readonly ConsoleRoute[] {
  const { keyring, publicUrl } = console;
  const path = '/console/session';
  return [
    {
      method: 'POST',
      path,
      summary: 'Sign in with a credential or a one-time link',
      policy: { ...sessionPolicy('write', consoleLimits.bodyBytesMax), credential: 'none' },
      body: signInSchema,
      answers: { 200: sessionViewSchema },
      limit: async ({ raw }) => assertSameOrigin(raw, publicUrl()),
      handle: async ({ body, raw }) => {
        const oldToken = readSessionCookie(raw);
        const opened = await signIn(keyring, body as SignIn, oldToken).catch(async (error) => {
          if (asProblem(error).code === 'unauthorized') await countFailure(console, raw);
          throw error;
        });
        return {
          ...json(200, await viewSession(console, opened.signed)),
          headers: { 'set-cookie': sessionCookie(opened.token, publicUrl()) },
        };
      },
    },
    readRoute(path, 'Who is signed in, and what they may do', sessionViewSchema, ({ caller }) =>
      viewSession(console, caller),
    ),
    {
      method: 'DELETE',
      path,
      summary: 'Sign out',
      policy: sessionPolicy('write'),
      answers: { 200: signedOutSchema },
      handle: async ({ caller }) => {
        await signOut(keyring, caller);
        console.watch.announceEnd(caller.session.hash);
        return {
          ...json(200, { signedOut: true }),
          headers: { 'set-cookie': endedCookie(publicUrl()) },
        };
      },
    },
  ];
}

/**
 * Counts failures only, so that nobody is locked out by attempts of others in their network. A secret cannot be guessed
 * because of its length; this limit only reduces noise.
 */
async function countFailure({ keyring, platform }: Console, raw: IncomingMessage): Promise<void> {
  const nowMs = platform.clock();
  // Addresses are never stored, not even here.
  const network = createDailyCode(keyring.pepper)(clientNetwork(raw, platform.proxyHops), nowMs);
  const rate = {
    bucket: `console sign-in ${network}`,
    max: consoleLimits.failedSignInsPerWindow,
    windowMs: consoleLimits.signInWindowMs,
    policy: 'sign-in',
  };
  await platform.store.write((tx) => assertWithinRate(tx, rate, nowMs));
}

function openSessionRoutes(console: Console): readonly ConsoleRoute[] {
  const path = '/console/sessions';
  const answers = { 200: endedSessionsSchema };
  return [
    readRoute(path, 'Where somebody is signed in', sessionListSchema, ({ caller }) =>
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
      'Platform keys and owner credentials, without their text',
      keyListSchema,
      async ({ caller }) => ({ keys: await keysOf(keyring, caller) }),
    ),
    changeRoute(
      'POST',
      path,
      'Make a platform key or an owner credential; its text is shown once',
      {
        body: newKeySchema,
        answers: { 201: issuedKeySchema },
        work: ({ caller, body }) => makeKey(keyring, caller, body as NewKey),
      },
    ),
    changeRoute(
      'POST',
      `${path}/:id/rotate`,
      'Replace a key by one with the same rights; its text is shown once',
      {
        body: rotateKeySchema,
        bodyBytesMax: consoleLimits.bodyBytesMax,
        answers: { 201: issuedKeySchema },
        work: ({ caller, params, body }) =>
          replaceKey(keyring, caller, params.id ?? '', (body as RotateKey).graceMinutes ?? 0),
      },
    ),
    changeRoute('DELETE', `${path}/:id`, 'End a key', {
      answers: { 200: keyViewSchema },
      work: ({ caller, params }) => endKeyOf(keyring, caller, params.id ?? ''),
    }),
  ];
}
