/** Identifies callers: by key, by the token of a user, or as anonymous if a rule allows it. */
import type { IncomingMessage } from 'node:http';
import { isId } from '@baraza/contract';
import { type Authenticate, tokenIn } from '../../access/authenticator.ts';
import type { Caller } from '../../access/scopes.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { readQuery } from '../../http/query.ts';
import type { RouteGroup } from '../../http/route-group.ts';
import { Problem } from '../../kernel/problem.ts';
import type { UserSessionRow } from '../../store/platform/accounts.ts';
import { findAnyResource, type ResourceRow } from '../../store/platform/resources.ts';
import { answerEveryPage, answerPagesOf, isForeignPage } from '../cors.ts';
import type { Platform } from '../platform.ts';
import { isOpen, ruleNames } from '../rules/access-rules.ts';
import { countWrites } from './attempts.ts';
import { keylessCaller, notSignedIn, requireSession, userView } from './sessions.ts';

export function createCallerReader(
  platform: Platform,
  authenticate: Authenticate,
  origins: ReadonlySet<string>,
): RouteGroup<Caller>['authenticate'] {
  const { store } = platform;
  return async (authorization, { route, request, params }) => {
    const { openedBy = [] } = route.policy;
    const { id: called = '' } = params;
    const readAlong = route.name === 'getResource' && isId('resource', called) ? called : '';
    const authenticateKey: Authenticate = (text) =>
      authenticate(text, request.headers['x-api-key'], readAlong);
    const token = tokenIn(authorization);
    const isUser = token?.startsWith('usr_') === true;
    if (openedBy.length === 0) {
      await assertForKeys(platform, request, origins, token);
      return authenticateKey(authorization);
    }
    if (authorization !== undefined && !isUser) return authenticateKey(authorization);
    const isWrite = route.policy.access === 'write';
    // Not a page of another origin, so no header depends on the origins of a resource.
    if (isUser && request.headers.origin === undefined && !isWrite)
      return userCaller(await requireSession(platform, token));
    const asked = isWrite ? undefined : readQuery(request.url ?? '').resource;
    // Of several resources the first one says whose they are.
    const id = params.id ?? asked?.split(',')[0] ?? '';
    const row = isId('resource', id) ? await findAnyResource(store, id) : undefined;
    // Their preflight lets every page in, which then has to be able to read a refusal.
    if (params.id === undefined) answerEveryPage(request);
    if (row !== undefined && isOpen(row, ruleNames)) answerPagesOf(row, request);
    let caller: Caller;
    if (isUser) {
      const session = await requireSession(platform, token);
      const users = await findAnyResource(store, session.users_id);
      if (users !== undefined) answerPagesOf(users, request);
      caller = userCaller(session);
    } else if (row !== undefined && isOpen(row, openedBy))
      caller = keylessCaller({ owner_id: row.owner_id, owner_name: '' }, undefined, 'all');
    // If no rule of the resource admits anonymous callers, the refusal is that of a missing key.
    else return authenticateKey(undefined);
    const network = clientNetwork(request, platform.proxyHops);
    // The calls of a batch are counted once they are known.
    if (isWrite && params.id !== undefined)
      await countWrites(platform, { caller, network, resources: [row] });
    return caller;
  };
}

/** Refuses users, and keys in pages of unlisted origins: their preflight let them in only to read this refusal. */
async function assertForKeys(
  platform: Platform,
  request: IncomingMessage,
  origins: ReadonlySet<string>,
  token: string | undefined,
): Promise<void> {
  if (token === undefined) return;
  const isUnlisted = isForeignPage(request) && !origins.has(request.headers.origin ?? '');
  if (isUnlisted) answerEveryPage(request);
  if (token.startsWith('usr_')) {
    await requireSession(platform, token);
    throw new Problem('scope', 'This route needs a key: users cannot call it.');
  }
  if (isUnlisted)
    throw new Problem(
      'scope',
      'Pages of this origin cannot use a key: BARAZA_PLATFORM_ORIGINS does not list it.',
    );
}

function userCaller(session: UserSessionRow): Caller {
  return keylessCaller(session, userView(session), 'all');
}

/** Who fills in a form: a user of its owner, or an anonymous caller. A form without a rule needs no token. */
export async function formCaller(
  platform: Platform,
  form: ResourceRow,
  authorization: string | undefined,
): Promise<Caller> {
  const only = new Set([form.id]);
  const token = tokenIn(authorization);
  if (!isOpen(form, ['create']) || token?.startsWith('usr_') !== true)
    return keylessCaller({ owner_id: form.owner_id, owner_name: '' }, undefined, only);
  const session = await requireSession(platform, token);
  if (session.owner_id !== form.owner_id) throw notSignedIn();
  return keylessCaller(session, userView(session), only);
}
