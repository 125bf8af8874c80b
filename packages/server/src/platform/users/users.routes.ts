import {
  accountPatchSchema,
  codeRequestSchema,
  type JsonObject,
  limits,
  type PasswordChange,
  passwordChangeSchema,
  preferredLanguage,
  signedInSchema,
  signUpSchema,
  type UserSignIn,
  userSchema,
  userSignInSchema,
  usersResultSchema,
} from '@baraza/contract';
import { createAuthenticator, tokenIn } from '../../access/authenticator.ts';
import { assertAllowed, type Caller } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { clientNetwork } from '../../http/client-address.ts';
import type { Call, Policy } from '../../http/route.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { deleteSession, deleteSessions } from '../../store/platform/accounts.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { answerPagesOf } from '../cors.ts';
import type { Platform } from '../platform.ts';
import { keyPolicy, type PlatformRoute } from '../route.ts';
import { emailOf } from './account-record.ts';
import {
  changeOwnAccount,
  changePassword,
  ownAccount,
  requireUsers,
  type SignedIn,
  sendCode,
  signInByCode,
  signInByPassword,
  signUp,
  type Visit,
} from './accounts.ts';
import { notSignedIn, requireSession } from './sessions.ts';

const users = '/api/platform/users/:id';
const ok = '{"ok":true}';

export function userRoutes(platform: Platform): readonly PlatformRoute[] {
  // When it is needed: the table of routes is also made without a server.
  let authenticate: ReturnType<typeof createAuthenticator> | undefined;
  const authenticateKey = (authorization: string) => {
    authenticate ??= createAuthenticator(platform.keyring);
    return authenticate(authorization);
  };
  const own = async (call: Call<Caller>) => {
    const visit = await visitOf(platform, call);
    const session = await requireSession(platform, tokenIn(call.header('authorization')));
    if (session.users_id !== visit.users.id) throw notSignedIn();
    return { visit, session };
  };
  const signOutRoute = (name: string, everywhere: boolean): PlatformRoute => ({
    method: 'POST',
    path: `${users}/${name}`,
    name: everywhere ? 'signOutEverywhere' : 'signOut',
    summary: everywhere ? 'End all sessions of the account' : 'End this session',
    policy: { ...policy('write'), disk: 'frees' },
    answers: { 200: usersResultSchema },
    handle: async (call) => {
      const { hash, users_id, record_id } = (await own(call)).session;
      await platform.store.write((tx) =>
        everywhere ? deleteSessions(tx, users_id, record_id) : deleteSession(tx, hash),
      );
      return { status: 200, body: ok };
    },
  });
  const routes: readonly PlatformRoute[] = [
    {
      method: 'POST',
      path: `${users}/sign-up`,
      name: 'signUp',
      summary: 'Create an account and sign in',
      policy: policy('write', 'json'),
      body: signUpSchema,
      bodyDepthMax: limits.jsonDepthMax,
      answers: { 201: signedInSchema },
      handle: async (call) => {
        const visit = await visitOf(platform, call);
        const key = await keyOf(authenticateKey, call, visit.users);
        return signedInAnswer(201, await signUp(visit, call.body as JsonObject, key));
      },
    },
    {
      method: 'POST',
      path: `${users}/sign-in`,
      name: 'signIn',
      summary: 'Sign in with a password, or with a code from an e-mail',
      policy: policy('write', 'json'),
      body: userSignInSchema,
      answers: { 200: signedInSchema },
      handle: async (call) => {
        const visit = await visitOf(platform, call);
        const { email: given, password, code } = call.body as UserSignIn;
        const email = emailOf(given);
        if (code !== undefined) {
          const session = await sessionIn(platform, call);
          return signedInAnswer(200, await signInByCode(visit, email, code, session));
        }
        if (password === undefined)
          throw invalid('Send email with password, or with the code of a mail.');
        return signedInAnswer(200, await signInByPassword(visit, email, password));
      },
    },
    {
      method: 'POST',
      path: `${users}/code`,
      name: 'sendCode',
      summary: 'Send a code by mail, if there is such an account',
      policy: policy('write', 'json'),
      body: codeRequestSchema,
      answers: { 202: usersResultSchema },
      handle: async (call) => {
        const visit = await visitOf(platform, call);
        const { email } = call.body as { readonly email: string };
        await sendCode(visit, emailOf(email));
        return { status: 202, body: ok };
      },
    },
    {
      method: 'GET',
      path: `${users}/me`,
      name: 'getMe',
      summary: 'The account of the token',
      policy: policy('read'),
      answers: { 200: userSchema },
      handle: async (call) => {
        const { visit, session } = await own(call);
        return { status: 200, body: JSON.stringify(ownAccount(visit, session)) };
      },
    },
    {
      method: 'PATCH',
      path: `${users}/me`,
      name: 'changeMe',
      summary: 'Change the account of the token by a JSON merge patch',
      policy: policy('write', 'json'),
      body: accountPatchSchema,
      bodyDepthMax: limits.jsonDepthMax,
      answers: { 200: userSchema },
      handle: async (call) => {
        const { visit, session } = await own(call);
        const account = await changeOwnAccount(visit, session, call.body as JsonObject);
        return { status: 200, body: JSON.stringify(account) };
      },
    },
    {
      method: 'POST',
      path: `${users}/password`,
      name: 'changePassword',
      summary: 'Set a new password; all other sessions end',
      policy: policy('write', 'json'),
      body: passwordChangeSchema,
      answers: { 200: usersResultSchema },
      handle: async (call) => {
        const { visit, session } = await own(call);
        await changePassword(visit, session, call.body as PasswordChange);
        return { status: 200, body: ok };
      },
    },
    signOutRoute('sign-out', false),
    signOutRoute('sign-out-everywhere', true),
  ];
  return routes.map((route) => ({ ...route, hasOwnOrigins: true }));
}

function policy(access: Policy['access'], body: 'json' | 'none' = 'none'): Policy {
  return { ...keyPolicy('any', access, body), credential: 'none' };
}

async function visitOf(platform: Platform, { params, raw, header }: Call<Caller>): Promise<Visit> {
  const row = await requireUsers(platform.store, params.id ?? '');
  answerPagesOf(row, raw);
  return {
    platform,
    users: row,
    network: clientNetwork(raw, platform.proxyHops),
    language: preferredLanguage(header('accept-language')) ?? 'en',
  };
}

/** A caller with a key of the owner; undefined without any credential. */
async function keyOf(
  authenticateKey: (authorization: string) => Promise<Caller>,
  { header }: Call<Caller>,
  row: ResourceRow,
): Promise<Caller | undefined> {
  const authorization = header('authorization');
  if (authorization === undefined) return undefined;
  const caller = await authenticateKey(authorization);
  if (caller.ownerId !== row.owner_id) return undefined;
  assertAllowed(caller, 'data', 'write');
  return caller;
}

function signedInAnswer(status: number, { token, expiresAt, user }: SignedIn): TextAnswer {
  return {
    status,
    headers: { 'cache-control': 'no-store' },
    body: JSON.stringify({ token, expiresAt, user }),
  };
}

/** The session of the caller, if a valid token was sent. */
async function sessionIn(platform: Platform, { header }: Pick<Call<unknown>, 'header'>) {
  const token = tokenIn(header('authorization'));
  if (token?.startsWith('usr_') !== true) return undefined;
  return requireSession(platform, token).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'unauthorized') return undefined;
    throw error;
  });
}
