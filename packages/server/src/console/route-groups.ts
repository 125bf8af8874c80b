import type { IncomingMessage } from 'node:http';
import { assertAllowed, type Caller } from '../access/scopes.ts';
import type { Headers } from '../http/answer.ts';
import type { Cors } from '../http/cors.ts';
import type { RouteGroup } from '../http/route-group.ts';
import { absent, Problem } from '../kernel/problem.ts';
import { aliveSessions } from '../store/console.ts';
import type { Console } from './console.ts';
import { readSessionCookie } from './cookie.ts';
import { platformMirror, platformMirrors, siteMirror, siteMirrors } from './mirrors.ts';
import { noteSeen } from './open-sessions.ts';
import { pageRoutes } from './page.routes.ts';
import { assertRole } from './people/roles.ts';
import { consoleRefusals, platformMirrorRefusals, siteMirrorRefusals } from './refusals.ts';
import type { ConsoleRoute } from './route.ts';
import { consoleRoutes } from './routes.ts';
import { assertOwnName, assertSameOrigin } from './same-origin.ts';
import { findSigned, notSignedIn, type SessionCaller } from './sessions.ts';

/** What the platform's port also serves: the console's page, its own endpoints, and mirrors of both APIs. */
export function consoleRouteGroups(console: Console): readonly RouteGroup<Caller>[] {
  const { assistant, keyring, platform } = console;
  const signedIn = async ({ route, request, params }: Arriving): Promise<SessionCaller> => {
    const token = readSessionCookie(request);
    const signed = token === undefined ? undefined : await findSigned(keyring, token);
    if (signed === undefined) throw notSignedIn();
    assertSameOrigin(request, console.publicUrl());
    assertRole(signed.session.role, route);
    // No id has a NUL, and PostgreSQL rejects it with an error.
    if (Object.values(params).some((value) => value.includes('\0'))) throw absent('path');
    noteSeen(console, signed);
    return signed;
  };
  const common: Omit<RouteGroup<SessionCaller>, 'routes'> = {
    admit: (request) => assertOwnName(request, [console.publicUrl(), console.localUrl?.() ?? '']),
    authenticate: (_authorization, call) => signedIn(call),
    authorise: assertAllowed,
    ownerOf: ({ ownerId }) => ownerId,
    watchCaller: ({ session }, cut) => console.watch.whenEnds(session, cut),
    cutsEventStreams: true,
    current: (signed) => withSameRole(platform, signed),
    ended: notSignedIn,
    headers: apiHeaders,
    cors: noCors,
  };
  const sites: RouteGroup<SessionCaller> = {
    ...common,
    prefix: siteMirror,
    routes: siteMirrors(console),
    authenticate: async (_authorization, call) => asOwner(await signedIn(call)),
    refusals: siteMirrorRefusals,
  };
  const routeGroups: readonly RouteGroup<SessionCaller>[] = [
    ...(assistant === undefined ? [] : [sites]),
    {
      ...common,
      prefix: platformMirror,
      routes: platformMirrors(console),
      refusals: platformMirrorRefusals,
    },
    {
      ...common,
      prefix: '/console',
      routes: consoleRoutes(console),
      refusals: consoleRefusals,
    },
    { ...common, routes: pageRoutes(console.siteUrl), refusals: consoleRefusals },
  ];
  // Every caller of a group comes from its own `authenticate`.
  return routeGroups as unknown as readonly RouteGroup<Caller>[];
}

interface Arriving {
  readonly route: Pick<ConsoleRoute, 'method' | 'path'>;
  readonly request: IncomingMessage;
  readonly params: { readonly [name: string]: string };
}

/** Undefined if the session has ended. A request has one role: if it changed meanwhile, the request is refused. */
async function withSameRole(
  { store, clock }: Pick<Console['platform'], 'store' | 'clock'>,
  signed: SessionCaller,
): Promise<SessionCaller | undefined> {
  const { hash, role } = signed.session;
  const now = (await aliveSessions(store, [hash], clock())).get(hash);
  if (now === undefined || now === role) return now && signed;
  throw new Problem('scope', 'Your role has changed meanwhile; try again.');
}

/** Changes of a site are attributed to the credential of the sign-in, if there is one. */
function asOwner(signed: SessionCaller): SessionCaller {
  const { kind, credential } = signed.session;
  if (kind === 'key')
    throw new Problem('scope', 'A platform key cannot open sites; sign in as their owner.');
  return credential === undefined
    ? signed
    : { ...signed, keyId: credential.id, keyName: credential.name };
}

const apiHeaders: Headers = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** No other origin is allowed, regardless of the platform's own list. */
const noCors: Cors<SessionCaller> = { headersFor: () => ({}), preflight: async () => undefined };
