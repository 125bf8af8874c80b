/** Signing in and out. */
import type { IncomingMessage } from 'node:http';
import {
  acceptedSchema,
  consoleLimits,
  passkeyOptionsSchema,
  type SignIn,
  type SignInLink,
  sessionViewSchema,
  signedOutSchema,
  signInLinkSchema,
  signInSchema,
  signInWaysSchema,
} from '@baraza/contract';
import { createDailyCode } from '../access/daily-code.ts';
import { clientNetwork } from '../http/client-address.ts';
import type { Policy } from '../http/route.ts';
import { asProblem } from '../kernel/problem.ts';
import { assertWithinRate } from '../limits/rate.ts';
import type { Console } from './console.ts';
import { challengeCookie, endedCookie, readSessionCookie, sessionCookie } from './cookie.ts';
import { endSessions } from './open-sessions.ts';
import { passkeyOrigin, readPasskeyReply } from './people/passkey-origin.ts';
import { offerSignIn, signInByPasskey } from './people/passkeys.ts';
import { requestLink } from './people/sign-in-link.ts';
import { type ConsoleRoute, json, readRoute, sessionPolicy } from './route.ts';
import { assertSameOrigin } from './same-origin.ts';
import { viewSession } from './session-view.ts';
import { lifeMsOf, type Opened, signIn } from './sessions.ts';

const path = '/console/session';

// To delete something on a full disk, people sign in first.
const signingIn: Policy = { ...sessionPolicy('write'), credential: 'none', disk: 'frees' };

export function sessionRoutes(console: Console): readonly ConsoleRoute[] {
  const { publicUrl } = console;
  const withCookie = (token: string, { session }: Opened['signed']) => ({
    'set-cookie': sessionCookie(token, lifeMsOf(session.kind), publicUrl()),
  });
  return [
    ...openRoutes(console),
    {
      method: 'POST',
      path,
      summary: 'Sign in with a credential, a one-time link or a passkey',
      policy: { ...signingIn, bodyBytesMax: consoleLimits.passkeyBytesMax, body: 'json' },
      body: signInSchema,
      answers: { 200: sessionViewSchema },
      limit: async ({ raw }) => assertSameOrigin(raw, publicUrl()),
      handle: async ({ body, raw }) => {
        const opened = await openBy(console, body as SignIn, raw).catch(async (error) => {
          if (asProblem(error).code === 'unauthorized') await countFailure(console, raw);
          throw error;
        });
        return {
          ...json(200, await viewSession(console, opened.signed)),
          headers: withCookie(opened.token, opened.signed),
        };
      },
    },
    {
      ...readRoute(
        path,
        'Who is signed in, and what they may do',
        sessionViewSchema,
        async () => ({}),
      ),
      handle: async ({ caller, raw }) => {
        const answer = json(200, await viewSession(console, caller));
        const token = readSessionCookie(raw);
        // Each use prolongs the session of a person, and its cookie.
        if (token === undefined || caller.session.kind === 'key') return answer;
        return { ...answer, headers: withCookie(token, caller) };
      },
    },
    {
      method: 'DELETE',
      path,
      summary: 'Sign out',
      policy: sessionPolicy('write'),
      answers: { 200: signedOutSchema },
      handle: async ({ caller }) => {
        await endSessions(console, [caller.session.hash]);
        return {
          ...json(200, { signedOut: true }),
          headers: { 'set-cookie': endedCookie(publicUrl()) },
        };
      },
    },
  ];
}

/** For people who are not signed in. */
function openRoutes(console: Console): readonly ConsoleRoute[] {
  const { publicUrl } = console;
  const limit: ConsoleRoute['limit'] = async ({ raw }) => assertSameOrigin(raw, publicUrl());
  return [
    {
      ...readRoute('/console/sign-in', 'The ways to sign in', signInWaysSchema, async () => ({
        mail: console.mailing !== undefined,
      })),
      policy: { ...sessionPolicy('read'), credential: 'none' },
    },
    {
      method: 'POST',
      path: '/console/sign-in/link',
      summary:
        'Send a sign-in link to the e-mail address of a member; the answer is always the same',
      policy: { ...signingIn, bodyBytesMax: consoleLimits.bodyBytesMax, body: 'json' },
      body: signInLinkSchema,
      answers: { 202: acceptedSchema },
      limit,
      handle: async ({ body, raw }) => {
        await requestLink(console, (body as SignInLink).email, raw);
        return json(202, { accepted: true });
      },
    },
    {
      method: 'POST',
      path: '/console/sign-in/passkey',
      summary: 'Options for navigator.credentials.get(), valid once and for five minutes',
      policy: signingIn,
      answers: { 200: passkeyOptionsSchema },
      limit,
      handle: async ({ raw }) => {
        const { options, sealed } = await offerSignIn(console, passkeyOrigin(console, raw));
        const cookie = challengeCookie(sealed, consoleLimits.passkeyChallengeMs, publicUrl());
        return { ...json(200, options), headers: { 'set-cookie': cookie } };
      },
    },
  ];
}

function openBy(console: Console, proof: SignIn, raw: IncomingMessage): Promise<Opened> {
  const oldToken = readSessionCookie(raw);
  return proof.passkey === undefined
    ? signIn(console.keyring, proof, oldToken)
    : signInByPasskey(console, proof.passkey, readPasskeyReply(console, raw), oldToken);
}

/**
 * Counts failures only, so that attempts of others in a network lock no one out. A secret cannot be guessed
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
