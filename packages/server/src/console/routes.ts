import type { Console } from './console.ts';
import { keyRoutes } from './keys.routes.ts';
import type { ConsoleRoute } from './route.ts';
import { sessionRoutes } from './session.routes.ts';
import { usageRoutes } from './usage.routes.ts';

/** The console's own endpoints, besides the mirrors of both APIs. */
export function consoleRoutes(console: Console): readonly ConsoleRoute[] {
  return [...sessionRoutes(console), ...keyRoutes(console), ...usageRoutes(console)];
}
