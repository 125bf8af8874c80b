/** Every screen by its address; the first that fits is taken. Each area keeps its own list. */
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
