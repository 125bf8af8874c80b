import type { IncomingMessage } from 'node:http';
import { assertAllowed, type Caller } from '../access/scopes.ts';
import type { Headers } from '../http/answer.ts';
import type { Cors } from '../http/cors.ts';
import type { RouteGroup } from '../http/route-group.ts';
import { absent, Problem } from '../kernel/problem.ts';
import { isSessionAlive } from '../store/console.ts';
import type { Console } from './console.ts';
import { readSessionCookie } from './cookie.ts';
import { platformMirror, platformMirrors, siteMirror, siteMirrors } from './mirrors.ts';
import { noteSeen } from './open-sessions.ts';
import { pageRoutes } from './page.routes.ts';
import { consoleRefusals, platformMirrorRefusals, siteMirrorRefusals } from './refusals.ts';
import { consoleRoutes } from './routes.ts';
import { assertOwnName, assertSameOrigin } from './same-origin.ts';
import { findSigned, notSignedIn, type Signed } from './sessions.ts';

/** What the platform's port serves besides: the console's page, its own endpoints, and both APIs once more. */
export function consoleRouteGroups(console: Console): readonly RouteGroup<Caller>[] {
  const { assistant, keyring, platform } = console;
  const signedIn = async ({ request, params }: Arriving): Promise<Signed> => {
    const token = readSessionCookie(request);
    const signed = token === undefined ? undefined : await findSigned(keyring, token);
    if (signed === undefined) throw notSignedIn();
    assertSameOrigin(request, console.publicUrl());
    // No id has it, and one of the stores takes it for a fault.
    if (Object.values(params).some((value) => value.includes('\0'))) throw absent('path');
    noteSeen(console, signed);
    return signed;
  };
  const common: Omit<RouteGroup<Signed>, 'routes'> = {
    admit: (request) => assertOwnName(request, [console.publicUrl(), console.localUrl?.() ?? '']),
    authenticate: (_authorization, call) => signedIn(call),
    authorise: assertAllowed,
    ownerOf: ({ ownerId }) => ownerId,
    watchCaller: ({ session }, cut) => console.watch.whenEnds(session.hash, cut),
    cutsEventStreams: true,
    isStillValid: ({ session: { hash } }) => isSessionAlive(platform.store, hash, platform.clock()),
    ended: notSignedIn,
    headers: apiHeaders,
    cors: noCors,
  };
  const sites: RouteGroup<Signed> = {
    ...common,
    prefix: siteMirror,
    routes: siteMirrors(console),
    authenticate: async (_authorization, call) => asOwner(await signedIn(call)),
    refusals: siteMirrorRefusals,
  };
  const routeGroups: readonly RouteGroup<Signed>[] = [
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
  readonly request: IncomingMessage;
  readonly params: { readonly [name: string]: string };
}

/** Who changes a site is the credential that was signed in with, where there is one. */
function asOwner(signed: Signed): Signed {
  const { kind, credential } = signed.session;
  if (kind === 'key')
    throw new Problem('scope', 'A platform key opens no sites; sign in as their owner.');
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

/** No page of another origin, whatever the platform's own list allows. */
const noCors: Cors<Signed> = { headersFor: () => ({}), preflight: async () => undefined };
