import { platformUsageSchema, type UsageQuery, usageQuerySchema } from '@baraza/contract';
import type { Console } from './console.ts';
import { type ConsoleRoute, json, sessionPolicy } from './route.ts';
import { platformUsage } from './usage.ts';

export function usageRoutes({ platform }: Console): readonly ConsoleRoute[] {
  return [
    {
      method: 'GET',
      path: '/console/usage',
      summary: 'What was changed on each day, and what is stored',
      policy: sessionPolicy('read'),
      query: usageQuerySchema,
      isQueryStrict: true,
      answers: { 200: platformUsageSchema },
      handle: async ({ caller, query }) =>
        json(200, await platformUsage(platform, caller, (query as UsageQuery).days)),
    },
  ];
}
