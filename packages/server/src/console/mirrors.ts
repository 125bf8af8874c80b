/** The routes of both services once more, for callers with a session instead of a credential. */
import type { Caller } from '../access/scopes.ts';
import type { Policy, Route } from '../http/route.ts';
import { platformRoutes } from '../platform/routes.ts';
import { siteRoutes } from '../site/routes.ts';
import type { Console } from './console.ts';
import type { ConsoleRoute } from './route.ts';

export const platformMirror = '/console/platform';
export const siteMirror = '/console/sites';
const siteDescription = '/console/sites-openapi.json';

export function platformMirrors({ platform, publicUrl }: Console): readonly ConsoleRoute[] {
  return mirrored<Caller>(platformRoutes(platform, publicUrl), {
    credential: 'key',
    from: '/api/platform',
    to: platformMirror,
  });
}

/** None if this process serves no sites. */
export function siteMirrors({ assistant }: Console): readonly ConsoleRoute[] {
  if (assistant === undefined) return [];
  const routes = siteRoutes(assistant);
  return [
    ...mirrored(routes, { credential: 'owner', from: '/v1/admin/sites', to: siteMirror }),
    ...routes.filter(({ path }) => path === '/v1/openapi.json').map(ofOwnOrigin),
  ];
}

// The description of the sites' API is on another origin, which the console's page cannot read.
function ofOwnOrigin(route: ReturnType<typeof siteRoutes>[number]): ConsoleRoute {
  return {
    ...(route as unknown as ConsoleRoute),
    path: siteDescription,
    policy: { ...route.policy, credential: 'session' },
  };
}

/** A route keeps everything but its path and its credential. */
function mirrored<Who>(
  routes: readonly Route<Who>[],
  place: {
    readonly credential: Policy['credential'];
    readonly from: string;
    readonly to: string;
  },
): readonly ConsoleRoute[] {
  return routes
    .filter(
      ({ policy, path }) =>
        policy.credential === place.credential || path === `${place.from}/openapi.json`,
    )
    .map((route) => {
      if (!route.path.startsWith(place.from))
        throw new Error(`${route.path} has no place in the console.`);
      return {
        // A session caller is a caller of either service.
        ...(route as unknown as ConsoleRoute),
        path: `${place.to}${route.path.slice(place.from.length)}`,
        policy: { ...route.policy, credential: 'session' },
      };
    });
}
