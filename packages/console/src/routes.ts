/** All screens by their addresses; the first route that matches is used. Each area has its own list. */
import type { Route } from './app/router.ts';
import { informationRoutes } from './screens/information/routes.ts';
import { operatorRoutes } from './screens/operator/routes.ts';
import { peopleRoutes } from './screens/people/routes.ts';
import { platformRoutes } from './screens/platform/routes.ts';
import { siteRoutes } from './screens/sites/routes.ts';

export const routes: readonly Route[] = [
  ...siteRoutes,
  ...informationRoutes,
  ...platformRoutes,
  ...operatorRoutes,
  ...peopleRoutes,
];
