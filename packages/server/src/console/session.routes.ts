import type { IncomingMessage } from 'node:http';
import {
  consoleLimits,
  type SignIn,
  sessionViewSchema,
  signedOutSchema,
  signInSchema,
} from '@baraza/contract';
import { createDailyCode } from '../access/daily-code.ts';
import { clientNetwork } from '../http/client-address.ts';
import { asProblem } from '../kernel/problem.ts';
import { assertWithinRate } from '../limits/rate.ts';
import type { Console } from './console.ts';
import { endedCookie, readSessionCookie, sessionCookie } from './cookie.ts';
import { type ConsoleRoute, json, sessionPolicy } from './route.ts';
import { assertSameOrigin } from './same-origin.ts';
import { viewSession } from './session-view.ts';
import { signIn, signOut } from './sessions.ts';

const path = '/console/session';

export function sessionRoutes(console: Console): readonly ConsoleRoute[] {
  const { keyring, publicUrl } = console;
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
        const { token, signed } = await signIn(
          keyring,
          body as SignIn,
          readSessionCookie(raw),
        ).catch(async (error: unknown) => {
          if (asProblem(error).code === 'unauthorized') await countFailure(console, raw);
          throw error;
        });
        return {
          status: 200,
          headers: { 'set-cookie': sessionCookie(token, publicUrl()) },
          body: JSON.stringify(await viewSession(console, signed)),
        };
      },
    },
    {
      method: 'GET',
      path,
      summary: 'Who is signed in, and what they may do',
      policy: sessionPolicy('read'),
      answers: { 200: sessionViewSchema },
      handle: async ({ caller }) => json(200, await viewSession(console, caller)),
    },
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
          status: 200,
          headers: { 'set-cookie': endedCookie(publicUrl()) },
          body: '{"signedOut":true}',
        };
      },
    },
  ];
}

/**
 * Of failures only: nobody is kept out by what others of their network tried. That a secret cannot be guessed is
 * owed to its length, not to this; it keeps the noise down.
 */
async function countFailure({ keyring, platform }: Console, raw: IncomingMessage): Promise<void> {
  const nowMs = platform.clock();
  // Addresses are kept nowhere, not even here.
  const network = createDailyCode(keyring.pepper)(clientNetwork(raw, platform.proxyHops), nowMs);
  const rate = {
    bucket: `console sign-in ${network}`,
    max: consoleLimits.failedSignInsPerWindow,
    windowMs: consoleLimits.signInWindowMs,
    policy: 'sign-in',
  };
  await platform.store.write((tx) => assertWithinRate(tx, rate, nowMs));
}
