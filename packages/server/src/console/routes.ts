import type { Console } from './console.ts';
import type { ConsoleRoute } from './route.ts';
import { sessionRoutes } from './session.routes.ts';

/** The console's own endpoints, besides the mirrors of both APIs. */
export function consoleRoutes(console: Console): readonly ConsoleRoute[] {
  return [...sessionRoutes(console)];
}
