import { problemSchema, problemStatuses } from '@baraza/contract';
import { z } from 'zod';
import { describeApi } from '../http/openapi.ts';
import type { Console } from './console.ts';
import { keyRoutes } from './keys.routes.ts';
import { openSessionRoutes } from './open-sessions.routes.ts';
import { operatorRoutes } from './operator.routes.ts';
import { type ConsoleRoute, json, sessionPolicy } from './route.ts';
import { sessionRoutes } from './session.routes.ts';
import { usageRoutes } from './usage.routes.ts';

/** The console's own endpoints, besides the mirrors of both APIs. */
export function consoleRoutes(console: Console): readonly ConsoleRoute[] {
  const routes: ConsoleRoute[] = [
    ...sessionRoutes(console),
    ...openSessionRoutes(console),
    ...keyRoutes(console),
    ...usageRoutes(console),
    ...operatorRoutes(console),
    {
      method: 'GET',
      path: '/console/openapi.json',
      summary: 'This document',
      policy: sessionPolicy('read'),
      answers: { 200: z.record(z.string(), z.unknown()) },
      handle: async () =>
        json(
          200,
          describeApi(routes, {
            title: 'Console API',
            version: console.platform.version,
            serverUrl: console.publicUrl(),
            prefix: '/console/',
            problem: problemSchema,
            problemStatuses: [...problemStatuses, 429],
          }),
        ),
    },
  ];
  return routes;
}
